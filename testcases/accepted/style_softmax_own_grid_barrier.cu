// exam: problem=softmax verdict=accepted only=cuda
// A barrier of the whole grid by hand: 48 blocks, fewer than the card has multiprocessors, count in and spin.
#include <cuda_runtime.h>

__device__ unsigned int arrived;          // counts up for ever: each barrier waits for the next multiple
__device__ int max_bits;
__device__ float denominator;

__device__ void grid_barrier() {
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        unsigned int mine = atomicAdd(&arrived, 1u);
        unsigned int target = (mine / gridDim.x + 1) * gridDim.x;
        while ((int)(*(volatile unsigned int*)&arrived - target) < 0)
            ;
        __threadfence();
    }
    __syncthreads();
}

// order-preserving map of floats to ints, and back: it is its own inverse
__device__ int flip(int b) { return b >= 0 ? b : b ^ 0x7fffffff; }

__global__ void softmax(const float* x, float* y, int n) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x, T = gridDim.x * blockDim.x;
    if (t == 0) { max_bits = 0x80000000; denominator = 0.0f; }
    grid_barrier();

    int best = 0x80000000;
    for (int i = t; i < n; i += T) best = max(best, flip(__float_as_int(x[i])));
    best = __reduce_max_sync(0xffffffff, best);
    if ((threadIdx.x & 31) == 0) atomicMax(&max_bits, best);
    grid_barrier();

    const float m = __int_as_float(flip(*(volatile int*)&max_bits));
    float sum = 0;
    for (int i = t; i < n; i += T) { float e = expf(x[i] - m); y[i] = e; sum += e; }
    for (int d = 16; d > 0; d >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, d);
    if ((threadIdx.x & 31) == 0) atomicAdd(&denominator, sum);
    grid_barrier();

    const float r = 1.0f / *(volatile float*)&denominator;
    for (int i = t; i < n; i += T) y[i] *= r;
}

extern "C" void solve(const float* input, float* output, int N) { softmax<<<48, 256>>>(input, output, N); }
