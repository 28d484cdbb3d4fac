// exam: problem=interleave-arrays verdict=accepted timed=no
// The elements behind the last multiple of 64 have a launch of their own. At full size there are none: its grid is empty.
#include <cuda_runtime.h>

__global__ void weave(const float* A, const float* B, float* output, int from) {
    const int i = from + blockIdx.x * blockDim.x + threadIdx.x;
    output[2 * i] = A[i];
    output[2 * i + 1] = B[i];
}

extern "C" void solve(const float* A, const float* B, float* output, int N) {
    const int whole = N / 64;
    if (whole > 0) weave<<<whole, 64>>>(A, B, output, 0);
    weave<<<1, N % 64>>>(A, B, output, whole * 64);
}
