// exam: problem=reduction verdict=wrong-answer size=full
// exam: says "look at: precision"
// One float that every element is added to: the more of them, the more of each is rounded away.

#include <cuda_runtime.h>

__global__ void sum(const float* input, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) atomicAdd(output, input[i]);
}

extern "C" void solve(const float* input, float* output, int N) {
    cudaMemset(output, 0, sizeof(float));
    sum<<<(N + 255) / 256, 256>>>(input, output, N);
}
