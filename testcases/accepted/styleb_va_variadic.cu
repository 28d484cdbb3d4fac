// exam: problem=vector-addition verdict=accepted
// A variadic kernel: the sum of as many vectors as are handed in, by a fold over pointers.
#include <cuda_runtime.h>

template <int ItemsPerThread = 2, class T, class... Rest>
__global__ void sum_all(T* __restrict__ result, int n, const T* __restrict__ first, const Rest*... rest)
{
    static_assert(sizeof...(Rest) >= 1, "one vector alone is a copy");
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * ItemsPerThread;
    #pragma unroll
    for (int item = 0; item < ItemsPerThread; ++item, ++i)
        if (i < n)
            result[i] = (first[i] + ... + rest[i]);
}

template <class... Inputs>
void add(float* result, int n, const Inputs*... inputs)
{
    constexpr int items = 1 + sizeof...(Inputs);
    const int threads = 192;
    sum_all<items><<<(n + threads * items - 1) / (threads * items), threads>>>(result, n, inputs...);
}

extern "C" void solve(const float* A, const float* B, float* C, int N)
{
    add(C, N, A, B);
}
