// exam: problem=vector-addition verdict=runtime-error
// exam: cuda says "SIGSEGV"
// exam: emulated says "device memory cannot be reached from the host"
// thrust::transform with the host's policy on pointers into device memory.

#include <cuda_runtime.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/transform.h>

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    thrust::transform(thrust::host, A, A + N, B, C, thrust::plus<float>());  // exam: here
}
