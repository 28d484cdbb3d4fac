#pragma once

#include <cuda_fp16.h>

// A, B and result are device pointers.
extern "C" void solve(const half* A, const half* B, half* result, int N);
