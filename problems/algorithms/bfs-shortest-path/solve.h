#pragma once

// grid and result are device pointers; result is one int.
extern "C" void solve(const int* grid, int* result, int rows, int cols, int start_row, int start_col, int end_row,
                      int end_col);
