// exam: problem=reduction verdict=wrong-answer
// Coming from Python: sum(x, 0)
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>
#include <cuda_runtime.h>

extern "C" void solve(const float* input, float* output, int N)
{
    auto x = thrust::device_pointer_cast(input);
    float total = thrust::reduce(thrust::device, x, x + N, 0);
    cudaMemcpy(output, &total, sizeof(total), cudaMemcpyHostToDevice);
}
