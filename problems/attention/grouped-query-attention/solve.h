#pragma once

// Q, K, V and output are device pointers.
extern "C" void solve(const float* Q, const float* K, const float* V, float* output, int num_q_heads, int num_kv_heads, int seq_len,
                      int head_dim);
