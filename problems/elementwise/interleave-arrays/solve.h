#pragma once

// A and B (N elements each) and output (2 * N elements) are device pointers.
extern "C" void solve(const float* A, const float* B, float* output, int N);
