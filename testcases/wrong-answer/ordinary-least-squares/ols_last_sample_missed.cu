// exam: problem=ordinary-least-squares verdict=wrong-answer
// The last sample does not count on the right side.
#include <cuda_runtime.h>

// One thread; a has p rows of p + 1.
__global__ void least_squares(const float* X, const float* y, float* beta, float* a, int n, int p) {
    int w = p + 1;
    for (int i = 0; i < p; i++) {
        for (int j = 0; j < p; j++) {
            float sum = 0;
            for (int s = 0; s < n; s++) sum += X[s * p + i] * X[s * p + j];
            a[i * w + j] = sum;
        }
        float sum = 0;
        for (int s = 0; s < n - 1; s++) sum += X[s * p + i] * y[s];
        a[i * w + p] = sum;
    }
    for (int k = 0; k < p; k++)
        for (int i = 0; i < p; i++)
            if (i != k) {
                float factor = a[i * w + k] / a[k * w + k];
                for (int j = k; j < w; j++) a[i * w + j] -= factor * a[k * w + j];
            }
    for (int i = 0; i < p; i++) beta[i] = a[i * w + p] / a[i * w + i];
}

extern "C" void solve(const float* X, const float* y, float* beta, int n_samples, int n_features) {
    float* a;
    cudaMalloc(&a, n_features * (n_features + 1) * sizeof(float));
    least_squares<<<1, 1>>>(X, y, beta, a, n_samples, n_features);
    cudaFree(a);
}
