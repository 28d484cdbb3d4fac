// exam: problem=fast-fourier-transform verdict=wrong-answer
// Other lengths are filled up with zeros to a power of two: that samples the spectrum at other frequencies.
#include <cuda_runtime.h>

__global__ void dft(const float2* x, float2* X, int N, int padded) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= N) return;
    float re = 0, im = 0;
    for (int n = 0; n < N; n++) {
        float s, c;
        sincospif(-2.0f * (float)((long long)k * n % padded) / padded, &s, &c);
        re += x[n].x * c - x[n].y * s;
        im += x[n].x * s + x[n].y * c;
    }
    X[k] = make_float2(re, im);
}

extern "C" void solve(const float* signal, float* spectrum, int N) {
    int padded = 1;
    while (padded < N) padded *= 2;
    dft<<<(N + 127) / 128, 128>>>((const float2*)signal, (float2*)spectrum, N, padded);
}
