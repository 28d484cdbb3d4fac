#pragma once

// y_samples and result are device pointers.
extern "C" void solve(const float* y_samples, float* result, float a, float b, int n_samples);
