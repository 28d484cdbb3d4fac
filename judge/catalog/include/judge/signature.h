// Included before a reference.cpp whose parameters have types that only a compiler knows. With the parameters of solve.h in
// JUDGE_REFERENCE_PARAMETERS, functions of other types do not compile.
#pragma once

#include <judge/reference.h>

extern "C" void reference(JUDGE_REFERENCE_PARAMETERS);
extern "C" void reference_f32(JUDGE_REFERENCE_PARAMETERS);
