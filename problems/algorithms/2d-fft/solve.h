#pragma once

// signal and spectrum are device pointers to M rows of N complex numbers each: real part, imaginary part, and so on.
extern "C" void solve(const float* signal, float* spectrum, int M, int N);
