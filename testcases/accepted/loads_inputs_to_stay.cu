// exam: problem=vector-addition verdict=accepted timed=no size=small
// Loads its inputs with the policy that lines of the L2 are to be the last to go, by PTX, so that they are there for the next call. It is
// right, and gains nothing: the L2 is flushed before each call.

#include <cuda_runtime.h>

__device__ float load_to_stay(const float* address) {
    unsigned long long policy;
    float value;
    asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
    asm volatile("ld.global.L2::cache_hint.f32 %0, [%1], %2;" : "=f"(value) : "l"(address), "l"(policy));
    return value;
}

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = load_to_stay(A + i) + load_to_stay(B + i);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
