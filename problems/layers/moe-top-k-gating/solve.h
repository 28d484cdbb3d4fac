#pragma once

// All pointers are device pointers.
extern "C" void solve(const float* logits, float* topk_weights, int* topk_indices, int M, int E, int k);
