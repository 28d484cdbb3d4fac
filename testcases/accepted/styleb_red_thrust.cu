// exam: problem=reduction verdict=accepted
// Thrust, in double, and the answer copied to where it belongs.
#include <cuda_runtime.h>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/transform_reduce.h>

struct widen
{
    __host__ __device__ double operator()(float x) const { return static_cast<double>(x); }
};

extern "C" void solve(const float* input, float* output, int N)
{
    auto const first = thrust::device_pointer_cast(input);
    double const total = thrust::transform_reduce(thrust::device, first, first + N, widen{}, 0.0, thrust::plus<double>());
    float const answer = static_cast<float>(total);
    cudaMemcpy(output, &answer, sizeof answer, cudaMemcpyHostToDevice);
}
