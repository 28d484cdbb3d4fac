#pragma once

// x, output and weights are device pointers.
extern "C" void solve(const float* x, float* output, const float* weights, int seq_len);
