#pragma once

// input (height * width * 3 elements) and output (height * width elements) are device pointers.
extern "C" void solve(const float* input, float* output, int width, int height);
