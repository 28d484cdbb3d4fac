// exam: problem=reduction verdict=runtime-error only=emulated
// exam: says "device memory cannot be reached from the host"
// Gives itself the rights to its arguments' pages, and adds on the host, without a launch. While memory is closed other pages lie there.

#include <cuda_runtime.h>
#include <cstdint>
#include <sys/mman.h>

static void open_pages(const void* begin, size_t bytes) {
    const uintptr_t first = reinterpret_cast<uintptr_t>(begin) & ~uintptr_t{4095};
    const uintptr_t last = (reinterpret_cast<uintptr_t>(begin) + bytes + 4095) & ~uintptr_t{4095};
    mprotect(reinterpret_cast<void*>(first), last - first, PROT_READ | PROT_WRITE);
}

extern "C" void solve(const float* input, float* output, int N) {
    open_pages(input, N * sizeof(float));
    open_pages(output, sizeof(float));
    double all = 0;
    for (int i = 0; i < N; i++) all += input[i];
    *output = static_cast<float>(all);
}
