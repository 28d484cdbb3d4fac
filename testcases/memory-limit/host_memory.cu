// exam: problem=vector-addition verdict=memory-limit
// exam: says "host memory"
// Touches 8 GiB of host memory, and ends there.

#include <cstdlib>
#include <cuda_runtime.h>
#include <sys/mman.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

static void* volatile kept;

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    constexpr size_t step_bytes = 64 << 20;
    for (int k = 0; k < 128; k++) {
        char* block = static_cast<char*>(aligned_alloc(2 << 20, step_bytes));
        if (!block) break;
        madvise(block, step_bytes, MADV_HUGEPAGE);
        for (size_t at = 0; at < step_bytes; at += 4096) block[at] = 1;
        kept = block;
    }
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
