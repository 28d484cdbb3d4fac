// exam: problem=attention-with-linear-biases verdict=wrong-answer
// The largest score begins at 0: exp() underflows where all are very low.
#include <cuda_runtime.h>

__global__ void score_kernel(const float* Q, const float* K, float* scores, int M, int N, int d, float alpha) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= M || j >= N) return;
    float dot = 0.0f;
    for (int c = 0; c < d; c++) dot += Q[i * d + c] * K[j * d + c];
    scores[i * N + j] = dot / sqrtf((float)d) + alpha * (i - j);
}

__global__ void output_kernel(const float* scores, const float* V, float* output, int M, int N, int d) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= M || c >= d) return;
    float largest = 0.0f;
    for (int j = 1; j < N; j++) largest = fmaxf(largest, scores[i * N + j]);
    float total = 0.0f, sum = 0.0f;
    for (int j = 0; j < N; j++) {
        float weight = expf(scores[i * N + j] - largest);
        total += weight;
        sum += weight * V[j * d + c];
    }
    output[i * d + c] = sum / total;
}

extern "C" void solve(const float* Q, const float* K, const float* V, float* output, int M, int N, int d, float alpha) {
    float* scores;
    cudaMalloc(&scores, (size_t)M * N * sizeof(float));
    dim3 block(16, 16);
    score_kernel<<<dim3((N + 15) / 16, (M + 15) / 16), block>>>(Q, K, scores, M, N, d, alpha);
    output_kernel<<<dim3((d + 15) / 16, (M + 15) / 16), block>>>(scores, V, output, M, N, d);
    cudaDeviceSynchronize();
    cudaFree(scores);
}
