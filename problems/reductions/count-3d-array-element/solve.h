#pragma once

// input (N by M by K elements) and output are device pointers. P is the value that is counted.
extern "C" void solve(const int* input, int* output, int N, int M, int K, int P);
