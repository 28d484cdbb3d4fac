#pragma once

#include <filesystem>
#include <optional>

#include "judge/model/attempt.hpp"

namespace CLI {
class App;
}

namespace judge {

/// What every command takes, before or after its name.
struct CommonOptions {
  std::optional<std::filesystem::path> root;  ///< of --root; see find_root() for what holds without it
  std::optional<std::filesystem::path> cache;
  std::optional<std::filesystem::path> ledger;
  std::optional<RuntimeKind> runtime;  ///< none = a GPU where there is one

  /// --cache, else default_cache_dir().
  std::filesystem::path cache_dir() const;
  /// --ledger, else Ledger::default_path().
  std::filesystem::path ledger_path() const;
};

/// Adds --root, --cache, --ledger and --runtime. `options` must outlive the parsing.
void add_common_options(CLI::App& app, CommonOptions& options);

}  // namespace judge
