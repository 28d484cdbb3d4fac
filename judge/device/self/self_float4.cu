#include "add.cuh"

extern "C" void solve(const float* A, const float* B, float* C, int N) { launch_float4(A, B, C, N, 0, nullptr); }
