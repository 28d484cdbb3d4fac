// exam: problem=ordinary-least-squares verdict=wrong-answer
// Keeps the normal equations in half precision.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

__device__ float rounded(float v) { return __half2float(__float2half(v)); }

__global__ void least_squares(const float* X, const float* y, float* beta, float* a, int n, int p) {
    int w = p + 1;
    for (int i = 0; i < p; i++)
        for (int j = 0; j < w; j++) {
            float sum = 0;
            for (int s = 0; s < n; s++) sum += X[s * p + i] * (j < p ? X[s * p + j] : y[s]);
            a[i * w + j] = rounded(sum);
        }
    for (int k = 0; k < p; k++)
        for (int i = 0; i < p; i++)
            if (i != k) {
                float factor = rounded(a[i * w + k] / a[k * w + k]);
                for (int j = k; j < w; j++) a[i * w + j] = rounded(a[i * w + j] - factor * a[k * w + j]);
            }
    for (int i = 0; i < p; i++) beta[i] = a[i * w + p] / a[i * w + i];
}

extern "C" void solve(const float* X, const float* y, float* beta, int n_samples, int n_features) {
    float* a;
    cudaMalloc(&a, n_features * (n_features + 1) * sizeof(float));
    least_squares<<<1, 1>>>(X, y, beta, a, n_samples, n_features);
    cudaFree(a);
}
