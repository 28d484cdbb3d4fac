#pragma once

// X and Y are device pointers to matrices of M rows and N columns, S to one of ceil(M / TILE_SIZE) rows and
// ceil(N / TILE_SIZE) columns; all of them row after row.
extern "C" void solve(const float* X, const float* S, float* Y, int M, int N, int TILE_SIZE);
