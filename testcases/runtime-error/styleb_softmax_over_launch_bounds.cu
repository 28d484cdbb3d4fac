// exam: problem=softmax verdict=runtime-error
// The kernel was compiled for 128 threads at most, and is launched with 256.
#include <cuda_runtime.h>

#include <cfloat>

template <int MaxThreads>
struct Bounds { static constexpr int threads = MaxThreads; };

template <class B>
__global__ void __launch_bounds__(B::threads) softmax(const float* in, float* out, int n) {
    __shared__ float s[1024];
    float m = -FLT_MAX;
    for (int i = threadIdx.x; i < n; i += blockDim.x) m = fmaxf(m, in[i]);
    s[threadIdx.x] = m;
    __syncthreads();
    for (unsigned k = 0; k < blockDim.x; ++k) m = fmaxf(m, s[k]);
    __syncthreads();
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += expf(in[i] - m);
    s[threadIdx.x] = sum;
    __syncthreads();
    sum = 0;
    for (unsigned k = 0; k < blockDim.x; ++k) sum += s[k];
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = expf(in[i] - m) / sum;
}

extern "C" void solve(const float* input, float* output, int N) { softmax<Bounds<128>><<<1, 256>>>(input, output, N); }
