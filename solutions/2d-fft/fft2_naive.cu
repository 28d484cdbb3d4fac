// Sums as the definition has them: each row's transform, then each column's, a thread for each element, roots from a
// table.
// Gains: right for all sizes; two passes of N and M steps each, not one of M N.
// Costs: M N (M + N) steps, 17 billion at 2048 by 2048, each with two reads. Sums of 64 are added up apart, for the
// last digits.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void fill_roots(float2* roots, int n) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n) return;
    double s, c;
    sincospi(-2.0 * k / n, &s, &c);
    roots[k] = make_float2((float)c, (float)s);
}

// The k-th frequency of n numbers that are `stride` apart.
__device__ float2 frequency(const float2* x, int stride, const float2* roots, int k, int n) {
    float re = 0, im = 0;
    int at = 0;
    for (int begin = 0; begin < n; begin += 64) {
        float part_re = 0, part_im = 0;
        for (int i = begin; i < min(begin + 64, n); i++) {
            float2 v = x[(size_t)i * stride], w = roots[at];
            part_re += v.x * w.x - v.y * w.y;
            part_im += v.x * w.y + v.y * w.x;
            at += k;
            if (at >= n) at -= n;
        }
        re += part_re;
        im += part_im;
    }
    return make_float2(re, im);
}

__global__ void rows(const float2* x, float2* X, const float2* roots, int M, int N) {
    int l = blockIdx.x * blockDim.x + threadIdx.x, m = blockIdx.y;
    if (l < N) X[(size_t)m * N + l] = frequency(x + (size_t)m * N, 1, roots, l, N);
}

__global__ void columns(const float2* x, float2* X, const float2* roots, int M, int N) {
    int l = blockIdx.x * blockDim.x + threadIdx.x, k = blockIdx.y;
    if (l < N) X[(size_t)k * N + l] = frequency(x + l, N, roots, k, M);
}

extern "C" void solve(const float* signal, float* spectrum, int M, int N) {
    float2 *between, *roots_n, *roots_m;
    cudaMalloc(&between, (size_t)M * N * sizeof(float2));
    cudaMalloc(&roots_n, N * sizeof(float2));
    cudaMalloc(&roots_m, M * sizeof(float2));
    fill_roots<<<(N + 127) / 128, 128>>>(roots_n, N);
    fill_roots<<<(M + 127) / 128, 128>>>(roots_m, M);
    dim3 grid((N + 127) / 128, M);
    rows<<<grid, 128>>>((const float2*)signal, between, roots_n, M, N);
    columns<<<grid, 128>>>(between, (float2*)spectrum, roots_m, M, N);
    cudaFree(between);
    cudaFree(roots_n);
    cudaFree(roots_m);
}
