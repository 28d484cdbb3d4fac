// exam: problem=count-array-element verdict=wrong-answer
// Counts the warps that have a hit, and not their hits.
#include <cuda_runtime.h>

__global__ void count(const int* in, int* out, int n, int k) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned hit = __ballot_sync(~0u, i < n && in[i] == k);
    if (threadIdx.x % 32 == 0 && hit) atomicAdd(out, 1);
}

extern "C" void solve(const int* input, int* output, int N, int K) {
    cudaMemset(output, 0, 4);
    count<<<(N + 127) / 128, 128>>>(input, output, N, K);
}
