// exam: problem=reduction verdict=accepted
// A table of kernels, one for each block size, made from an index_sequence; the host picks one by N.
#include <cuda_runtime.h>

#include <array>
#include <cstddef>
#include <utility>

template <unsigned blockSize>
__device__ void finish(volatile float* s, unsigned t)
{
    if constexpr (blockSize >= 2)
    {
        __syncthreads();
        if (t < blockSize / 2) s[t] = s[t] + s[t + blockSize / 2];
        finish<blockSize / 2>(s, t);
    }
}

template <unsigned blockSize>
__global__ void reduce(const float* g_in, float* g_out, unsigned n)
{
    __shared__ float sdata[blockSize];
    float mySum = 0;
    for (unsigned i = blockIdx.x * blockSize * 2 + threadIdx.x; i < n; i += gridDim.x * blockSize * 2)
    {
        mySum += g_in[i];
        if (i + blockSize < n) mySum += g_in[i + blockSize];
    }
    sdata[threadIdx.x] = mySum;
    finish<blockSize>(sdata, threadIdx.x);
    if (threadIdx.x == 0) g_out[blockIdx.x] = sdata[0];
}

using Kernel = void (*)(const float*, float*, unsigned);

template <std::size_t... LogSize>
constexpr std::array<Kernel, sizeof...(LogSize)> makeTable(std::index_sequence<LogSize...>)
{
    return {{&reduce<1u << LogSize>...}};
}

extern "C" void solve(const float* input, float* output, int N)
{
    static const auto table = makeTable(std::make_index_sequence<11>{});  // 1 to 1024 threads
    unsigned log = 0;
    while (log < 10 && (2u << log) < static_cast<unsigned>(N)) ++log;
    const unsigned threads = 1u << log;
    const unsigned wanted = (N + 2 * threads - 1) / (2 * threads), blocks = wanted < 512 ? wanted : 512;
    float* partial;
    cudaMalloc(&partial, blocks * sizeof(float));
    table[log]<<<blocks, threads>>>(input, partial, N);
    table[8]<<<1, 256>>>(partial, output, blocks);
    cudaFree(partial);
}
