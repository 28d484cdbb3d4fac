#pragma once

// values, flags and output are device pointers.
extern "C" void solve(const float* values, const int* flags, float* output, int N);
