// exam: problem=sorting verdict=wrong-answer
// Compares the bits as signed integers: negative numbers come out in descending order.
#include <cuda_runtime.h>

__global__ void rank_all(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int x = in[i], rank = 0;
    for (int j = 0; j < n; j++) rank += in[j] < x || (in[j] == x && j < i);
    out[rank] = x;
}

extern "C" void solve(float* data, int N) {
    int* copy;
    cudaMalloc(&copy, N * sizeof(int));
    cudaMemcpy(copy, data, N * sizeof(int), cudaMemcpyDeviceToDevice);
    rank_all<<<(N + 255) / 256, 256>>>(copy, (int*)data, N);
    cudaFree(copy);
}
