#pragma once

// A, B, group_offsets and C are device pointers.
extern "C" void solve(const float* A, const float* B, const int* group_offsets, float* C, int G, int M_total, int K,
                      int N);
