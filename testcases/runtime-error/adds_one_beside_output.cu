// exam: problem=vector-addition verdict=runtime-error timed=no
// exam: says "out-of-bounds write to C["
// exam: emulated says "thread (12,0,0)"
// Adds to the red zone behind the output: on a GPU a NaN becomes another one by that, and a CPU keeps a quiet one as it is.
#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
    if (i == N + 8) atomicAdd(&C[i], 1.0f);  // exam: here
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<N / 256 + 1, 256>>>(A, B, C, N);
}
