#pragma once

// rewards, values and advantages (B rows of S steps each) are device pointers.
extern "C" void solve(const float* rewards, const float* values, float* advantages, float gamma, float lam, int B,
                      int S);
