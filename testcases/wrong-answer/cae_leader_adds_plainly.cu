// exam: problem=count-array-element verdict=wrong-answer sample=no
// The leader of the lanes that found one adds their number to the block's count without an atomic.
#include <cuda_runtime.h>

__global__ void count(const int* in, int* out, int n, int k) {
  __shared__ int c;
  if (threadIdx.x == 0) c = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] == k) {
    unsigned m = __activemask();
    if ((threadIdx.x & 31) == __ffs(m) - 1)
      c += __popc(m);
  }
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(out, c);
}
extern "C" void solve(const int* input, int* output, int N, int K) { count<<<(N + 511) / 512, 512>>>(input, output, N, K); }
