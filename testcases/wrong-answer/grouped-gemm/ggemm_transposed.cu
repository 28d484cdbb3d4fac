// exam: problem=grouped-gemm verdict=wrong-answer
// B is taken for N x K.
#include <cuda_runtime.h>

__global__ void multiply(const float* A, const float* B, const int* offsets, float* C, int M, int K, int N) {
  int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
  if (column >= N) return;
  int group = 0;
  while (row >= offsets[group + 1]) ++group;
  const float* b = B + (size_t)group * K * N;
  float sum = 0;
  for (int k = 0; k < K; ++k) sum += A[(size_t)row * K + k] * b[(size_t)column * K + k];
  C[(size_t)row * N + column] = sum;
}

extern "C" void solve(const float* A, const float* B, const int* group_offsets, float* C, int G, int M_total, int K,
                      int N) {
  dim3 grid((N + 127) / 128, M_total);
  multiply<<<grid, 128>>>(A, B, group_offsets, C, M_total, K, N);
}
