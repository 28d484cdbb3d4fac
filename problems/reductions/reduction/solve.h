#pragma once

// input and output are device pointers; output is one number.
extern "C" void solve(const float* input, float* output, int N);
