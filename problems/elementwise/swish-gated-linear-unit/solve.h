#pragma once

// input (N elements) and output (N / 2 elements) are device pointers.
extern "C" void solve(const float* input, float* output, int N);
