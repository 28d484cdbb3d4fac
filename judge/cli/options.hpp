#pragma once

#include "judge/passes/common_options.hpp"

namespace CLI {
class App;
}

namespace judge {

/// Adds --root, --cache, --ledger and --runtime. `options` must outlive the parsing.
void add_common_options(CLI::App& app, CommonOptions& options);

}  // namespace judge
