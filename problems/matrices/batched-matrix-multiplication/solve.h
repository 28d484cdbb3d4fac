#pragma once

// A, B and C are device pointers to BATCH row-major matrices each, one behind the other: those of A are M x K, of B K x N,
// of C M x N.
extern "C" void solve(const float* A, const float* B, float* C, int BATCH, int M, int N, int K);
