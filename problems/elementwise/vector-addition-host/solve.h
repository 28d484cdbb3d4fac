#pragma once

// A, B and C are pointers to pageable host memory.
extern "C" void solve(const float* A, const float* B, float* C, int N);
