// For lost_update_in_a_header.cu.
#pragma once

#include <cuda_runtime.h>

#define PUT(place, value) (*(place) = (value))
#define GET(place) (*(place))

__global__ void sum(const float* input, float* output, int n) {
  __shared__ float part[256];
  float mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) mine += input[i];
  part[threadIdx.x] = mine;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) PUT(output, GET(output) + part[0]);
}
