// exam: problem=vector-addition-host verdict=accepted only=cuda
// C++17 that is not C++20: names that became keywords, u8 strings as char, aggregates with a deleted constructor, template-ids as
// names of constructors, arithmetic between enumerations, a volatile compound assignment.
#include <cuda_runtime.h>
#include <cstring>

enum Left { one_left = 1 };
enum Right { one_right = 1 };

template <class T> struct Range {
    T from, to;
    Range<T>(T a, T b) : from(a), to(b) {}
    ~Range<T>() {}
    bool operator==(Range& other) { return from == other.from && to == other.to; }
};

struct Config {
    Config() = delete;
    int threads, blocks;
};

__global__ void add(const float* concept, const float* requires, float* co_yield, int constinit) {
    int char8_t = blockIdx.x * blockDim.x + threadIdx.x;
    if (char8_t < constinit) co_yield[char8_t] = concept[char8_t] + requires[char8_t];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    const char* name = u8"größer";
    Config config{256, (N + 255) / 256};
    Range<int> whole(0, N), same(0, N);
    volatile int consteval = 0;
    consteval += one_left + one_right;
    if (consteval != 2 || std::strlen(name) != 8 || !(whole == same)) return;
    float* d;
    size_t bytes = N * sizeof(float);
    cudaMalloc(&d, 3 * bytes);
    cudaMemcpy(d, A, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d + N, B, bytes, cudaMemcpyHostToDevice);
    add<<<config.blocks, config.threads>>>(d, d + N, d + 2 * (size_t)N, N);
    cudaMemcpy(C, d + 2 * (size_t)N, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d);
}
