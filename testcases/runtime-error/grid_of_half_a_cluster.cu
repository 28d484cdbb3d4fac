// exam: problem=vector-addition verdict=runtime-error,wrong-answer
// exam: emulated verdict=runtime-error
// exam: emulated says "cudaErrorInvalidClusterSize"
// The grid is no multiple of the cluster.
#include <cuda_runtime.h>

__global__ void __cluster_dims__(2, 1, 1) add(const float* A, const float* B, float* C, int N) {
  for (int i = threadIdx.x; i < N; i += blockDim.x) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) { add<<<3, 256>>>(A, B, C, N); }
