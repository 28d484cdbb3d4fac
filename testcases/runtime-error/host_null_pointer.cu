// exam: problem=vector-addition verdict=runtime-error
// exam: emulated says "write through a bad pointer, far from every buffer, on the host"
// exam: emulated never says "device memory"

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    int* p = nullptr;
    *p = 5;  // exam: here
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
