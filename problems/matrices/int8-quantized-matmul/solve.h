#pragma once

#include <cstdint>

// A, B and C are device pointers to row-major matrices: A is M x K, B is K x N, C is M x N.
extern "C" void solve(const int8_t* A, const int8_t* B, int8_t* C, int M, int N, int K, float scale_A, float scale_B,
                      float scale_C, int zero_point_A, int zero_point_B, int zero_point_C);
