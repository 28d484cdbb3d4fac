// exam: problem=prefix-sum verdict=wrong-answer
// np.cumsum on the GPU
#include <thrust/device_ptr.h>
#include <thrust/scan.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/iterator/transform_iterator.h>

struct widen {
    __host__ __device__ double operator()(float f) const { return f; }
};

extern "C" void solve(const float* input, float* output, int N)
{
    auto in  = thrust::make_transform_iterator(thrust::device_pointer_cast(input), widen{});
    auto out = thrust::device_pointer_cast(output);
    thrust::exclusive_scan(thrust::cuda::par.on(0), in, in + N, out, 0.0);
}
