#pragma once

// prompts, output and weights are device pointers.
extern "C" void solve(const int* prompts, float* output, const float* weights, int batch_size);
