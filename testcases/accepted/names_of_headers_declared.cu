// exam: problem=relu verdict=accepted
// printf and uint32_t of the file's own, int64_t and size_t of cuda_runtime.h, and a template that nothing makes code of.
#include <cuda_runtime.h>

extern "C" int printf(const char* format, ...);
typedef unsigned int uint32_t;

template <typename T>
__device__ void tell(T value) {
    fputc(10, value);
}

__global__ void relu(const float* input, float* output, size_t N) {
    const int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    const uint32_t bits = 0;
    if (N < 1) printf("%u\n", bits);
    if (i < (int64_t)N) output[i] = fmaxf(input[i], 0.0f);
}

extern "C" void solve(const float* input, float* output, int N) { relu<<<(N + 255) / 256, 256>>>(input, output, N); }
