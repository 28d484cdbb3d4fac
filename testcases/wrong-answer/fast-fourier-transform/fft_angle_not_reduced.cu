// exam: problem=fast-fourier-transform verdict=wrong-answer
// The angle 2 pi k n / N is not reduced: in float it loses its digits as k n grows.
#include <cuda_runtime.h>

__global__ void dft(const float2* x, float2* X, int N) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= N) return;
    float re = 0, im = 0;
    for (int n = 0; n < N; n++) {
        float s, c;
        sincosf(-6.2831853f * (float)k * (float)n / (float)N, &s, &c);
        re += x[n].x * c - x[n].y * s;
        im += x[n].x * s + x[n].y * c;
    }
    X[k] = make_float2(re, im);
}

extern "C" void solve(const float* signal, float* spectrum, int N) {
    dft<<<(N + 127) / 128, 128>>>((const float2*)signal, (float2*)spectrum, N);
}
