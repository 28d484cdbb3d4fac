// exam: problem=count-array-element verdict=wrong-answer
// Threads past the end look at the last element again.
#include <cuda_runtime.h>

__global__ void count(const int* in, int* out, int n, int k) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int hits = __popc(__ballot_sync(~0u, in[i < n ? i : n - 1] == k));
    if (threadIdx.x % 32 == 0) atomicAdd(out, hits);
}

extern "C" void solve(const int* input, int* output, int N, int K) {
    cudaMemset(output, 0, 4);
    count<<<(N + 127) / 128, 128>>>(input, output, N, K);
}
