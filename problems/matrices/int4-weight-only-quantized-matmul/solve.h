#pragma once

#include <cuda_fp16.h>

#include <cstdint>

// All are device pointers: x is M x K, w_q is N x K / 2 bytes of two weights each, scales is N x K / group_size, y is M x N.
extern "C" void solve(const __half* x, const uint8_t* w_q, const __half* scales, __half* y, int M, int N, int K,
                      int group_size);
