#pragma once

// signal and spectrum are device pointers to N complex numbers each: real part, imaginary part, and so on.
extern "C" void solve(const float* signal, float* spectrum, int N);
