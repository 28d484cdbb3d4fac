// exam: problem=reduction verdict=accepted
// One thread of each block takes a lock and adds its block's sum to a double.
#include <cuda_runtime.h>

struct Lock {
    int* mutex;
    __device__ void lock() {
        while (atomicCAS(mutex, 0, 1) != 0) __nanosleep(64);
        __threadfence();
    }
    __device__ void unlock() {
        __threadfence();
        atomicExch(mutex, 0);
    }
};

__device__ int g_mutex = 0;
__device__ double g_total;
__device__ unsigned g_done = 0;

__global__ void clear() { g_total = 0; }

__global__ void sumLocked(const float* in, float* out, int n) {
    __shared__ double cache[256];
    double temp = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) temp += in[i];
    int cacheIndex = threadIdx.x;
    cache[cacheIndex] = temp;
    __syncthreads();
    int i = blockDim.x / 2;
    while (i != 0) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
        i /= 2;
    }
    if (cacheIndex == 0) {
        Lock l{&g_mutex};
        l.lock();
        volatile double* total = &g_total;
        *total = *total + cache[0];
        if (++*(volatile unsigned*)&g_done == gridDim.x) {
            *out = (float)*total;
            *(volatile unsigned*)&g_done = 0;
        }
        l.unlock();
    }
}

extern "C" void solve(const float* input, float* output, int N) {
    int blocks = (N + 255) / 256;
    if (blocks > 264) blocks = 264;
    clear<<<1, 1>>>();
    sumLocked<<<blocks, 256>>>(input, output, N);
}
