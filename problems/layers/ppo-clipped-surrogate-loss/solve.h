#pragma once

// All pointers are device pointers; output points to one element.
extern "C" void solve(const float* advantages, const float* log_pi, const float* log_pi_old, float* output, float clip_eps,
                      int B, int S);
