#pragma once

// a, x and h (B rows of L elements each) are device pointers.
extern "C" void solve(const float* a, const float* x, float* h, int B, int L);
