// exam: problem=relu verdict=accepted
// Locals, members and pieces of a structured binding hide a variable of the host's.
#include <cuda_runtime.h>

int stride = 1;
float floor_of = 0.0f;
struct Step {
    int stride, first;
};
struct Only {
    float floor_of;
};

__global__ void relu(const float* input, float* output, int N) {
    auto [stride, first] = Step{(int)(gridDim.x * blockDim.x), (int)(blockIdx.x * blockDim.x + threadIdx.x)};
    auto [floor_of] = Only{0.0f};
    for (int i = first; i < N; i += stride) output[stride * 0 + i] = fmaxf(input[i], floor_of);
}

extern "C" void solve(const float* input, float* output, int N) {
    relu<<<(N + 255) / 256 / stride, 256>>>(input, output, N + (int)floor_of);
}
