#pragma once

// All pointers are device pointers; p, seed and sampled_token point to one element each.
extern "C" void solve(const float* logits, const float* p, const int* seed, int* sampled_token, int vocab_size);
