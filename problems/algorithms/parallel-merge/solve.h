#pragma once

// A, B and C are device pointers; A has M elements, B has N, C has M + N.
extern "C" void solve(const float* A, const float* B, float* C, int M, int N);
