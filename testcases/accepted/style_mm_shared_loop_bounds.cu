// exam: problem=matrix-multiplication verdict=accepted
// Loop bounds, steps and strides are shared scalars, and barriers stand inside those loops.
#include <cuda_runtime.h>

__global__ void mm(const float *A, const float *B, float *C, int M, int N, int K)
{
    enum { W = 16 };
    __shared__ float a[W * W], b[W * W];
    __shared__ int k_end, k_step, k_len, stride_a, stride_b;
    const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * W + y, col = blockIdx.x * W + x;
    float sum = 0;

    if (x == 3 && y == 3) {
        k_end = N;
        k_step = W;
        stride_a = N;
        stride_b = K;
        k_len = N < W ? N : W;
    }
    __syncthreads();
    for (int k = 0; k < k_end; k += k_step) {
        a[y * W + x] = row < M && x < k_len ? A[(size_t)row * stride_a + k + x] : 0;
        b[y * W + x] = y < k_len && col < K ? B[(size_t)(k + y) * stride_b + col] : 0;
        __syncthreads();
        for (int e = 0; e < k_len; ++e) sum += a[y * W + e] * b[e * W + x];
        __syncthreads();
        if (x + y == 0) k_len = k_end - k - k_step < W ? k_end - k - k_step : W;
        __syncthreads();
    }
    if (row < M && col < K) C[(size_t)row * K + col] = sum;
}

extern "C" void solve(const float *A, const float *B, float *C, int M, int N, int K)
{
    mm<<<dim3((K + 15) / 16, (M + 15) / 16), dim3(16, 16)>>>(A, B, C, M, N, K);
}
