#pragma once

// All are device pointers to row-major matrices: x is batch x d_in, W is d_out x d_in, A is rank x d_in, B is d_out x rank,
// output is batch x d_out.
extern "C" void solve(const float* x, const float* W, const float* A, const float* B, float* output, int batch, int d_in,
                      int d_out, int rank, float lora_scale);
