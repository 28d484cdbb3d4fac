// Blocks that wait for later ones of an ordinary launch, all of which fit on a GPU at once: each adds what all behind it have, as where the
// parts of a product are summed up by the block that had the first.
#include <cuda_runtime.h>
#include <cstdio>

__device__ unsigned flags[1024];
__device__ int parts[1024];

template <bool barrier>
__global__ void add_up_from_behind(int* out, unsigned epoch) {
    __shared__ int behind;
    const int next = blockIdx.x + 1;
    if (threadIdx.x == 0) {
        behind = 0;
        if (next < gridDim.x) {
            while (*static_cast<volatile unsigned*>(&flags[next]) != epoch) {}
            __threadfence();
            behind = *static_cast<volatile int*>(&parts[next]);
        }
    }
    if (barrier) __syncthreads();
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = behind + blockIdx.x;
        __threadfence();
        *static_cast<volatile unsigned*>(&flags[blockIdx.x]) = epoch;
    }
    if (barrier) out[blockIdx.x * blockDim.x + threadIdx.x] = behind;
    else if (threadIdx.x == 0) out[blockIdx.x * blockDim.x] = behind;
}

// The first block waits for all others, by acquiring loads.
__global__ void wait_for_all(int* out, unsigned epoch) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x > 0) {
        parts[blockIdx.x] = blockIdx.x;
        asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(flags + blockIdx.x), "r"(epoch) : "memory");
        return;
    }
    int sum = 0;
    for (unsigned i = 1; i < gridDim.x; i++) {
        unsigned seen;
        do asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(flags + i) : "memory");
        while (seen != epoch);
        sum += parts[i];
    }
    *out = sum;
}

static int errors = 0;

static void expect(const char* what, int blocks, int got, int wanted) {
    if (got == wanted) return;
    std::printf("%s of %d blocks: %d instead of %d\n", what, blocks, got, wanted);
    errors++;
}

extern "C" int run() {
    int *out, host[1024 * 32];
    cudaMalloc(&out, sizeof host);
    unsigned epoch = 0;
    for (int blocks : {1, 2, 3, 64, 132, 400}) {
        add_up_from_behind<true><<<blocks, 32>>>(out, ++epoch);
        cudaMemcpy(host, out, blocks * 32 * sizeof(int), cudaMemcpyDeviceToHost);
        for (int b = 0; b < blocks; b++) expect("sums behind", blocks, host[b * 32 + 31], (blocks - 1) * blocks / 2 - b * (b + 1) / 2);
        add_up_from_behind<false><<<blocks, 32>>>(out, ++epoch);
        cudaMemcpy(host, out, blocks * 32 * sizeof(int), cudaMemcpyDeviceToHost);
        expect("sum behind the first", blocks, host[0], (blocks - 1) * blocks / 2);
        wait_for_all<<<blocks, 64>>>(out, ++epoch);
        cudaMemcpy(host, out, sizeof(int), cudaMemcpyDeviceToHost);
        expect("sum of all", blocks, host[0], (blocks - 1) * blocks / 2);
    }
    if (cudaDeviceSynchronize() != cudaSuccess) errors++;
    return errors;
}
