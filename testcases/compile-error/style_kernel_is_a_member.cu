// exam: problem=vector-addition verdict=compile-error
// No method is a kernel, not even a static one.
#include <cuda_runtime.h>

struct Adder {
    int threads = 256;
    static __global__ void add(const float* A, const float* B, float* C, int N) {  // exam: here
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < N) C[i] = A[i] + B[i];
    }
    int blocks(int N) const { return (N + threads - 1) / threads; }
};

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    Adder adder;
    Adder::add<<<adder.blocks(N), adder.threads>>>(A, B, C, N);
}
