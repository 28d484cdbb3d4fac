#pragma once

// input and output are device pointers to row-major N x N matrices; output becomes input to the power of P.
extern "C" void solve(const float* input, float* output, int N, int P);
