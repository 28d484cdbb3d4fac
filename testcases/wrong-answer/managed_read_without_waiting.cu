// exam: problem=count-array-element verdict=wrong-answer
// The host reads a __managed__ variable while the kernel that counts has just been launched.
__managed__ int found;

__global__ void count(const int* input, int N, int K) {
  int own = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x) own += input[i] == K;
  atomicAdd(&found, own);
}

extern "C" void solve(const int* input, int* output, int N, int K) {
  found = 0;
  count<<<64, 256>>>(input, N, K);
  const int now = found;
  cudaMemcpy(output, &now, sizeof now, cudaMemcpyHostToDevice);
}
