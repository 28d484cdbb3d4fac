#pragma once

#include <string>
#include <string_view>

#include "judge/model/problem.hpp"

namespace judge {

/// What to look at after a CUDA runtime error, by its number and the call that failed; empty where there is nothing
/// better to say than its name.
std::string cuda_error_hint(int code, std::string_view call = {});

/// "SIGSEGV"
std::string signal_name(int signal);

/// What to look at after the attempt's process died of a signal; empty where its name says it all.
std::string signal_hint(int signal, const Case& test);

}  // namespace judge
