// exam: problem=vector-addition verdict=wrong-answer size=small timed=no
// exam: emulated says "the answer depends on which of its streams runs first"
// One event for four streams: each record replaces the one before, so the sum waits for the last stream alone.
#include <cuda_runtime.h>

constexpr int kStreams = 4;

__global__ void negate(const float* from, float* to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = from[i], y = x;
    for (int k = 0; k < 2000; ++k) y = y * 0.5f + x * 0.5f;
    to[i] = -y;
}

__global__ void subtract(const float* b, const float* negated, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = b[i] - negated[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    cudaStream_t parts[kStreams], sum;
    cudaEvent_t done;
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    for (cudaStream_t& part : parts) cudaStreamCreateWithFlags(&part, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&sum, cudaStreamNonBlocking);
    float* negated;
    cudaMalloc(&negated, N * sizeof(float));
    cudaMemset(negated, 0, N * sizeof(float));
    cudaDeviceSynchronize();
    int share = (N + kStreams - 1) / kStreams;
    for (int k = 0; k < kStreams; ++k) {
        int first = k * share, n = N - first < share ? N - first : share;
        if (n > 0) negate<<<(n + 255) / 256, 256, 0, parts[k]>>>(A + first, negated + first, n);
        cudaEventRecord(done, parts[k]);
    }
    cudaStreamWaitEvent(sum, done, 0);
    subtract<<<(N + 255) / 256, 256, 0, sum>>>(B, negated, C, N);
    for (cudaStream_t part : parts) cudaStreamSynchronize(part);
    cudaStreamSynchronize(sum);
    cudaFree(negated);
    for (cudaStream_t part : parts) cudaStreamDestroy(part);
    cudaStreamDestroy(sum);
    cudaEventDestroy(done);
}
