// exam: problem=count-array-element verdict=compile-error
// A __device__ variable among the statements of a kernel.
__global__ void count(const int* input, int* output, int N, int K) {
  __device__ int found;  // exam: here
  found = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x) found += input[i] == K;
  atomicAdd(output, found);
}

extern "C" void solve(const int* input, int* output, int N, int K) { count<<<64, 256>>>(input, output, N, K); }
