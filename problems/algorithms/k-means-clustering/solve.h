#pragma once

// All pointers are device pointers. initial_centroid_x and initial_centroid_y are inputs, although they are not const.
extern "C" void solve(const float* data_x, const float* data_y, int* labels, float* initial_centroid_x,
                      float* initial_centroid_y, float* final_centroid_x, float* final_centroid_y, int sample_size,
                      int k, int max_iterations);
