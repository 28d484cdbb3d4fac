#pragma once

#include <string>

namespace judge {

/// What to look at after a CUDA runtime error, by its number; empty where there is nothing better to say than its name.
std::string cuda_error_hint(int code);

/// "SIGSEGV"
std::string signal_name(int signal);

/// What to look at after the attempt's process died of a signal; empty where its name says it all.
std::string signal_hint(int signal);

}  // namespace judge
