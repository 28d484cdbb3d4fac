#pragma once

// input, kernel and output are device pointers; output has input_size - kernel_size + 1 elements.
extern "C" void solve(const float* input, const float* kernel, float* output, int input_size, int kernel_size);
