#pragma once

// Q, K, V and output are device pointers.
extern "C" void solve(const float* Q, const float* K, const float* V, float* output, int seq_len, int d_model, float gamma);
