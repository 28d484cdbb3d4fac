// exam: problem=vector-addition verdict=wrong-answer
// va_shared.cu without __shared__: every thread has arrays of its own, and the elements that others loaded are not in
// them.
#include <cuda_runtime.h>

constexpr int block_size = 256;

__global__ void add(const float* A, const float* B, float* C, int N) {
    float a[block_size], b[block_size];
    int first = blockIdx.x * block_size;
    for (int k = 4 * threadIdx.x; k < 4 * threadIdx.x + 4 && k < block_size; k++)
        if (first + k < N) {
            a[k] = A[first + k];
            b[k] = B[first + k];
        }
    __syncthreads();
    int i = first + threadIdx.x;
    if (i < N) C[i] = a[threadIdx.x] + b[threadIdx.x];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + block_size - 1) / block_size, block_size>>>(A, B, C, N);
}
