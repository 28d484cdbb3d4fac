// exam: problem=relu verdict=accepted
// Streams and events that are made once, in the first call, and never given back.

#include <cuda_runtime.h>

__global__ void relu(const float* input, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) output[i] = fmaxf(input[i], 0.0f);
}

extern "C" void solve(const float* input, float* output, int N) {
    static cudaStream_t streams[2];
    static cudaEvent_t first_done;
    static bool made = false;
    if (!made) {
        for (cudaStream_t& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&first_done, cudaEventDisableTiming);
        made = true;
    }
    const int half = N / 2;
    if (half > 0) relu<<<(half + 255) / 256, 256, 0, streams[0]>>>(input, output, half);
    cudaEventRecord(first_done, streams[0]);
    cudaStreamWaitEvent(streams[1], first_done, 0);
    relu<<<(N - half + 255) / 256, 256, 0, streams[1]>>>(input + half, output + half, N - half);
}
