// exam: problem=vector-addition-host verdict=wrong-answer
// cudaMemcpy() counts bytes; N of them are a quarter of the vectors.
#include <cuda_runtime.h>
#include <cstdlib>
#include <cstring>

__global__ void add(float *a, float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

extern "C" void solve(const float *h_a, const float *h_b, float *h_c, int n) {
    float *d_a, *d_b, *d_c;
    cudaMalloc((void **) &d_a, n * sizeof(float));
    cudaMalloc((void **) &d_b, n * sizeof(float));
    cudaMalloc((void **) &d_c, n * sizeof(float));

    cudaMemcpy(d_a, h_a, n, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, h_b, n, cudaMemcpyHostToDevice);
    add<<<(n + 255) / 256, 256>>>(d_a, d_b, d_c, n);
    cudaMemcpy(h_c, d_c, n, cudaMemcpyDeviceToHost);

    cudaFree(d_a); cudaFree(d_b); cudaFree(d_c);
}
