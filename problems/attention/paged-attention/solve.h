#pragma once

// All pointers are device pointers.
extern "C" void solve(const float* Q, const float* K_cache, const float* V_cache, const int* block_table,
                      const int* context_lens, float* output, int batch_size, int num_heads, int head_dim, int block_size,
                      int max_blocks_per_seq);
