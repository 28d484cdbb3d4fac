#pragma once

// data is a device pointer; it is sorted in place.
extern "C" void solve(float* data, int N);
