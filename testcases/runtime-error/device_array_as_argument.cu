// exam: problem=vector-addition verdict=runtime-error
// A __device__ array given to a kernel by its name: what arrives is where the host's copy of it lies.
__device__ float scratch[25000000];

__global__ void add(const float* A, const float* B, float* kept, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    kept[i] = A[i] + B[i];
    C[i] = kept[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, scratch, C, N);
}
