#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "judge/util/result.hpp"

namespace judge {

/// Which file a program is: its real path, size and time of change. Empty where there is none.
std::string file_identity(const std::filesystem::path& path);

/// Asks programs about themselves, and remembers the answers on disk for as long as the program stays the same file.
class Probe {
 public:
  /// `memory` is a folder for the answers; where it cannot be written, each question is asked anew.
  explicit Probe(std::filesystem::path memory) : m_memory(std::move(memory)) {}

  /// What `argv` prints on its standard output. `identity` stands for all that the answer depends on. Errors: it cannot
  /// be run, or fails.
  Result<std::string> ask(const std::vector<std::string>& argv, const std::string& identity) const;

 private:
  std::filesystem::path m_memory;
};

}  // namespace judge
