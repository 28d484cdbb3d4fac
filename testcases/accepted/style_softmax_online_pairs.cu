// exam: problem=softmax verdict=accepted
// Online softmax: shared arrays of structs (m, d) with an operator, one kernel for the pairs and one for the answer.
#include <cuda_runtime.h>

struct __align__(8) MD
{
    float m, d;
    __device__ MD operator+(const MD& o) const
    {
        const bool mine = m > o.m;
        const MD big = mine ? *this : o, small = mine ? o : *this;
        MD r;
        r.d = big.d + (small.d == 0.f ? 0.f : small.d * __expf(small.m - big.m));
        r.m = big.m;
        return r;
    }
    __device__ MD& operator+=(MD o) { return *this = *this + o; }
};

template <int BS> __device__ MD reduce(MD mine)
{
    __shared__ MD all[BS];
    all[threadIdx.x] = mine;
    __syncthreads();
    #pragma unroll
    for (int h = BS / 2; h >= 1; h /= 2)
    {
        if (threadIdx.x < h) all[threadIdx.x] += all[threadIdx.x + h];
        __syncthreads();
    }
    return all[0];
}

__global__ void pairs(const float* x, MD* out, int n)
{
    MD acc{-__int_as_float(0x7f800000), 0.f};
    for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += 128 * gridDim.x) acc += MD{x[i], 1.f};
    acc = reduce<128>(acc);
    if (threadIdx.x == 0) out[blockIdx.x] = acc;
}

__global__ void normalise(const float* x, const MD* parts, int count, float* y, int n)
{
    __shared__ MD whole;
    MD acc = threadIdx.x < count ? parts[threadIdx.x] : MD{-__int_as_float(0x7f800000), 0.f};
    acc = reduce<256>(acc);
    if (threadIdx.x == 5) whole = acc;
    __syncthreads();
    const auto [m, d] = whole;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = __expf(x[i] - m) / d;
}

extern "C" void solve(const float* input, float* output, int N)
{
    int count = min(256, (N + 127) / 128);
    MD* parts;
    cudaMalloc(&parts, count * sizeof(MD));
    pairs<<<count, 128>>>(input, parts, N);
    normalise<<<count, 256>>>(input, parts, count, output, N);
    cudaFree(parts);
}
