#pragma once

// input (N rows of M elements) and output are device pointers.
extern "C" void solve(const int* input, int* output, int N, int M, int K);
