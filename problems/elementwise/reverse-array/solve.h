#pragma once

// input is a device pointer; the result replaces it.
extern "C" void solve(float* input, int N);
