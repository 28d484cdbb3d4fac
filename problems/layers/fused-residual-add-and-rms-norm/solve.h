#pragma once

// All pointers are device pointers.
extern "C" void solve(const float* x, const float* residual, const float* weight, float* out, int N, int C, float eps);
