#pragma once

// input (N rows of M elements) and output are device pointers. The other parameters are the first and the last row and
// column that count.
extern "C" void solve(const int* input, int* output, int N, int M, int S_ROW, int E_ROW, int S_COL, int E_COL);
