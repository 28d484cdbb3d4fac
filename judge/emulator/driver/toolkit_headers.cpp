#include "judge/emulator/driver/toolkit_headers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <regex>

namespace judge::cucc {

namespace {

// What the names of the toolkit's headers begin with.
constexpr std::array<std::string_view, 24> beginnings = {
    "cub/",    "thrust/", "cuda/",   "cute/",    "cutlass/", "nvtx3/",  "cooperative_groups/", "cublas",
    "cufft",   "curand",  "cusparse", "cusolver", "cudnn",   "cuda_",   "nvrtc",               "nvml",
    "mma.h",   "texture_", "surface_", "device_", "driver_", "vector_", "sm_",                 "npp",
};

bool is_of_toolkit(std::string_view header) {
  return std::ranges::any_of(beginnings, [&](std::string_view beginning) { return header.starts_with(beginning); });
}

/// # 12 "file" 1 3
struct Marker {
  int line = 0;
  std::string_view file;
};

std::optional<Marker> parse_marker(std::string_view line) {
  const std::size_t open = line.find('"'), close = line.rfind('"');
  if (!line.starts_with("# ") || close == std::string_view::npos || close <= open) return std::nullopt;
  Marker marker{0, line.substr(open + 1, close - open - 1)};
  std::from_chars(line.data() + 2, line.data() + open, marker.line);
  return marker;
}

/// How a file below /usr/include or a toolkit's own folder would be included; empty for others.
std::string_view name_among_systems(std::string_view file) {
  constexpr std::array<std::string_view, 3> folders{"/usr/include/", "/usr/local/cuda/include/", "/usr/local/include/"};
  for (const std::string_view folder : folders)
    if (file.starts_with(folder)) return file.substr(folder.size());
  return {};
}

}  // namespace

std::optional<lowering::Unsupported> missing_toolkit_header(const std::string& diagnostics) {
  // clang: "a.cu:1:10: fatal error: 'x.h' file not found"; gcc: "a.cu:1:10: fatal error: x.h: No such file or
  // directory"
  static const std::regex pattern("([^\n]*?):(\\d+):\\d+: fatal error: '?([^\n':]+)'?(: No such file| file not found)");
  std::smatch match;
  if (!std::regex_search(diagnostics, match, pattern) || !is_of_toolkit(match.str(3))) return std::nullopt;
  return lowering::Unsupported{match[1], std::stoi(match[2]), fmt::format("<{}>", match.str(3))};
}

std::optional<lowering::Unsupported> foreign_toolkit_header(std::string_view preprocessed,
                                                            const std::filesystem::path& include) {
  Marker place;          // of the line at `at`
  for (std::size_t at = 0; at < preprocessed.size();) {
    const std::size_t end = std::min(preprocessed.find('\n', at), preprocessed.size());
    const auto marker = preprocessed[at] == '#' ? parse_marker(preprocessed.substr(at, end - at)) : std::nullopt;
    if (!marker) {
      ++place.line;
    } else {
      const std::string_view name = name_among_systems(marker->file);
      if (is_of_toolkit(name) && !marker->file.starts_with(include.string()))
        return lowering::Unsupported{std::string(place.file), place.line, fmt::format("<{}>", name)};
      place = *marker;
    }
    at = end + 1;
  }
  return std::nullopt;
}

}  // namespace judge::cucc
