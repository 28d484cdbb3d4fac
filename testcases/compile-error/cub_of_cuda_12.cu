// exam: problem=reduction verdict=compile-error
// exam: emulated says "CUDA 13 has no cub::TransformInputIterator; use thrust::transform_iterator"
// Right with CUDA 12, whose CUB had iterators and functors of its own.

#include <cub/cub.cuh>
#include <cuda_runtime.h>

struct Same {
    __host__ __device__ float operator()(float x) const { return x; }
};

extern "C" void solve(const float* input, float* output, int N) {
    cub::TransformInputIterator<float, Same, const float*> same(input, Same());
    void* memory = nullptr;
    size_t bytes = 0;
    cub::DeviceReduce::Sum(memory, bytes, same, output, N);
    cudaMalloc(&memory, bytes);
    cub::DeviceReduce::Sum(memory, bytes, same, output, N);
    cudaFree(memory);
}
