#pragma once

// X, y and beta are device pointers; X has n_samples rows of n_features.
extern "C" void solve(const float* X, const float* y, float* beta, int n_samples, int n_features);
