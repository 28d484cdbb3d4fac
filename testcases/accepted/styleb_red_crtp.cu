// exam: problem=reduction verdict=accepted
// CRTP: the base knows how a block is reduced, the derived class how two values are combined and where they come from.
#include <cuda_runtime.h>

template <typename Derived, typename T, int BlockSize>
class BlockReducer
{
public:
    struct Storage { T partial[BlockSize]; };

    __device__ explicit BlockReducer(Storage& storage) : m_storage(storage) {}

    __device__ T reduce(T value)
    {
        m_storage.partial[threadIdx.x] = value;
        __syncthreads();
        for (int half = BlockSize / 2; half > 0; half /= 2)
        {
            if (threadIdx.x < half)
            {
                T& mine = m_storage.partial[threadIdx.x];
                mine = self().combine(mine, m_storage.partial[threadIdx.x + half]);
            }
            __syncthreads();
        }
        return m_storage.partial[0];
    }

protected:
    __device__ const Derived& self() const { return static_cast<const Derived&>(*this); }
    Storage& m_storage;
};

template <int BlockSize>
class SumReducer : public BlockReducer<SumReducer<BlockSize>, float, BlockSize>
{
    using Base = BlockReducer<SumReducer<BlockSize>, float, BlockSize>;

public:
    using Base::Base;
    __device__ float combine(float a, float b) const { return a + b; }

    __device__ float gather(const float* in, int n) const
    {
        float sum = 0.f;
        for (int i = blockIdx.x * BlockSize + threadIdx.x; i < n; i += gridDim.x * BlockSize) sum = combine(sum, in[i]);
        return sum;
    }
};

template <template <int> class Reducer, int BlockSize = 256>
__global__ void reduceKernel(const float* in, float* out, int n)
{
    __shared__ typename Reducer<BlockSize>::Storage storage;
    Reducer<BlockSize> reducer(storage);
    const float sum = reducer.reduce(reducer.gather(in, n));
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

extern "C" void solve(const float* input, float* output, int N)
{
    constexpr int blocks = 1024;
    static float* partial = [] {
        float* p = nullptr;
        cudaMalloc(&p, blocks * sizeof(float));
        return p;
    }();
    reduceKernel<SumReducer><<<blocks, 256>>>(input, partial, N);
    reduceKernel<SumReducer, 512><<<1, 512>>>(partial, output, blocks);
}
