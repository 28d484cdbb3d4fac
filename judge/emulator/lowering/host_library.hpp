#pragma once

#include <string>

#include "judge/emulator/lowering/options.hpp"
#include "judge/emulator/lowering/translation.hpp"

namespace judge::lowering {

/// What of the host's standard library no function for the device may use. nvcc takes constexpr functions (--expt-relaxed-constexpr):
/// std::max() and its like always, std::sort(), std::swap() and std::vector in C++20 alone. Each name here was tried with nvcc 13.0 and
/// libstdc++ 12.
class HostLibrary {
 public:
  HostLibrary(const Translation& translation, CppStandard standard);

  /// What the function with this body does at `i` and may not: "uses std::cout"; empty: nothing.
  std::string use_at(std::size_t i, Range body) const;

 private:
  /// The name of std's that begins at `i`, with std:: or without; `none`: there is none.
  std::size_t name_at(std::size_t i) const;
  bool may_be_the_users(std::size_t name) const;
  bool is_one_statement(std::size_t i) const;
  bool defines_variable(std::size_t i, std::size_t name) const;
  std::size_t variable_behind(std::size_t name) const;
  bool is_accessed(std::size_t variable, Range body) const;

  const Translation& t;
  bool m_is_cpp20, m_is_std_the_users = false, m_opens_std = false, m_opens_others = false;
};

}  // namespace judge::lowering
