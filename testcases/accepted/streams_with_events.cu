// exam: problem=vector-addition verdict=accepted
// Four chunks through three streams, forwards and backwards, every hand-over ordered: by events, by the default stream, by
// the host. Whatever order the streams run in otherwise, the answer is right.

#include <cuda_runtime.h>

__global__ void copy(const float* from, float* to, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) to[i] = from[i];
}

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    cudaStream_t in, work, blocking;
    cudaEvent_t copied[4], added;
    cudaStreamCreateWithFlags(&in, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaStreamCreate(&blocking);
    cudaEventCreateWithFlags(&added, cudaEventDisableTiming);
    float *a, *sum;
    cudaMallocAsync(&a, N * sizeof(float), in);
    cudaMalloc(&sum, N * sizeof(float));
    int chunk = (N + 3) / 4;
    for (int k = 3; k >= 0; --k) {
        int first = k * chunk, count = N - first < chunk ? N - first : chunk;
        cudaEventCreateWithFlags(&copied[k], cudaEventDisableTiming);
        if (count > 0) copy<<<(count + 255) / 256, 256, 0, in>>>(A + first, a + first, count);
        cudaEventRecord(copied[k], in);
        cudaStreamWaitEvent(work, copied[k], 0);
        if (count > 0) add<<<(count + 255) / 256, 256, 0, work>>>(a + first, B + first, sum + first, count);
    }
    cudaEventRecord(added, work);
    cudaEventSynchronize(added);
    cudaFreeAsync(a, work);
    copy<<<(N + 255) / 256, 256, 0, blocking>>>(sum, C, N / 2);
    if (N - N / 2 > 0) copy<<<(N + 255) / 256, 256>>>(sum + N / 2, C + N / 2, N - N / 2);
    cudaStreamSynchronize(0);
    cudaFree(sum);
    for (int k = 0; k < 4; ++k) cudaEventDestroy(copied[k]);
    cudaEventDestroy(added);
    cudaStreamDestroy(in);
    cudaStreamDestroy(work);
    cudaStreamDestroy(blocking);
}
