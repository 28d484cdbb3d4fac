#pragma once

// A, B and C are device pointers.
extern "C" void solve(const float* A, const float* B, float* C, int N);
