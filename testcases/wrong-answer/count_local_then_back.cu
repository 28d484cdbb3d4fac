// exam: problem=count-array-element verdict=wrong-answer
// exam: emulated says "right only if threads run one after the other"
// The count of a block is read into a local variable, and written back: two threads that read the same count lose one.
#include <cuda_runtime.h>

__global__ void count(const int* input, int* output, int n, int k) {
  __shared__ int counted;
  int& total = counted;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && input[i] == k) {
    int now = total;
    now++;
    total = now;
  }
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(output, counted);
}

extern "C" void solve(const int* input, int* output, int N, int K) {
  cudaMemset(output, 0, sizeof(int));
  count<<<(N + 255) / 256, 256>>>(input, output, N, K);
  cudaDeviceSynchronize();
}
