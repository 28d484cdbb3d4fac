#pragma once

#include <string>
#include <string_view>

namespace judge {

/// `text` with the path `from` replaced wherever it stands as a whole path, or, where `from` ends in '/', as the start
/// of one.
std::string replace_path(std::string_view text, std::string_view from, std::string_view to);

/// Takes out what a compiler says twice (nvcc reads a file once for the host and once for the device) and what says
/// nothing ("2 errors detected in the compilation of ...").
std::string without_noise(std::string_view text);

/// nvcc repeats source lines with __global__ and its like already replaced by what its headers define them as. Puts the
/// words back, and the caret below them where it belongs.
std::string as_written(std::string_view text);

/// Valid UTF-8 without control characters other than newline and tab: a source may hold anything, and a compiler
/// repeats it.
std::string without_control_characters(std::string_view text);

/// A line about the header that a compiler did not find; empty = it found all.
std::string missing_header_hint(std::string_view messages);

/// A line for each error that knowing CUDA explains: a launch with two brackets, a function of warps without _sync; empty = none.
std::string cuda_hints(std::string_view messages);

/// The first lines, each cut at a sane width, and how many there are more: an include of a foreign file does not spill
/// it.
std::string first_lines(std::string_view text, std::size_t lines = 60, std::size_t width = 500);

}  // namespace judge
