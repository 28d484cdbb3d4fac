// exam: problem=vector-addition verdict=runtime-error only=emulated
// exam: says "device memory cannot be reached from the host"
// The same where each call has a launch and a copy: the host adds from its arguments' pages, a kernel does nothing, and the answer is copied.

#include <cuda_runtime.h>
#include <cstdint>
#include <sys/mman.h>
#include <vector>

__global__ void nothing() {}

static void open_pages(const void* begin, size_t bytes) {
    const uintptr_t first = reinterpret_cast<uintptr_t>(begin) & ~uintptr_t{4095};
    const uintptr_t last = (reinterpret_cast<uintptr_t>(begin) + bytes + 4095) & ~uintptr_t{4095};
    mprotect(reinterpret_cast<void*>(first), last - first, PROT_READ | PROT_WRITE);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    nothing<<<1, 1>>>();
    cudaDeviceSynchronize();
    open_pages(A, N * sizeof(float));
    open_pages(B, N * sizeof(float));
    std::vector<float> sums(N);
    for (int i = 0; i < N; i++) sums[i] = A[i] + B[i];
    cudaMemcpy(C, sums.data(), N * sizeof(float), cudaMemcpyHostToDevice);
}
