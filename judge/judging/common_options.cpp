#include "judge/judging/common_options.hpp"

#include "judge/ledger/ledger.hpp"
#include "judge/util/files.hpp"

namespace judge {

std::filesystem::path CommonOptions::cache_dir() const { return cache ? *cache : default_cache_dir(); }

std::filesystem::path CommonOptions::ledger_path() const { return ledger ? *ledger : Ledger::default_path(); }

}  // namespace judge
