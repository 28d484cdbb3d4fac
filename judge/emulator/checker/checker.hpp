#pragma once

#include <cstdint>

#include "judge/emulator/checker/access.hpp"

namespace judge::emulated {

/// The library that holds `code`, an attempt built with --check, is being loaded: from now on its accesses are checked.
/// Uninitialised local variables hold `unwritten_word` in each of their words; 0 = they do not.
void start_checking(std::uint32_t unwritten_word, const void* code);

/// Every load and store of the attempt, in kernels and on the host, before it happens.
void check_access(const Access& access);

/// __threadfence() etc.
void check_fence();

/// An integer is about to be divided by zero.
void check_division(const void* code);

/// An index outside an array whose size the compiler knows; `array_type` as the compiler spells it: "'float [4]'".
void check_index(const char* array_type, long long index, const void* code);

}  // namespace judge::emulated
