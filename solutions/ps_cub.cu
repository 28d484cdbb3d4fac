// CUB's inclusive sum over the whole device.
// Costs: temporary memory, allocated once. Expect: what NVIDIA's own kernels reach.
// judge: yardstick

#include <cub/device/device_scan.cuh>
#include <cuda_runtime.h>

struct Memory {
    void* pointer = nullptr;
    size_t bytes = 0;

    Memory() {
        const int most_elements = 1 << 26;
        cub::DeviceScan::InclusiveSum(nullptr, bytes, static_cast<const float*>(nullptr), static_cast<float*>(nullptr),
                                      most_elements);
        cudaMalloc(&pointer, bytes);
    }
};

extern "C" void solve(const float* input, float* output, int N) {
    static Memory memory;
    cub::DeviceScan::InclusiveSum(memory.pointer, memory.bytes, input, output, N);
}
