#pragma once

// What CUDA's own headers of C++ include, so that files that name it need not: cooperative groups and the CUDA C++ library
// bring these. Headers that take long to compile are included only where the user's text names something of theirs: judge-cucc
// defines the macros (driver/brought_along.cpp).
#include <cassert>
#include <cfloat>

namespace nv {}  // as in cuda_fp16.h

#ifdef JUDGE_NAMES_OF_HALF
#include "cuda_fp16.h"
#endif
#ifdef JUDGE_NAMES_OF_BFLOAT
#include "cuda_bf16.h"
#endif
#ifdef JUDGE_NAMES_OF_STRING
#include <string>
#endif
#ifdef JUDGE_NAMES_OF_STDEXCEPT
#include <stdexcept>
#endif
#ifdef JUDGE_NAMES_OF_SSTREAM
#include <sstream>
#endif
#ifdef JUDGE_NAMES_OF_CHRONO
#include <chrono>
#endif
