#include "judge/passes/common_options.hpp"

#include "judge/ledger/ledger.hpp"
#include "judge/util/files.hpp"

namespace judge {

std::filesystem::path CommonOptions::cache_dir() const { return cache ? *cache : default_cache_dir(); }

std::filesystem::path CommonOptions::ledger_path() const { return ledger ? *ledger : Ledger::default_path(); }

std::vector<std::string> CommonOptions::arguments() const {
  std::vector<std::string> words;
  const auto add = [&](const char* name, const auto& value) {
    if (value) words.insert(words.end(), {name, std::string(*value)});
  };
  add("--root", root);
  add("--cache", cache);
  add("--ledger", ledger);
  add("--runtime", runtime.transform([](RuntimeKind kind) { return name_of(kind); }));
  return words;
}

}  // namespace judge
