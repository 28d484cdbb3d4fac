// exam: problem=relu verdict=accepted
// nvcc looks for the host's functions and variables only in device functions that it makes code of: inline and static ones that
// nothing calls may name them.
#include <cstdlib>
#include <ctime>
#include <cuda_runtime.h>

static int calls = 0;
constexpr float slopes[2] = {0.0f, 1.0f};
int half_of(int x) { return x / 2; }

static __device__ int any_number() { return rand() + (int)time(nullptr); }
__device__ __forceinline__ int any_half(int x) { return half_of(x) + calls; }
__device__ inline float slope_of(int is_positive) { return slopes[is_positive]; }
__host__ __device__ int of_both() { return rand(); }

__global__ void relu(const float* input, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) output[i] = fmaxf(input[i], 0.0f);
}

extern "C" void solve(const float* input, float* output, int N) {
    calls = half_of(of_both());
    relu<<<(N + 255) / 256, 256>>>(input, output, N);
}
