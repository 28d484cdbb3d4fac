// exam: problem=vector-addition-host verdict=accepted
// Modern host code: a move-only buffer, unique_ptr with a deleter, exceptions on errors, std::vector of streams.
#include <cuda_runtime.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

static void check(cudaError_t e, const char* what) {
    if (e != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorName(e));
}

template <typename T>
class Buffer {
    T* data_ = nullptr;
    std::size_t size_ = 0;

public:
    explicit Buffer(std::size_t n) : size_{n} { check(cudaMalloc(&data_, n * sizeof(T)), "cudaMalloc"); }
    Buffer(Buffer&& o) noexcept : data_{std::exchange(o.data_, nullptr)}, size_{std::exchange(o.size_, 0)} {}
    Buffer(const Buffer&) = delete;
    ~Buffer() { cudaFree(data_); }
    void from(const T* host) { check(cudaMemcpy(data_, host, size_ * sizeof(T), cudaMemcpyDefault), "there"); }
    void to(T* host) const { check(cudaMemcpy(host, data_, size_ * sizeof(T), cudaMemcpyDefault), "back"); }
    T* get() { return data_; }
};

template <typename T, typename F>
__global__ void transform(const T* a, const T* b, T* c, std::size_t n, F f) {
    for (auto i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < n; i += std::size_t{gridDim.x} * blockDim.x)
        c[i] = f(a[i], b[i]);
}

struct Plus {
    template <typename T> __host__ __device__ constexpr T operator()(T x, T y) const { return x + y; }
};
static_assert(Plus{}(1, 2) == 3);

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    struct Destroy { void operator()(cudaStream_t s) const { cudaStreamDestroy(s); } };
    using Stream = std::unique_ptr<std::remove_pointer_t<cudaStream_t>, Destroy>;
    try {
        std::vector<Buffer<float>> buffers;
        for (auto k = 0; k != 3; ++k) buffers.emplace_back(static_cast<std::size_t>(N));
        auto& [a, b, c] = *reinterpret_cast<Buffer<float>(*)[3]>(buffers.data());
        cudaStream_t raw{};
        check(cudaStreamCreate(&raw), "stream");
        Stream stream{raw};
        a.from(A);
        b.from(B);
        transform<<<1000, 256, 0, stream.get()>>>(a.get(), b.get(), c.get(), static_cast<std::size_t>(N), Plus{});
        check(cudaStreamSynchronize(stream.get()), "add");
        c.to(C);
    } catch (const std::exception&) {
        std::terminate();
    }
}
