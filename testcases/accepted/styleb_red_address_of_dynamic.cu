// exam: problem=reduction verdict=accepted
// Dynamic shared memory through the address of the array itself, cast to a struct that is laid over it.
#include <cuda_runtime.h>

template <int Threads>
struct Layout {
    float value[Threads];
    int arrived;
    static constexpr unsigned threads = Threads;
};

extern __shared__ unsigned long long dynamic_words[];

template <class L>
__device__ L& over_dynamic() { return *reinterpret_cast<L*>(&dynamic_words); }

template <class L>
__global__ void reduce(const float* __restrict__ in, float* __restrict__ out, unsigned n) {
    auto& [value, arrived] = over_dynamic<L>();
    if (threadIdx.x == 0) arrived = 0;
    float mine = 0;
    for (unsigned i = blockIdx.x * L::threads + threadIdx.x; i < n; i += gridDim.x * L::threads) mine += in[i];
    value[threadIdx.x] = mine;
    __syncthreads();
    atomicAdd(&arrived, 1);
    for (unsigned half = L::threads / 2; half != 0; half >>= 1) {
        if (threadIdx.x < half) value[threadIdx.x] += value[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = arrived == L::threads ? value[0] : -1.0f;
}

extern "C" void solve(const float* input, float* output, int N) {
    using L = Layout<256>;
    float* partial = nullptr;
    cudaMalloc(&partial, 300 * sizeof *partial);
    reduce<L><<<300, L::threads, sizeof(L)>>>(input, partial, N);
    reduce<L><<<1, L::threads, sizeof(L)>>>(partial, output, 300);
    cudaFree(partial);
}
