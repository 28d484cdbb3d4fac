#pragma once

// All are device pointers: input is N x C x H x W, weights is F x C x 3 x 3, output is N x F x (H - 2) x (W - 2).
extern "C" void solve(const float* input, const float* weights, float* output, int N, int C, int H, int W, int F);
