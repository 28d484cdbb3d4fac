// exam: problem=reduction verdict=compile-error
// The shuffles of before Volta, which are gone from sm_70 on.
#include <cuda_runtime.h>

__inline__ __device__ float warpReduceSum(float val) {
  for (int offset = warpSize/2; offset > 0; offset /= 2)
    val += __shfl_down(val, offset);
  return val;
}

__global__ void deviceReduceWarpAtomicKernel(const float *in, float* out, int N) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += blockDim.x * gridDim.x) {
    sum += in[i];
  }
  sum = warpReduceSum(sum);
  if ((threadIdx.x & (warpSize - 1)) == 0)
    atomicAdd(out, sum);
}

extern "C" void solve(const float* input, float* output, int N) {
  cudaMemsetAsync(output, 0, sizeof(float));
  deviceReduceWarpAtomicKernel<<<256, 512>>>(input, output, N);
}
