// exam: problem=vector-addition verdict=accepted
// A persistent loop on a shared flag that is copied to a const bool before the second barrier; the position is shared, too.
#include <cuda_runtime.h>

__global__ void addieren(const float* a, const float* b, float* c, int n) {
    __shared__ bool fertig;
    __shared__ int anfang;
    if (threadIdx.x == 0) { anfang = blockIdx.x * blockDim.x; fertig = anfang >= n; }
    __syncthreads();
    for (;;) {
        const bool ende = fertig;
        const int i = anfang + threadIdx.x;
        __syncthreads();
        if (ende) break;
        if (i < n) c[i] = a[i] + b[i];
        if (threadIdx.x == 0) {
            anfang += gridDim.x * blockDim.x;
            fertig = anfang >= n;
        }
        __syncthreads();
    }
}

extern "C" void solve(const float* A, const float* B, float* C, int N) { addieren<<<24, 128>>>(A, B, C, N); }
