#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "judge/model/attempt.hpp"
#include "judge/util/described.hpp"

namespace judge {

/// What everything that judges is told: where things are, and on which runtime.
struct CommonOptions {
  std::optional<std::filesystem::path> root;  ///< of --root; see find_root() for what holds without it
  std::optional<std::filesystem::path> cache;
  std::optional<std::filesystem::path> ledger;
  std::optional<RuntimeKind> runtime;  ///< none = a GPU where there is one

  /// --cache, else default_cache_dir().
  std::filesystem::path cache_dir() const;
  /// --ledger, else Ledger::default_path().
  std::filesystem::path ledger_path() const;
  /// For the command line of another judge: what is set, as `--root FOLDER` etc., and nothing for the rest.
  std::vector<std::string> arguments() const;

  static constexpr auto fields() {
    return field_list(field("root", &CommonOptions::root), field("cache", &CommonOptions::cache),
                      field("ledger", &CommonOptions::ledger), field("runtime", &CommonOptions::runtime));
  }
};

}  // namespace judge
