#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "judge/model/problem.hpp"
#include "judge/render/table.hpp"

namespace judge {

/// What `judge show` shows: statement, signature, the parameters, the cases with their sizes, how to start: with a file in
/// `attempt_folder` ("solutions/"; empty = where the user is).
std::string problem_page(const Problem& problem, std::span<const Case> cases, const TextStyle& style,
                         std::string_view attempt_folder = "solutions/");

/// Where the emulated runtime times at another size than a GPU, which the statement names: a sentence; else empty.
std::string note_on_sizes(std::span<const Case> cases, std::span<const Case> on_gpu);

/// One of the problem's hints, from 1, and how to get at the next.
std::string hint_text(const Problem& problem, std::size_t number, const TextStyle& style);

}  // namespace judge
