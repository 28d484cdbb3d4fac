// exam: problem=vector-addition verdict=accepted
// exam: emulated says "out-of-bounds read of A["
// Reads one element past A and drops the value: a GPU forgives that, and the answer is right. The emulated runtime
// says where. Only where N is a multiple of 4: else the read stays inside the 16 bytes that hold the last element.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    const volatile float* a = A;
    float next = 0;
    if (i == N - 1 && N % 4 == 0)
        next = a[i + 1];  // exam: here
    C[i] = A[i] + B[i];
    if (i < 0) C[i] = next;
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
