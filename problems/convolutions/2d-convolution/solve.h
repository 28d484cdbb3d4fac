#pragma once

// All are device pointers to row-major matrices: input is input_rows x input_cols, kernel is kernel_rows x kernel_cols,
// output is (input_rows - kernel_rows + 1) x (input_cols - kernel_cols + 1).
extern "C" void solve(const float* input, const float* kernel, float* output, int input_rows, int input_cols,
                      int kernel_rows, int kernel_cols);
