// exam: problem=vector-addition verdict=time-limit
// exam: says "not done after"
// Hangs in a constructor, before anyone has called solve().

#include <cuda_runtime.h>
#include <unistd.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

__attribute__((constructor)) static void hang() {
    for (;;) sleep(1000);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
