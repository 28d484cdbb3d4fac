// exam: problem=vector-addition-host verdict=accepted
// page-lock the caller's arrays if that works, then three streams, chunk by chunk
#include <cuda_runtime.h>
#include <array>
#include <cstddef>

namespace {
__global__ void add_inplace(float* x, const float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int step = gridDim.x * blockDim.x;
    for (; i < n; i += step) x[i] += y[i];
}

class Pin {
    void* p_ = nullptr;
public:
    Pin(const void* p, std::size_t bytes)
    {
        if (cudaHostRegister(const_cast<void*>(p), bytes, cudaHostRegisterDefault) == cudaSuccess) p_ = const_cast<void*>(p);
        else cudaGetLastError();                       // small or odd arrays: stay pageable
    }
    ~Pin() { if (p_) cudaHostUnregister(p_); }
    Pin(const Pin&) = delete;
    Pin& operator=(const Pin&) = delete;
};
}

extern "C" void solve(const float* A, const float* B, float* C, int N)
{
    constexpr int lanes = 3, chunk = 1 << 22;
    static std::array<cudaStream_t, lanes> st{};
    static std::array<float*, lanes> x{}, y{};
    if (!st[0])
        for (int l = 0; l < lanes; ++l) {
            cudaStreamCreateWithFlags(&st[l], cudaStreamNonBlocking);
            cudaMalloc(&x[l], chunk * sizeof(float));
            cudaMalloc(&y[l], chunk * sizeof(float));
        }
    const std::size_t bytes = std::size_t(N) * sizeof(float);
    {
        Pin a(A, bytes), b(B, bytes), c(C, bytes);
        int l = 0;
        for (std::size_t at = 0; at < std::size_t(N); at += chunk, l = (l + 1) % lanes) {
            const int n = int(std::size_t(N) - at < chunk ? std::size_t(N) - at : chunk);
            cudaMemcpyAsync(x[l], A + at, n * sizeof(float), cudaMemcpyHostToDevice, st[l]);
            cudaMemcpyAsync(y[l], B + at, n * sizeof(float), cudaMemcpyHostToDevice, st[l]);
            add_inplace<<<(n + 1023) / 1024, 256, 0, st[l]>>>(x[l], y[l], n);
            cudaMemcpyAsync(C + at, x[l], n * sizeof(float), cudaMemcpyDeviceToHost, st[l]);
        }
        for (auto& s : st) cudaStreamSynchronize(s);
    }
}
