// exam: problem=vector-addition verdict=accepted sample=no
// exam: emulated says "in lockstep"
// Lanes hand values to each other through shared memory: written, then read by the neighbour, twice, in a loop that lanes
// leave at different times, and through a function that some lanes call from another place.

#include <cuda_runtime.h>

__device__ __noinline__ float swapped(volatile float* box, int lane, float value) {
    box[lane] = value;
    return box[lane ^ 1];
}

__global__ void add(const float* A, const float* B, float* C, int N) {
    __shared__ float boxes[8][32];
    int lane = threadIdx.x % 32;
    volatile float* box = boxes[threadIdx.x / 32];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (N + 31) / 32 * 32; i += gridDim.x * blockDim.x) {
        float sum = i < N ? A[i] : 0.0f;
        if (lane % 4 < 2) sum = swapped(box, lane, sum);
        else sum = swapped(box, lane, sum);
        sum = swapped(box, lane, sum);
        if (i < N) C[i] = sum + B[i];
    }
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 511) / 512, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
