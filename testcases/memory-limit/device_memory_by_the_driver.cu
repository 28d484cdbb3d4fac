// exam: problem=vector-addition verdict=memory-limit,accepted only=cuda
// Takes all of the device's memory but 1.2 GB by the driver's own function, which no counted function sees: the next process had no context, and the run ended with an error.
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <stdio.h>
__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}
static void take_memory() {
    void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    if (!library) return;
    const auto info = reinterpret_cast<int (*)(size_t*, size_t*)>(dlsym(library, "cuMemGetInfo_v2"));
    const auto alloc = reinterpret_cast<int (*)(unsigned long long*, size_t)>(dlsym(library, "cuMemAlloc_v2"));
    size_t free_bytes = 0, all = 0;
    const size_t leave = size_t{1200} << 20;
    while (info && alloc && !info(&free_bytes, &all) && free_bytes > leave + (64 << 20)) {
        size_t bytes = free_bytes - leave;
        if (bytes > size_t{4} << 30) bytes = size_t{4} << 30;
        unsigned long long memory = 0;
        if (alloc(&memory, bytes)) break;
    }
    printf("attack: %zu MB are free\n", free_bytes >> 20);
    fflush(stdout);
}
extern "C" void solve(const float* A, const float* B, float* C, int N) {
    static bool done = false;
    if (!done && N > 1'000'000) done = true, take_memory();
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
