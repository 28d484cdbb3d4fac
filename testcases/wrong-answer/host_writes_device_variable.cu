// exam: problem=vector-addition verdict=wrong-answer
// Host code assigns to a __device__ variable: nvcc warns, and gives the host a copy of its own, of which the kernel knows nothing.
__device__ int length;
__constant__ float factor[2];

__global__ void add(const float* A, const float* B, float* C) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length) C[i] = factor[0] * A[i] + factor[1] * B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    length = N;
    for (int k = 0; k < 2; ++k) factor[k] = 1.0f;
    add<<<(N + 255) / 256, 256>>>(A, B, C);
}
