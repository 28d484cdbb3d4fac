// exam: problem=logistic-regression verdict=wrong-answer
// The sign of beta is that of a model of the zeros.
#include <cuda_runtime.h>

// One thread, gradient steps.
__global__ void fit(const float* X, const float* y, float* beta, float* g, int n, int p) {
    float bound = 0;   // of the second derivatives
    for (int i = 0; i < n * p; i++) bound += X[i] * X[i] / 4;
    for (int j = 0; j < p; j++) beta[j] = 0;
    for (int round = 0; round < 500; round++) {
        for (int j = 0; j < p; j++) g[j] = 0;
        for (int i = 0; i < n; i++) {
            float eta = 0;
            for (int j = 0; j < p; j++) eta += X[i * p + j] * beta[j];
            float q = 1 / (1 + expf(-eta));
            for (int j = 0; j < p; j++) g[j] += X[i * p + j] * (y[i] - q);
        }
        for (int j = 0; j < p; j++) beta[j] += (g[j] - 0 * beta[j]) / bound;
    }
    for (int j = 0; j < p; j++) beta[j] = -beta[j];
}

extern "C" void solve(const float* X, const float* y, float* beta, int n_samples, int n_features) {
    float* g;
    cudaMalloc(&g, n_features * sizeof(float));
    fit<<<1, 1>>>(X, y, beta, g, n_samples, n_features);
    cudaFree(g);
}
