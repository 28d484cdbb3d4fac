// exam: problem=vector-addition verdict=runtime-error,accepted,time-limit,memory-limit timed=no size=small
// Reserves every address that its process has, in ever smaller pieces, and keeps them: nothing is left for the player or the runtime.

#include <cuda_runtime.h>
#include <sys/mman.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    int pieces = 0;
    for (size_t bytes = size_t{1} << 46; bytes >= (1 << 24); bytes /= 2)
        while (pieces++ < 20'000 &&
               mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) != MAP_FAILED) {}
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
