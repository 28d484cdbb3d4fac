// CUB's reduction over the whole device.
// Costs: temporary memory, allocated once. Expect: what NVIDIA's own kernels reach.
// judge: yardstick

#include <cub/device/device_reduce.cuh>
#include <cuda_runtime.h>

struct Memory {
    void* pointer = nullptr;
    size_t bytes = 0;

    Memory() {
        const int most_elements = 1 << 27;
        cub::DeviceReduce::Sum(nullptr, bytes, static_cast<const float*>(nullptr), static_cast<float*>(nullptr),
                               most_elements);
        cudaMalloc(&pointer, bytes);
    }
};

extern "C" void solve(const float* input, float* output, int N) {
    static Memory memory;
    cub::DeviceReduce::Sum(memory.pointer, memory.bytes, input, output, N);
}
