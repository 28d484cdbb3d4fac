#pragma once

// A, B and C are device pointers to row-major matrices: A is M x N with all its zeros, of which nnz elements are not zero; B
// is N x K, C is M x K.
extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K, int nnz);
