#pragma once

// All are device pointers to row-major matrices: input and output are input_rows x input_cols, kernel is kernel_rows x
// kernel_cols.
extern "C" void solve(const float* input, const float* kernel, float* output, int input_rows, int input_cols,
                      int kernel_rows, int kernel_cols);
