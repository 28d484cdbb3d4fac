#pragma once

#include <string>

#include "judge/model/outcome.hpp"

namespace judge {

/// Why a library that compiled cannot be loaded, from what dlopen() said. A function that nothing defines is the attempt's
/// mistake, named as it was written; one of the CUDA libraries is what this runtime lacks.
outcome::NotLoaded explain_load_failure(const std::string& dlopen_error);

}  // namespace judge
