// As the C library's: may be included again after NDEBUG has changed, so there is no guard.
#include "judge_emulated/assertion.h"

#undef assert
#ifdef NDEBUG
#define assert(condition) (static_cast<void>(0))
#else
#define assert(condition) \
  ((condition) ? static_cast<void>(0) : judgeEmulatedAssertionFailed(#condition, __FILE__, __LINE__, __func__))
#endif
