// Three kernels: all scores to memory, the softmax of each row, the weighted sums.
// Costs: the matrix of scores, M * N floats, is written twice and read three times; every score reads two rows from memory.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void scores(const float* Q, const float* K, float* S, int M, int N, int d) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y;
    if (j >= N) return;
    float dot = 0.0f;
    for (int c = 0; c < d; c++) dot += Q[(size_t)i * d + c] * K[(size_t)j * d + c];
    S[(size_t)i * N + j] = dot / sqrtf((float)d);
}

__global__ void softmax_rows(float* S, int M, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= M) return;
    float* row = S + (size_t)i * N;
    float largest = row[0], sum = 0.0f;
    for (int j = 1; j < N; j++) largest = fmaxf(largest, row[j]);
    for (int j = 0; j < N; j++) {
        row[j] = expf(row[j] - largest);
        sum += row[j];
    }
    for (int j = 0; j < N; j++) row[j] /= sum;
}

__global__ void weighted_sums(const float* S, const float* V, float* output, int M, int N, int d) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y;
    if (c >= d) return;
    float sum = 0.0f;
    for (int j = 0; j < N; j++) sum += S[(size_t)i * N + j] * V[(size_t)j * d + c];
    output[(size_t)i * d + c] = sum;
}

extern "C" void solve(const float* Q, const float* K, const float* V, float* output, int M, int N, int d) {
    const int at_once = 65535;  // rows: what a grid's y takes
    int rows = M < at_once ? M : at_once;
    float* S;
    cudaMalloc(&S, (size_t)rows * N * sizeof(float));
    for (int first = 0; first < M; first += rows) {
        int count = M - first < rows ? M - first : rows;
        const float* q = Q + (size_t)first * d;
        scores<<<dim3((N + 127) / 128, count), 128>>>(q, K, S, count, N, d);
        softmax_rows<<<(count + 63) / 64, 64>>>(S, count, N);
        weighted_sums<<<dim3((d + 63) / 64, count), 64>>>(S, V, output + (size_t)first * d, count, N, d);
    }
    cudaFree(S);
}
