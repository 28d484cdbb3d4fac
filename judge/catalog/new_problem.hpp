#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "judge/model/problem.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// Writes root/problems/NAME for a `solve` of this declaration, with guessed shapes, sizes and fills, a reference that
/// computes nothing yet, and solutions/PREFIX_starter.cu beside it. The folder loads and its reference compiles at
/// once; that the guesses are the author's to correct is said in statement.md. Returns the problem's folder. Errors:
/// the name is not of lower-case letters, digits and dashes, the folder or the starter exists, the declaration cannot
/// be read.
Result<std::filesystem::path> create_problem(const std::filesystem::path& root, std::string_view name,
                                             std::string_view signature_text);

/// An attempt to begin with: a kernel to fill in, launched with one thread for each element of the first output.
std::string starter_for(const Problem& problem);

}  // namespace judge
