#pragma once

// All are device pointers; the last index (the column) is the fastest, the first is the depth. output has
// (input_depth - kernel_depth + 1) x (input_rows - kernel_rows + 1) x (input_cols - kernel_cols + 1) elements.
extern "C" void solve(const float* input, const float* kernel, float* output, int input_depth, int input_rows,
                      int input_cols, int kernel_depth, int kernel_rows, int kernel_cols);
