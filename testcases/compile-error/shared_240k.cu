// exam: problem=vector-addition verdict=compile-error
// exam: emulated says "may take 227 KiB"
// More __shared__ memory than a multiprocessor has. ptxas lets static arrays take all of it for sm_90a, which the judge asks for; for other
// targets it ends at 48 KiB.

__global__ void add(const float* A, const float* B, float* C, int N) {
    __shared__ float values[60000];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = threadIdx.x; k < 60000; k += blockDim.x) values[k] = k;
    __syncthreads();
    if (i < N) C[i] = A[i] + B[i] + (values[i % 60000] - i % 60000);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
