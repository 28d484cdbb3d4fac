// exam: problem=vector-addition verdict=accepted
// Iterators: zip two pointers, transform what comes out, copy a range of that; a strided range for each thread.
#include <cuda_runtime.h>

#define HD __host__ __device__

template <class A, class B>
struct Pair { A first; B second; };

template <class A, class B>
class ZipIterator {
    A a_;
    B b_;

public:
    HD ZipIterator(A a, B b) : a_(a), b_(b) {}
    __device__ auto operator*() const { return Pair<float, float>{*a_, *b_}; }
    __device__ ZipIterator operator+(int n) const { return {a_ + n, b_ + n}; }
};

template <class It, class F>
class TransformIterator {
    It it_;
    F f_;

public:
    HD TransformIterator(It it, F f) : it_(it), f_(f) {}
    __device__ auto operator*() const { return f_(*it_); }
    __device__ auto operator[](int n) const { return *(*this + n); }
    __device__ TransformIterator operator+(int n) const { return {it_ + n, f_}; }
};

class GridRange {
    int count_;

public:
    struct Iterator {
        int at, step;
        __device__ int operator*() const { return at; }
        __device__ Iterator& operator++() { at += step; return *this; }
        __device__ bool operator!=(const Iterator& end) const { return at < end.at; }
    };
    __device__ explicit GridRange(int count) : count_(count) {}
    __device__ Iterator begin() const {
        return {static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x), static_cast<int>(gridDim.x * blockDim.x)};
    }
    __device__ Iterator end() const { return {count_, 0}; }
};

struct AddPair {
    __device__ float operator()(const Pair<float, float>& p) const { const auto& [x, y] = p; return x + y; }
};

template <class It, class Out>
__global__ void copy_n(It from, int n, Out to) {
    for (const int i : GridRange(n)) to[i] = from[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    const int blocks = (N + 255) / 256;
    copy_n<<<blocks < 1320 ? blocks : 1320, 256>>>(TransformIterator(ZipIterator(A, B), AddPair{}), N, C);
}
