// exam: problem=relu verdict=accepted timed=no size=small
// Two threads of its own launch a half each and are joined before solve() returns.

#include <cuda_runtime.h>
#include <thread>

__global__ void relu(const float* input, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) output[i] = fmaxf(input[i], 0.0f);
}

extern "C" void solve(const float* input, float* output, int N) {
    const int half = N / 2;
    std::thread first([=] { if (half > 0) relu<<<(half + 255) / 256, 256>>>(input, output, half); });
    std::thread second([=] { relu<<<(N - half + 255) / 256, 256>>>(input + half, output + half, N - half); });
    first.join();
    second.join();
}
