#pragma once

// dist and output are device pointers to N rows of N.
extern "C" void solve(const float* dist, float* output, int N);
