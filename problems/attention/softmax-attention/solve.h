#pragma once

// Q, K, V and output are device pointers.
extern "C" void solve(const float* Q, const float* K, const float* V, float* output, int M, int N, int d);
