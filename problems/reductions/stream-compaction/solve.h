#pragma once

// A and out are device pointers.
extern "C" void solve(const float* A, int N, float* out);
