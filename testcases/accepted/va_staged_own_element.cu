// exam: problem=vector-addition verdict=accepted
// Staging as it is often miswritten: the arrays lack __shared__, so each thread has 256 elements of its own and uses
// one. It is right, since each thread reads only what it wrote itself; but nothing is shared, and the barrier waits
// for nothing.
#include <cuda_runtime.h>

constexpr int block_size = 256;

__global__ void add(const float* A, const float* B, float* C, int N) {
    float a[block_size], b[block_size];
    int i = blockIdx.x * block_size + threadIdx.x;
    if (i < N) {
        a[threadIdx.x] = A[i];
        b[threadIdx.x] = B[i];
    }
    __syncthreads();
    if (i < N) C[i] = a[threadIdx.x] + b[threadIdx.x];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + block_size - 1) / block_size, block_size>>>(A, B, C, N);
}
