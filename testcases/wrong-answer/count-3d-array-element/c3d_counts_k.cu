// exam: problem=count-3d-array-element verdict=wrong-answer
// Counts the elements that are equal to K, which is the length of a row here.
#include <cuda_runtime.h>

__global__ void count(const int* in, int* out, int n, int value) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int hits = __syncthreads_count(i < n && in[i] == value);
    if (threadIdx.x == 0) atomicAdd(out, hits);
}

extern "C" void solve(const int* input, int* output, int N, int M, int K, int) {
    cudaMemset(output, 0, 4);
    count<<<(N * M * K + 255) / 256, 256>>>(input, output, N * M * K, K);
}
