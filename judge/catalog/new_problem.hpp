#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "judge/model/problem.hpp"
#include "judge/util/result.hpp"

namespace judge {

struct NewProblem {
  std::string name;
  std::string signature;  ///< the declaration of solve()
  std::string prefix;     ///< of its attempts; empty = the initials of the name, or all of it where those are taken
};

/// Writes root/problems/NAME for a `solve` of this declaration, with guessed shapes, sizes and fills, a reference that
/// computes nothing yet, and solutions/PREFIX_starter.cu beside it. The folder loads and its reference compiles at
/// once; that the guesses are the author's to correct is said in statement.md. Returns the problem's folder. Errors:
/// the name is not of lower-case letters, digits and dashes, the folder or the starter exists, the judge comes with a problem of that name, the declaration cannot
/// be read, another problem has the prefix.
Result<std::filesystem::path> create_problem(const std::filesystem::path& root, const NewProblem& wanted);

/// The starter of this problem in a folder of attempts, whatever its prefix; empty where there is none. It is left behind where
/// problem.json gets another prefix.
std::filesystem::path starter_under_another_prefix(const std::filesystem::path& folder, const Problem& problem);

/// Stands in the reference.cpp that create_problem() writes.
inline constexpr std::string_view k_reference_to_be_written = "TODO: write the right answer to the outputs";
/// Stands in the statement.md that it writes.
inline constexpr std::string_view k_written_by_new = "Written by `judge new`, and to be corrected by you";

/// An attempt to begin with: a kernel to fill in, launched with one thread for each element of the first output, or of
/// the first input where the output's size is the same in every case.
std::string starter_for(const Problem& problem);

}  // namespace judge
