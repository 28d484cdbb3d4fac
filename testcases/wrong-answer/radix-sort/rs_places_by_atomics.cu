// exam: problem=radix-sort verdict=wrong-answer
// An element's place among those of its digit is drawn by an atomic, so the order of equal digits is nobody's: the pass before it was for nothing.
#include <cuda_runtime.h>

__global__ void count(const unsigned* keys, unsigned* starts, int n, int shift) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&starts[(keys[i] >> shift) & 15], 1u);
}

__global__ void sum_up(unsigned* starts) {
    unsigned sum = 0;
    for (int digit = 0; digit < 16; digit++) {
        const unsigned count = starts[digit];
        starts[digit] = sum;
        sum += count;
    }
}

__global__ void scatter(const unsigned* keys, unsigned* sorted, unsigned* starts, int n, int shift) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sorted[atomicAdd(&starts[(keys[i] >> shift) & 15], 1u)] = keys[i];
}

extern "C" void solve(const unsigned int* input, unsigned int* output, int N) {
    unsigned *other, *starts;
    cudaMalloc(&other, sizeof(unsigned) * N);
    cudaMalloc(&starts, 16 * sizeof(unsigned));
    const unsigned* from = input;
    for (int pass = 0; pass < 8; pass++) {
        unsigned* to = pass % 2 ? output : other;
        cudaMemset(starts, 0, 16 * sizeof(unsigned));
        count<<<64, 256>>>(from, starts, N, 4 * pass);
        sum_up<<<1, 1>>>(starts);
        scatter<<<64, 256>>>(from, to, starts, N, 4 * pass);
        from = to;
    }
    cudaFree(other);
    cudaFree(starts);
}
