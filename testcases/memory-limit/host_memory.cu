// exam: problem=softmax verdict=memory-limit
// exam: says "host memory"
// Touches 8 GiB of host memory, and ends there. A problem with a long time limit: a machine that has to find the memory is slow.

#include <cstdlib>
#include <cuda_runtime.h>
#include <sys/mman.h>

static void* volatile kept;

extern "C" void solve(const float* input, float* output, int N) {
    constexpr size_t step_bytes = 64 << 20;
    for (int k = 0; k < 128; k++) {
        char* block = static_cast<char*>(aligned_alloc(2 << 20, step_bytes));
        if (!block) break;
        madvise(block, step_bytes, MADV_HUGEPAGE);   // the limit comes before the time limit on a slow machine, too
        for (size_t at = 0; at < step_bytes; at += 4096) block[at] = 1;
        kept = block;
    }
    cudaMemcpy(output, input, N * sizeof(float), cudaMemcpyDeviceToDevice);
}
