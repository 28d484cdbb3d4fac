// exam: problem=ordinary-least-squares verdict=wrong-answer
// The inputs are rounded to bfloat16. Where one number is far larger than the others, its share of the errors drowns them.
#include <cuda_bf16.h>
#include <cuda_runtime.h>

__device__ float cut(float x) { return __bfloat162float(__float2bfloat16(x)); }

__global__ void fit(const float* X, const float* y, float* beta, float* a, int n, int p) {
    int width = p + 1;
    for (int j = 0; j < p; j++)
        for (int k = 0; k < width; k++) {
            float sum = 0.0f;
            for (int i = 0; i < n; i++) sum += cut(X[i * p + j]) * cut(k < p ? X[i * p + k] : y[i]);
            a[j * width + k] = sum;
        }
    for (int k = 0; k < p; k++)
        for (int j = 0; j < p; j++) {
            float factor = a[j * width + k] / a[k * width + k];
            for (int l = k; j != k && l < width; l++) a[j * width + l] -= factor * a[k * width + l];
        }
    for (int k = 0; k < p; k++) beta[k] = a[k * width + p] / a[k * width + k];
}

extern "C" void solve(const float* X, const float* y, float* beta, int n_samples, int n_features) {
    float* a;
    cudaMalloc(&a, sizeof(float) * n_features * (n_features + 1));
    fit<<<1, 1>>>(X, y, beta, a, n_samples, n_features);
    cudaFree(a);
}
