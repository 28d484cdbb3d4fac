#pragma once

// points and indices are device pointers; point i is points[3 * i], points[3 * i + 1], points[3 * i + 2].
extern "C" void solve(const float* points, int* indices, int N);
