#pragma once

// input and output are device pointers: input is N x C x H x W; output is N x C x h x w with
// h = (H + 2 * padding - kernel_size) / stride + 1, and w likewise.
extern "C" void solve(const float* input, float* output, int N, int C, int H, int W, int kernel_size, int stride,
                      int padding);
