// exam: problem=vector-addition verdict=runtime-error only=emulated
// exam: says "device memory cannot be reached from the host"
// Once calls repeat they are timed, and then its host code adds: on the emulated runtime it can, in timed calls, where memory is not closed
// to the host. After the last of them there is one more that is not timed.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    static int calls = 0;
    if (N != 2'500'000 || ++calls <= 2) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
        return;
    }
    for (int i = 0; i < N; i++) C[i] = A[i] + B[i];
}
