// exam: problem=reduction verdict=accepted,wrong-answer finding=uninitialised-read
// exam: emulated verdict=accepted
// exam: never says "arrives zeroed"
// exam: never says "right only if the lanes"
// Each thread adds to its element of the shared array, which nobody has set to zero. The output is assigned.
// In small cases all blocks are of a call's first launch, and find zeros on a GPU that other processes use.

__global__ void sum(const float* input, float* output, int N) {
    __shared__ float sums[256];
    int t = threadIdx.x;
    for (int i = t; i < N; i += 256) sums[t] += input[i];  // exam: here
    __syncthreads();
    if (t == 0) {
        float total = 0;
        for (int k = 0; k < 256; k++) total += sums[k];
        output[0] = total;
    }
}

extern "C" void solve(const float* input, float* output, int N) {
    sum<<<1, 256>>>(input, output, N);
}
