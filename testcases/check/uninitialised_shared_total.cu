// exam: problem=reduction verdict=accepted,wrong-answer finding=uninitialised-read
// exam: emulated verdict=accepted
// exam: never says "arrives zeroed"
// exam: never says "right only if the lanes"
// The block's total is added to atomically, and was never set to zero. In small cases all blocks
// are of a call's first launch, and find zeros on a GPU that other processes use.

__global__ void sum(const float* input, float* output, int N) {
    __shared__ float total;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) atomicAdd(&total, input[i]);  // exam: here
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(output, total);
}

extern "C" void solve(const float* input, float* output, int N) {
    cudaMemset(output, 0, sizeof(float));
    sum<<<(N + 255) / 256, 256>>>(input, output, N);
}
