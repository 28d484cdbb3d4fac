#pragma once

// Q, cos, sin and output are device pointers to matrices of M rows and D columns, row after row.
extern "C" void solve(float* Q, float* cos, float* sin, float* output, int M, int D);
