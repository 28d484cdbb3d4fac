#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "judge/util/result.hpp"

namespace CLI {
class App;
}

namespace judge {

/// One page of section 1 of the manual.
struct ManualPage {
  std::string name;  ///< "judge-run"
  std::string text;  ///< roff of the man macros
};

/// judge(1) and a page for each command, read off the parser as --help is. `date` of the form 2026-12-31 is what they are dated.
std::vector<ManualPage> manual_pages(const CLI::App& app, const std::string& date);

/// Writes those pages into a folder, which is made, as judge-run.1 and so on. Errors: the folder cannot be written.
Result<void> write_manual(const std::filesystem::path& folder, const CLI::App& app, const std::string& date);

}  // namespace judge
