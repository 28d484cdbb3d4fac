#pragma once

#include <array>

namespace judge {

/// Names by which the host's compilers are looked for in PATH, the preferred one first.
inline constexpr std::array k_clang_names{"clang++",    "clang++-19", "clang++-18", "clang++-17",
                                          "clang++-16", "clang++-15", "clang++-14"};
inline constexpr std::array k_gcc_names{"g++", "g++-14", "g++-13", "g++-12", "c++"};

}  // namespace judge
