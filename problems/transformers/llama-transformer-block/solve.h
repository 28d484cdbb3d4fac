#pragma once

// All pointers are device pointers.
extern "C" void solve(const float* x, float* output, const float* weights, const float* cos, const float* sin, int seq_len);
