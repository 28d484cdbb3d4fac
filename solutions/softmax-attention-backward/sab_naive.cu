// The formulas one by one, with P and dS in memory: a thread for each element of each matrix.
// Costs: two matrices of M x N floats, 268 MB at the ranked size, written and read several times; no number is used twice once loaded.
// judge: rung 1

#include <cuda_runtime.h>

// C[i][j] = factor * row i of A . row j of B
__global__ void rows_by_rows(const float* A, const float* B, float* C, int m, int n, int d, float factor) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n) return;
    for (int i = blockIdx.y; i < m; i += gridDim.y) {
        float sum = 0.0f;
        for (int c = 0; c < d; c++) sum += A[(size_t)i * d + c] * B[(size_t)j * d + c];
        C[(size_t)i * n + j] = factor * sum;
    }
}

// S becomes P, dP becomes dS.
__global__ void softmax_and_slopes(float* S, float* dP, int m, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m) return;
    float* p = S + (size_t)i * n;
    float* s = dP + (size_t)i * n;
    float largest = p[0], total = 0.0f, mean = 0.0f;
    for (int j = 1; j < n; j++) largest = fmaxf(largest, p[j]);
    for (int j = 0; j < n; j++) total += expf(p[j] - largest);
    for (int j = 0; j < n; j++) {
        p[j] = expf(p[j] - largest) / total;
        mean += p[j] * s[j];
    }
    for (int j = 0; j < n; j++) s[j] = p[j] * (s[j] - mean);
}

// C = factor * A B, or A^T B where A is n x m instead of m x n
__global__ void product(const float* A, const float* B, float* C, int m, int n, int d, float factor, bool transposed) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= d) return;
    for (int i = blockIdx.y; i < m; i += gridDim.y) {
        float sum = 0.0f;
        for (int j = 0; j < n; j++) sum += A[transposed ? (size_t)j * m + i : (size_t)i * n + j] * B[(size_t)j * d + c];
        C[(size_t)i * d + c] = factor * sum;
    }
}

extern "C" void solve(const float* Q, const float* K, const float* V, const float* dO, float* dQ, float* dK, float* dV, int M, int N, int d) {
    float *P, *dS, scale = 1.0f / sqrtf((float)d);
    cudaMalloc(&P, (size_t)M * N * sizeof(float));
    cudaMalloc(&dS, (size_t)M * N * sizeof(float));
    dim3 pairs((N + 127) / 128, M < 65535 ? M : 65535);
    dim3 queries((d + 31) / 32, M < 65535 ? M : 65535), keys((d + 31) / 32, N < 65535 ? N : 65535);
    rows_by_rows<<<pairs, 128>>>(Q, K, P, M, N, d, scale);
    rows_by_rows<<<pairs, 128>>>(dO, V, dS, M, N, d, 1.0f);
    softmax_and_slopes<<<(M + 63) / 64, 64>>>(P, dS, M, N);
    product<<<queries, 32>>>(dS, K, dQ, M, N, d, scale, false);
    product<<<keys, 32>>>(dS, Q, dK, N, M, d, scale, true);
    product<<<keys, 32>>>(P, dO, dV, N, M, d, 1.0f, true);
    cudaFree(P);
    cudaFree(dS);
}
