// exam: problem=prefix-sum verdict=accepted
#include <cub/device/device_scan.cuh>
#include <cuda_runtime.h>
#include <memory>

namespace {
struct AsyncFree {
    cudaStream_t stream;
    void operator()(void* p) const { cudaFreeAsync(p, stream); }
};
}

extern "C" void solve(const float* input, float* output, int N)
{
    cudaStream_t stream = nullptr;
    std::size_t bytes{};
    cub::DeviceScan::InclusiveSum(nullptr, bytes, input, output, N, stream);
    void* raw{};
    if (cudaMallocAsync(&raw, bytes ? bytes : 1, stream) != cudaSuccess) return;
    std::unique_ptr<void, AsyncFree> temp(raw, AsyncFree{stream});
    cub::DeviceScan::InclusiveSum(temp.get(), bytes, input, output, N, stream);
}
