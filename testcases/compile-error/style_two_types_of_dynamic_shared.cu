// exam: problem=softmax verdict=compile-error
// extern __shared__ sdata[] is of float in one kernel and of double in the next; it is one name for both.
#include <cuda_runtime.h>
#include <float.h>

__global__ void maximum(const float *x, float *m, int n) {
    extern __shared__ float sdata[];
    sdata[threadIdx.x] = -FLT_MAX;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sdata[threadIdx.x] = fmaxf(sdata[threadIdx.x], x[i]);
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        __syncthreads();
        if (threadIdx.x < s) sdata[threadIdx.x] = fmaxf(sdata[threadIdx.x], sdata[threadIdx.x + s]);
    }
    if (threadIdx.x == 0) *m = sdata[0];
}

__global__ void normalize(const float *x, const float *m, float *y, int n) {
    extern __shared__ double sdata[];
    sdata[threadIdx.x] = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sdata[threadIdx.x] += expf(x[i] - *m);
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        __syncthreads();
        if (threadIdx.x < s) sdata[threadIdx.x] += sdata[threadIdx.x + s];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) y[i] = expf(x[i] - *m) / sdata[0];
}

extern "C" void solve(const float* input, float* output, int N) {
    static float *m = nullptr;
    if (!m) cudaMalloc(&m, 4);
    maximum<<<1, 256, 256 * sizeof(float)>>>(input, m, N);
    normalize<<<1, 256, 256 * sizeof(double)>>>(input, m, output, N);
}
