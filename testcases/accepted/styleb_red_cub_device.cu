// exam: problem=reduction verdict=accepted
// cub::DeviceReduce with its two calls; the temporary storage lives in the stream's pool.
#include <cub/device/device_reduce.cuh>
#include <cuda_runtime.h>

#include <cstddef>
#include <memory>

namespace {
struct AsyncFree {
    cudaStream_t stream;
    void operator()(void* p) const noexcept { cudaFreeAsync(p, stream); }
};
using Storage = std::unique_ptr<void, AsyncFree>;

Storage allocate(std::size_t bytes, cudaStream_t stream) {
    void* p = nullptr;
    if (cudaMallocAsync(&p, bytes, stream) != cudaSuccess) p = nullptr;
    return Storage(p, AsyncFree{stream});
}
}  // namespace

extern "C" void solve(const float* input, float* output, int N) {
    std::size_t bytes = 0;
    cub::DeviceReduce::Sum(nullptr, bytes, input, output, N);
    const auto storage = allocate(bytes, cudaStream_t{});
    cub::DeviceReduce::Sum(storage.get(), bytes, input, output, N);
}
