// exam: problem=prefix-sum verdict=wrong-answer
// Each block scans its own tile well; nobody adds what came before it.
#include <cuda_runtime.h>

template <int N>
struct DoubleBuffer {
    float data[2][N];
    int now;
};

template <int THREADS>
__global__ void scan(const float* in, float* out, int n) {
    __shared__ float buffer[2][THREADS];
    const int t = threadIdx.x, i = blockIdx.x * THREADS + t;
    int now = 0;
    buffer[now][t] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int d = 1; d < THREADS; d *= 2, now ^= 1) {
        const auto& from = buffer[now];
        auto& to = buffer[now ^ 1];
        to[t] = t >= d ? from[t] + from[t - d] : from[t];
        __syncthreads();
    }
    if (i < n) out[i] = buffer[now][t];
}

extern "C" void solve(const float* input, float* output, int N) { scan<1024><<<(N + 1023) / 1024, 1024>>>(input, output, N); }
