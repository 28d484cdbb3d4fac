#pragma once

// input and output are device pointers.
extern "C" void solve(const float* input, float* output, int B, int N);
