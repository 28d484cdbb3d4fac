// exam: problem=vector-addition verdict=accepted
// A little parallel_for: the body is a device lambda, captured by value.
#include <cuda_runtime.h>

template <typename Body>
__global__ void forEachIndex(long long count, Body body)
{
    const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
    for (long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x; i < count; i += stride)
    {
        body(i);
    }
}

class Launcher
{
public:
    explicit Launcher(int threads = 256, cudaStream_t stream = nullptr) : m_threads(threads), m_stream(stream) {}

    template <typename Body>
    void operator()(long long count, Body&& body) const
    {
        const long long wanted = (count + m_threads - 1) / m_threads;
        const unsigned grid = static_cast<unsigned>(wanted < 4096 ? wanted : 4096);
        forEachIndex<<<grid, m_threads, 0, m_stream>>>(count, body);
    }

private:
    int m_threads;
    cudaStream_t m_stream;
};

extern "C" void solve(const float* A, const float* B, float* C, int N)
{
    Launcher parallelFor{512};
    const auto pairs = N / 2;
    // two at a time as float2, then the odd one out
    const auto* a2 = reinterpret_cast<const float2*>(A);
    const auto* b2 = reinterpret_cast<const float2*>(B);
    auto* c2 = reinterpret_cast<float2*>(C);
    if (pairs > 0)
        parallelFor(pairs, [=] __device__(long long i) {
            const auto [ax, ay] = a2[i];
            const auto [bx, by] = b2[i];
            c2[i] = make_float2(ax + bx, ay + by);
        });
    if (N % 2 != 0)
        parallelFor(1, [=] __device__(auto) { C[N - 1] = A[N - 1] + B[N - 1]; });
}
