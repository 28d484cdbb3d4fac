// exam: problem=relu verdict=accepted
// Lengths and indices that look like variables and are constants, and tables that nvcc reads while it compiles.
#include <cuda_runtime.h>

constexpr int lengths[3] = {1, 2, 4};
constexpr int N_OF = 4;
constexpr float scale[2] = {1.0f, 2.0f};
int radius = 3;

template <int W>
__device__ float of_window(const float* input, int at) {
    float window[2 * W];
    for (int k = 0; k < W; ++k) window[k] = input[at];
    return window[W - 1];
}

__global__ void relu(const float* input, float* output, int n) {
    const int two = 2;
    float first[lengths[2]], second[two + sizeof(n)], third[true ? N_OF : n];
    constexpr float one = scale[0];
    int i = blockIdx.x * blockDim.x + threadIdx.x, offset = 0 & i;
    for (int N_OF = 0; N_OF < 4; ++N_OF) first[N_OF] = one;
    float fourth[N_OF];
    second[offset] = third[offset] = fourth[offset] = first[1];
    if (i < n) output[i] = fmaxf(of_window<lengths[1]>(input, i) * second[offset] * third[offset] * fourth[offset], 0.0f);
    (void)scale[offset];
    (void)radius;
}

extern "C" void solve(const float* input, float* output, int N) {
    int copies[radius];
    copies[0] = N;
    relu<<<(N + 255) / 256, 256>>>(input, output, copies[0]);
}
