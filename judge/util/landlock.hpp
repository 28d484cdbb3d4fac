#pragma once

#include <cstdint>
#include <filesystem>
#include <utility>

#include "judge/util/result.hpp"

namespace judge {

/// What a process and those that it starts may do with files, by folder: whatever is handled and was not allowed is refused with
/// EACCES (landlock(7)). Holds for root as well, needs no rights, and cannot be taken back. A process inside may neither trace one
/// that is outside, nor open its /proc entries that need this.
class Landlock {
 public:
  /// What can be handled and allowed. `list` is to read folders, `change` to make, rename and remove what is in them.
  enum Access : unsigned { read = 1, list = 2, execute = 4, write = 8, change = 16 };
  /// Whether those inside may send signals and connect to abstract sockets outside.
  enum class Scope { closed, open };

  /// The kernel's version of Landlock; 0 = none.
  static int version();

  /// Handles these kinds of access. Without Landlock in the kernel the rest does nothing. Errors: the kernel refuses.
  static Result<Landlock> create(unsigned handled, Scope scope);

  Landlock(Landlock&& other) noexcept : m_ruleset(std::exchange(other.m_ruleset, -1)), m_handled(other.m_handled) {}
  Landlock& operator=(Landlock&&) = delete;
  ~Landlock();

  /// Allows what was handled and is asked for here, of a file or of all that lies below a folder. What is not there is left out.
  void allow(const std::filesystem::path& path, unsigned access);

  /// Restricts the calling thread, and what it starts from here on. Needs PR_SET_NO_NEW_PRIVS. Safe between fork and exec. False: the
  /// kernel refuses, errno says why.
  bool restrict_self() const noexcept;

 private:
  Landlock(int ruleset, std::uint64_t handled) : m_ruleset(ruleset), m_handled(handled) {}

  int m_ruleset;
  std::uint64_t m_handled;
};

}  // namespace judge
