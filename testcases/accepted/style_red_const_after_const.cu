// exam: problem=reduction verdict=accepted
// Constants made of constants made of shared scalars, in the body of a while whose shared limit sinks.
#include <cuda_runtime.h>

__global__ void reduce(const float* in, double* part, int n)
{
    __shared__ double buf[192];
    __shared__ unsigned len, step;
    __shared__ double result;

    double a = 0;
    for (size_t i = blockIdx.x * 192 + threadIdx.x; i < n; i += 192 * gridDim.x) a += in[i];
    buf[threadIdx.x] = a;
    if (threadIdx.x == 64) len = 192, step = 3;
    __syncthreads();

    while (len > 1) {
        const unsigned all = len;
        const unsigned by = (all % 3 == 0) ? step : 2u;
        const unsigned keep = all / by;
        const bool mine = threadIdx.x < keep;
        double t = 0;
        if (mine)
            for (unsigned k = 0; k < by; ++k) t += buf[k * keep + threadIdx.x];
        __syncthreads();
        if (mine) buf[threadIdx.x] = t;
        if (threadIdx.x == 191) len = keep;
        __syncthreads();
    }
    if (threadIdx.x == 0) result = buf[0];
    __syncthreads();
    const double shown = result;
    if (threadIdx.x == 100) part[blockIdx.x] = shown;
}

__global__ void last(const double* part, float* out, int count)
{
    __shared__ double sum;
    if (threadIdx.x == 0) sum = 0.0;
    for (int k = 0; k < count; k++) {
        __syncthreads();
        const double before = sum;
        __syncthreads();
        if (threadIdx.x == k % 32) sum = before + part[k];
    }
    __syncthreads();
    if (threadIdx.x == 31) *out = float(sum);
}

extern "C" void solve(const float* input, float* output, int N)
{
    static double* part;
    if (!part) cudaMalloc(&part, 128 * sizeof(double));
    reduce<<<128, 192>>>(input, part, N);
    last<<<1, 32>>>(part, output, 128);
}
