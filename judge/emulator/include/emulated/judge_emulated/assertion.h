#pragma once

/// In a kernel a fault of kind trap; in host code what the C library does.
#if defined(__has_attribute) && __has_attribute(nomerge)
__attribute__((nomerge))
#endif
extern "C" [[noreturn]] void judgeEmulatedAssertionFailed(const char* condition, const char* file, unsigned line,
                                                          const char* function);
