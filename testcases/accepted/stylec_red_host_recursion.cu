// exam: problem=reduction verdict=accepted
// The host recurses until one number is left; each level has scratch of its own.
#include <cuda_runtime.h>
#include <vector>
#include <stdexcept>

namespace {

const int B = 128, PER_THREAD = 8;

inline void check(cudaError_t e) { if (e != cudaSuccess) throw std::runtime_error(cudaGetErrorString(e)); }

template <int S> struct Tree {
    static __device__ void run(float* s, int t) {
        if (t < S) s[t] += s[t + S];
        __syncthreads();
        Tree<S / 2>::run(s, t);
    }
};
template <> struct Tree<0> {
    static __device__ void run(float*, int) {}
};

__global__ void level(const float* src, float* dst, long n) {
    __shared__ float s[B];
    long first = (long)blockIdx.x * B * PER_THREAD + threadIdx.x;
    float v = 0;
    #pragma unroll
    for (int k = 0; k < PER_THREAD; k++) {
        long i = first + (long)k * B;
        v += i < n ? src[i] : 0.0f;
    }
    s[threadIdx.x] = v;
    __syncthreads();
    Tree<B / 2>::run(s, threadIdx.x);
    if (threadIdx.x == 0) dst[blockIdx.x] = s[0];
}

class Reducer {
    std::vector<float*> scratch;
public:
    void operator()(const float* src, float* dst, long n) {
        long blocks = (n + B * PER_THREAD - 1) / (B * PER_THREAD);
        if (blocks == 1) { level<<<1, B>>>(src, dst, n); return; }
        float* p = nullptr;
        check(cudaMalloc((void**)&p, blocks * sizeof(*p)));
        scratch.push_back(p);
        level<<<(unsigned)blocks, B>>>(src, p, n);
        (*this)(p, dst, blocks);
    }
    ~Reducer() { for (float* p : scratch) cudaFree(p); }
};

}  // namespace

extern "C" void solve(const float* input, float* output, int N) {
    Reducer reduce;
    reduce(input, output, N);
    check(cudaGetLastError());
}
