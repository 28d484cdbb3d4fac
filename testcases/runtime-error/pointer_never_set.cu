// exam: problem=vector-addition verdict=runtime-error
// exam: emulated says "write through a bad pointer"
// exam: emulated never says "misaligned"
// A pointer that no pointer can be: the processor tells no address.

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];  // exam: here
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    float* result = (float*)0xaaaaaaaaaaaaaaaaull;
    add<<<(N + 255) / 256, 256>>>(A, B, result, N);
    cudaMemcpy(C, result, N * sizeof(float), cudaMemcpyDeviceToDevice);
}
