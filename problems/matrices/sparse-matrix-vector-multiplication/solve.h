#pragma once

// A, x and y are device pointers: A is a row-major M x N matrix with all its zeros, of which at most nnz elements are not zero; x
// has N elements, y has M.
extern "C" void solve(const float* A, const float* x, float* y, int M, int N, int nnz);
