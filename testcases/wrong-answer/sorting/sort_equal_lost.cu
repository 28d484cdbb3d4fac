// exam: problem=sorting verdict=wrong-answer
// Sorting by rank that counts only the smaller ones: equal elements all go to the same place.
#include <cuda_runtime.h>

__global__ void rank_all(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int rank = 0;
    for (int j = 0; j < n; j++) rank += in[j] < in[i];
    atomicExch(out + rank, in[i]);
}

extern "C" void solve(float* data, int N) {
    float* copy;
    cudaMalloc(&copy, N * sizeof(float));
    cudaMemcpy(copy, data, N * sizeof(float), cudaMemcpyDeviceToDevice);
    cudaMemset(data, 0, N * sizeof(float));
    rank_all<<<(N + 255) / 256, 256>>>(copy, data, N);
    cudaFree(copy);
}
