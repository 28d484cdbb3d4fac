// exam: problem=count-array-element verdict=wrong-answer
// Compares 16 bits, which would do if values were below 65,536.
#include <cuda_runtime.h>

__global__ void count(const int* in, int* out, int n, int k) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool hit = i < n && static_cast<unsigned short>(in[i]) == static_cast<unsigned short>(k);
    const int hits = __popc(__ballot_sync(~0u, hit));
    if (threadIdx.x % 32 == 0) atomicAdd(out, hits);
}

extern "C" void solve(const int* input, int* output, int N, int K) {
    cudaMemset(output, 0, 4);
    count<<<(N + 127) / 128, 128>>>(input, output, N, K);
}
