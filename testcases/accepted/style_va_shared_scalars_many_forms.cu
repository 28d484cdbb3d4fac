// exam: problem=vector-addition verdict=accepted
// One thread fills shared scalars; all read them through copies, references, casts, ternaries, members, pointers and offsets.
#include <cuda_runtime.h>

struct Span { int from; int count; struct { bool full; char pad; short twos; } flags; };

__global__ void add(const float* A, const float* B, float* C, int n) {
    __shared__ int limit, begin[2];
    __shared__ Span span;
    __shared__ const float* left;
    __shared__ const float *right, *unused;
    __shared__ float* target;
    __shared__ bool go;
    static __shared__ unsigned char small;
    __shared__ double as_double;
    __shared__ long long wide;

    if (threadIdx.x == blockDim.x - 1) {
        limit = n;
        begin[0] = blockIdx.x * blockDim.x;
        begin[1] = begin[0] + blockDim.x;
        span.from = begin[0];
        span.count = begin[1] <= n ? blockDim.x : n - begin[0];
        span.flags.full = span.count == blockDim.x;
        span.flags.twos = (short)(span.count / 2);
        left = A + begin[0]; right = &B[begin[0]]; unused = nullptr;
        target = C + begin[0];
        go = span.count > 0;
        small = (unsigned char)(span.count & 7);
        as_double = begin[0];
        wide = (long long)begin[1] << 20;
    }
    __syncthreads();

    auto ok = go;
    if (!ok) return;
    const auto& s = span;
    const int first = (int)as_double, second = (int)(wide >> 20), top = second < limit ? second : limit;
    int* p = begin;
    Span copy = span;
    bool same = p[0] == first && *(begin + 1) == second && copy.from == s.from && unused == 0
        && static_cast<int>(small) == (copy.count & 7) && (copy.flags.full ? copy.count == blockDim.x : top == limit)
        && copy.flags.twos == s.count >> 1 && top - first == s.count;
    int k = same ? (int)threadIdx.x : 1 << 30;
    if (k < copy.count) target[k] = left[k] + right[k];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<N / 250 + 2, 250>>>(A, B, C, N);
}
