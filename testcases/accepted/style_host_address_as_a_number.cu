// exam: problem=vector-addition verdict=accepted
// An address of the host's goes to a kernel as a number and comes back: nobody but the host follows it.
#include <cuda_runtime.h>

__global__ void keep(unsigned long long* kept, unsigned long long cookie) { *kept = cookie; }

__global__ void add(const float* A, const float* B, float* C, int N, int step) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i * step < N) C[i * step] = A[i * step] + B[i * step];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    int* step = new int(1);
    unsigned long long *kept, cookie = 0;
    cudaMalloc(&kept, sizeof(cookie));
    keep<<<1, 1>>>(kept, reinterpret_cast<unsigned long long>(step));
    cudaMemcpy(&cookie, kept, sizeof(cookie), cudaMemcpyDeviceToHost);
    cudaFree(kept);
    add<<<(N + 255) / 256, 256>>>(A, B, C, N, *reinterpret_cast<int*>(cookie));
    delete step;
}
