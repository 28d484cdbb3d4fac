#pragma once

// input and output are device pointers.
extern "C" void solve(const int* input, int* output, int N, int window_size);
