// <math.h> of C++20 puts std::lerp beside the user's own functions, which that of C++17, nvcc's, does not.
#if defined(__cplusplus) && !defined(_GLIBCXX_INCLUDE_NEXT_C_HEADERS) && !defined(JUDGE_EMULATED_MATH_H)
#define JUDGE_EMULATED_MATH_H
#include <cmath>
namespace std {
void judge_hidden_lerp();
}
#pragma push_macro("lerp")
#undef lerp
#define lerp judge_hidden_lerp
#include_next <math.h>
#pragma pop_macro("lerp")
#else
#include_next <math.h>
#endif
