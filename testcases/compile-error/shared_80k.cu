// exam: problem=vector-addition verdict=compile-error,accepted
// exam: emulated verdict=compile-error
// exam: emulated says "may take 48 KiB"
// 80 KiB of static __shared__ memory: only dynamic shared memory may be more than 48 KiB.
// ptxas says so for sm_90; for sm_90a, which the judge asks for, it lets it pass.

__global__ void add(const float* A, const float* B, float* C, int N) {
    __shared__ float values[20000];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = threadIdx.x; k < 20000; k += blockDim.x) values[k] = k;
    __syncthreads();
    if (i < N) C[i] = A[i] + B[i] + (values[i % 20000] - i % 20000);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
