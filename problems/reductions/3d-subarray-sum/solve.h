#pragma once

// input (N slices of M rows of K elements) and output are device pointers. The other parameters are the first and the
// last slice, row and column that count.
extern "C" void solve(const int* input, int* output, int N, int M, int K, int S_DEP, int E_DEP, int S_ROW, int E_ROW,
                      int S_COL, int E_COL);
