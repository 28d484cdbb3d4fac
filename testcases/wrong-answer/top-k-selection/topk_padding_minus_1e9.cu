// exam: problem=top-k-selection verdict=wrong-answer
// Fills up to a power of two with -1e9, as if no number were smaller.

#include <cuda_runtime.h>
#include <math.h>

__global__ void copy_padded(const float* in, float* a, int N, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = i < N ? in[i] : -1e9f;
}

// Descending.
__global__ void step(float* a, int n, int j, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int other = i ^ j;
    if (i >= n || other < i) return;
    float x = a[i], y = a[other];
    if (((i & k) == 0) ? x < y : x > y) {
        a[i] = y;
        a[other] = x;
    }
}

__global__ void by_rank(const float* in, float* out, int N, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    float x = in[i];
    int rank = 0;
    for (int j = 0; j < N; j++) {
        float y = in[j];
        rank += y > x || (y == x && j < i);
    }
    if (rank < k) out[rank] = x;
}

extern "C" void solve(const float* input, float* output, int N, int k) {
    if (N <= 2048) {
        by_rank<<<(N + 127) / 128, 128>>>(input, output, N, k);
        return;
    }
    int n = 1;
    while (n < N) n *= 2;
    float* a;
    cudaMalloc(&a, n * sizeof(float));
    copy_padded<<<(n + 255) / 256, 256>>>(input, a, N, n);
    for (int size = 2; size <= n; size *= 2)
        for (int j = size / 2; j > 0; j /= 2) step<<<(n + 255) / 256, 256>>>(a, n, j, size);
    cudaMemcpy(output, a, k * sizeof(float), cudaMemcpyDeviceToDevice);
    cudaFree(a);
}
