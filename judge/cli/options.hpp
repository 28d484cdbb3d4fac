#pragma once

#include "judge/passes/common_options.hpp"
#include "judge/util/result.hpp"

namespace CLI {
class App;
}

namespace judge {

/// Adds --root, --cache, --ledger and --runtime. `options` must outlive the parsing.
void add_common_options(CLI::App& app, CommonOptions& options);

/// The ledger that a command looks something up in. Errors: --ledger names a file that is not there.
Result<std::filesystem::path> ledger_to_read(const CommonOptions& options);

}  // namespace judge
