#pragma once

// input and output are device pointers to row-major rows x cols matrices.
extern "C" void solve(const float* input, float* output, int rows, int cols);
