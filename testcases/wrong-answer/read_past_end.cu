// exam: problem=vector-addition verdict=wrong-answer
// exam: says "C["
// exam: emulated says "out-of-bounds read of A["
// The last element takes its A from one past the end: a GPU forgives the read, the answer is wrong all the same.
// The emulated runtime says where. Only where N is a multiple of 4: else the read stays inside the 16 bytes that
// hold the last element.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    int from = i == N - 1 && N % 4 == 0 ? i + 1 : i;
    C[i] = A[from] + B[i];  // exam: here
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
