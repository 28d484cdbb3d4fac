// exam: problem=sorting verdict=wrong-answer
// Fills up to a power of two with 1e9, as if no number were larger.

#include <cuda_runtime.h>
#include <math.h>

__global__ void pad(float* a, int from, int n) {
    int i = from + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = 1e9f;
}

__global__ void bitonic_step(float* a, int n, int j, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int partner = i ^ j;
    if (i >= n || partner <= i) return;
    bool ascending = (i & k) == 0;
    float x = a[i], y = a[partner];
    if ((x > y) == ascending) {
        a[i] = y;
        a[partner] = x;
    }
}

extern "C" void solve(float* data, int N) {
    int n = 1;
    while (n < N) n *= 2;
    float* a = data;
    if (n != N) {
        cudaMalloc(&a, n * sizeof(float));
        cudaMemcpy(a, data, N * sizeof(float), cudaMemcpyDeviceToDevice);
        pad<<<(n - N + 255) / 256, 256>>>(a, N, n);
    }
    for (int k = 2; k <= n; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) bitonic_step<<<(n + 255) / 256, 256>>>(a, n, j, k);
    if (n != N) {
        cudaMemcpy(data, a, N * sizeof(float), cudaMemcpyDeviceToDevice);
        cudaFree(a);
    }
}
