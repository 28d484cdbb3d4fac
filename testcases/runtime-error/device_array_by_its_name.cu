// exam: problem=vector-addition verdict=runtime-error
// cudaMemcpy() wants an address on the device; the array's name is the address of the host's copy. cudaMemcpyFromSymbol() knows names.
__device__ float sums[25000000];

__global__ void add(const float* A, const float* B, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) sums[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, N);
    cudaMemcpy(C, sums, N * sizeof(float), cudaMemcpyDeviceToDevice);
}
