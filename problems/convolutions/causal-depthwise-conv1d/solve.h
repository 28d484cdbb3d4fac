#pragma once

// All are device pointers: x and output are B x L x D, the channel the fastest index; weight is D x K, bias has D elements.
extern "C" void solve(const float* x, const float* weight, const float* bias, float* output, int B, int L, int D, int K);
