#pragma once

// input and output are device pointers; output has k elements.
extern "C" void solve(const float* input, float* output, int N, int k);
