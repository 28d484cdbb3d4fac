// exam: problem=vector-addition-pinned verdict=accepted
// Three streams, one each for the way in, the kernel and the way back, joined by events; memory from the stream's pool.
#include <cuda_runtime.h>

#include <array>

namespace {
class Event {
    cudaEvent_t event_;

public:
    Event() { cudaEventCreateWithFlags(&event_, cudaEventDisableTiming); }
    ~Event() { cudaEventDestroy(event_); }
    Event(const Event&) = delete;
    void record(cudaStream_t on) const { cudaEventRecord(event_, on); }
    void block(cudaStream_t waiting) const { cudaStreamWaitEvent(waiting, event_, 0); }
};

enum Role { in, work, out, roles };
}  // namespace

__global__ void add(float* __restrict__ x, const float* __restrict__ y, int n) {
    if (const int i = blockIdx.x * blockDim.x + threadIdx.x; i < n) x[i] += y[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    std::array<cudaStream_t, roles> streams;
    for (auto& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    float *x, *y;
    cudaMallocAsync(&x, N * sizeof(float), streams[in]);
    cudaMallocAsync(&y, N * sizeof(float), streams[in]);
    const int chunk = 1 << 21;
    for (int begin = 0; begin < N; begin += chunk) {
        const int count = N - begin < chunk ? N - begin : chunk;
        const Event arrived, added;
        cudaMemcpyAsync(x + begin, A + begin, count * sizeof(float), cudaMemcpyHostToDevice, streams[in]);
        cudaMemcpyAsync(y + begin, B + begin, count * sizeof(float), cudaMemcpyHostToDevice, streams[in]);
        arrived.record(streams[in]);
        arrived.block(streams[work]);
        add<<<(count + 255) / 256, 256, 0, streams[work]>>>(x + begin, y + begin, count);
        added.record(streams[work]);
        added.block(streams[out]);
        cudaMemcpyAsync(C + begin, x + begin, count * sizeof(float), cudaMemcpyDeviceToHost, streams[out]);
    }
    cudaFreeAsync(x, streams[out]);
    cudaFreeAsync(y, streams[out]);
    for (const auto stream : streams) {
        cudaStreamSynchronize(stream);
        cudaStreamDestroy(stream);
    }
}
