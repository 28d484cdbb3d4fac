// exam: problem=reduction verdict=compile-error only=cuda
// Written for CUDA 11: thrust::binary_function has gone from CUDA 13's Thrust.
#include <thrust/device_ptr.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>

struct add_op : public thrust::binary_function<float, float, float> {
    __host__ __device__ float operator()(const float& a, const float& b) const { return a + b; }
};

extern "C" void solve(const float* input, float* output, int N) {
    thrust::device_ptr<const float> p(input);
    float sum = thrust::reduce(p, p + N, 0.0f, add_op());
    cudaMemcpy(output, &sum, sizeof(float), cudaMemcpyHostToDevice);
}
