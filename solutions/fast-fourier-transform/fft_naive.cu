// The sum as the definition has it, a thread for each k, with the N roots of unity in a table.
// Gains: right for any N; k n is reduced modulo N by a running index, so the angle keeps all its digits.
// Costs: N^2 steps, each with a read from the table that only sometimes meets its neighbours' lines. Sums of 256 are
// added up apart, or the long sum would lose the last digits.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void fill_roots(float2* roots, int N) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= N) return;
    double s, c;
    sincospi(-2.0 * k / N, &s, &c);
    roots[k] = make_float2((float)c, (float)s);
}

__global__ void dft(const float2* x, const float2* roots, float2* X, int N) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= N) return;
    double re = 0, im = 0;
    int at = 0;   // k n modulo N
    for (int begin = 0; begin < N; begin += 256) {
        int end = min(begin + 256, N);
        float part_re = 0, part_im = 0;
        for (int n = begin; n < end; n++) {
            float2 v = x[n], w = roots[at];
            part_re += v.x * w.x - v.y * w.y;
            part_im += v.x * w.y + v.y * w.x;
            at += k;
            if (at >= N) at -= N;
        }
        re += part_re;
        im += part_im;
    }
    X[k] = make_float2((float)re, (float)im);
}

extern "C" void solve(const float* signal, float* spectrum, int N) {
    float2* roots;
    cudaMalloc(&roots, N * sizeof(float2));
    fill_roots<<<(N + 255) / 256, 256>>>(roots, N);
    dft<<<(N + 127) / 128, 128>>>((const float2*)signal, roots, (float2*)spectrum, N);
    cudaFree(roots);
}
