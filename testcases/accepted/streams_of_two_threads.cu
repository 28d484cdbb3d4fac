// exam: problem=vector-addition verdict=accepted size=small timed=no
// exam: never says "the answer depends on which of its streams runs first"
// Two host threads, each with a stream. One waits for the other's event once that is recorded, asks whether it is done, and destroys its stream with work in it.
#include <cuda_runtime.h>

#include <condition_variable>
#include <mutex>
#include <thread>

__global__ void negate(const float* from, float* to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[n - 1 - i] = -from[i];
}

__global__ void subtract(const float* b, const float* negated, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = b[i] - negated[n - 1 - i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    float* negated;
    cudaMalloc(&negated, N * sizeof(float));
    cudaEvent_t event;
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    std::mutex mutex;
    std::condition_variable changed;
    bool is_recorded = false;
    int blocks = (N + 255) / 256;
    std::thread first([&] {
        cudaStream_t stream;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        negate<<<blocks, 256, 0, stream>>>(A, negated, N);
        cudaEventRecord(event, stream);
        {
            std::lock_guard lock(mutex);
            is_recorded = true;
        }
        changed.notify_one();
        while (cudaStreamQuery(stream) == cudaErrorNotReady) std::this_thread::yield();
        cudaStreamDestroy(stream);
    });
    std::thread second([&] {
        cudaStream_t stream;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return is_recorded; });
        cudaStreamWaitEvent(stream, event, 0);
        subtract<<<blocks, 256, 0, stream>>>(B, negated, C, N);
        cudaStreamDestroy(stream);
    });
    first.join();
    second.join();
    cudaDeviceSynchronize();
    cudaEventDestroy(event);
    cudaFree(negated);
}
