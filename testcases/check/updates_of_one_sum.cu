// exam: problem=reduction verdict=wrong-answer,accepted finding=race
// exam: emulated says "Use an atomic such as atomicAdd()"
// exam: emulated never says "__syncwarp()"
// Every thread of the grid adds to the result without an atomic.

__global__ void sum(const float* input, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) *output += input[i];  // exam: here
}

extern "C" void solve(const float* input, float* output, int N) {
    cudaMemset(output, 0, sizeof(float));
    sum<<<(N + 255) / 256, 256>>>(input, output, N);
}
