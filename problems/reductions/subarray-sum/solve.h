#pragma once

// input and output are device pointers. S and E are the first and the last place that count.
extern "C" void solve(const int* input, int* output, int N, int S, int E);
