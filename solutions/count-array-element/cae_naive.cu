// A thread for each element; whoever finds K adds one to the result.
// Costs: an atomic for each hit, all on one address. (The compiler joins those of a warp into one, which helps.)
// Expect: good where K is rare, slow where it is frequent.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void count(const int* input, int* output, int N, int K) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N && input[i] == K) atomicAdd(output, 1);
}

extern "C" void solve(const int* input, int* output, int N, int K) {
    cudaMemset(output, 0, sizeof(int));
    count<<<(N + 255) / 256, 256>>>(input, output, N, K);
}
