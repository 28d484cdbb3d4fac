// exam: problem=vector-addition verdict=accepted
// Bit fields that say what a warp has to do, lop3 and prmt in PTX on the way.
#include <cuda_runtime.h>

struct Job {
    unsigned lane : 5;
    unsigned warp : 5;
    unsigned full : 1;
    unsigned : 5;
    unsigned block : 16;
};
static_assert(sizeof(Job) == 4, "one word");

// a & b | c
__device__ inline unsigned and_or(unsigned a, unsigned b, unsigned c) {
    unsigned d;
    asm("lop3.b32 %0, %1, %2, %3, 0xEA;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    return d;
}

// the low half of lo, the low half of hi above it
__device__ inline unsigned join_halves(unsigned lo, unsigned hi) {
    unsigned d;
    asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(d) : "r"(lo), "r"(hi));
    return d;
}

__device__ float take_apart_and_join(float x) {
    const unsigned bits = __float_as_uint(x);
    const unsigned joined = join_halves(bits & 0xffffu, bits >> 16);
    return __uint_as_float(and_or(joined, 0xffff0000u, joined & 0xffffu));
}

__global__ void add(const float* A, const float* B, float* C, unsigned n) {
    for (unsigned block = blockIdx.x; block * 256u < n; block += gridDim.x) {
        Job job{};
        job.lane = threadIdx.x;
        job.warp = threadIdx.x >> 5;
        job.full = (block + 1) * 256u <= n;
        job.block = block;  // the low 16 bits; the rest is in the loop's variable
        const unsigned i = ((block >> 16 << 16) + job.block) * 256u + job.warp * 32u + job.lane;
        if (job.full || i < n) C[i] = take_apart_and_join(A[i]) + take_apart_and_join(B[i]);
    }
}

extern "C" void solve(const float* A, const float* B, float* C, int N) { add<<<1056, 256>>>(A, B, C, N); }
