#pragma once

namespace judge::emulated {

/// Call it once before any fault: it loads the library that unwinds stacks.
void prepare_to_find_callers();

/// The code of the attempt that host code at `code` runs for: `code` itself, or where memcpy() and its like were called
/// from. For a signal handler of the thread that runs `code`.
const void* attempts_code(const void* code);

}  // namespace judge::emulated
