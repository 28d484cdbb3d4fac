// exam: problem=softmax verdict=wrong-answer
// atomicMax() on the float's bits: fine as long as something is positive.
#include <cuda_runtime.h>
#include <cfloat>

#define THREADS 512
#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))

struct Stats { float max; float sum; };

__global__ void init(Stats* s) { s->max = -FLT_MAX; s->sum = 0.0f; }

__global__ void max_kernel(const float* x, Stats* s, int n) {
    __shared__ float buf[THREADS];
    int i = blockIdx.x * THREADS + threadIdx.x;
    buf[threadIdx.x] = i < n ? x[i] : -FLT_MAX;
    for (int h = THREADS / 2; h > 0; h /= 2) {
        __syncthreads();
        if (threadIdx.x < h) buf[threadIdx.x] = fmaxf(buf[threadIdx.x], buf[threadIdx.x + h]);
    }
    if (threadIdx.x == 0) atomicMax((int*)&s->max, __float_as_int(buf[0]));
}

__global__ void sum_kernel(const float* x, float* y, Stats* s, int n) {
    __shared__ float buf[THREADS];
    int i = blockIdx.x * THREADS + threadIdx.x;
    float e = i < n ? __expf(x[i] - s->max) : 0.0f;
    if (i < n) y[i] = e;
    buf[threadIdx.x] = e;
    for (int h = THREADS / 2; h > 0; h /= 2) {
        __syncthreads();
        if (threadIdx.x < h) buf[threadIdx.x] += buf[threadIdx.x + h];
    }
    if (threadIdx.x == 0) atomicAdd(&s->sum, buf[0]);
}

__global__ void scale_kernel(float* y, const Stats* s, int n) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < n) y[i] /= s->sum;
}

extern "C" void solve(const float* input, float* output, int N) {
    Stats* s;
    cudaMalloc(&s, sizeof(Stats));
    init<<<1, 1>>>(s);
    max_kernel<<<CEIL_DIV(N, THREADS), THREADS>>>(input, s, N);
    sum_kernel<<<CEIL_DIV(N, THREADS), THREADS>>>(input, output, s, N);
    scale_kernel<<<CEIL_DIV(N, THREADS), THREADS>>>(output, s, N);
    cudaDeviceSynchronize();
    cudaFree(s);
}
