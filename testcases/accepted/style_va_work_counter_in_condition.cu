// exam: problem=vector-addition verdict=accepted
// The same idea with the draw, the barriers and the test in one helper that is called in the condition of a do-while and a for.
#include <cuda_runtime.h>

#define EVERYONE __syncthreads()

struct Draw { int lo, hi; };
__device__ Draw nothing = {0, 0};
__device__ unsigned drawn[2];

__device__ bool draw(Draw* shared, unsigned* from, int n, int size)
{
    EVERYONE;
    if (threadIdx.x == 0) {
        int lo = (int)atomicAdd(from, 1u) * size;
        *shared = lo < n ? Draw{lo, min(lo + size, n)} : nothing;
    }
    return EVERYONE, shared->lo < shared->hi;
}

__global__ void clear() { drawn[threadIdx.x] = 0; }

// the first half with for, the second with do-while
__global__ void plus(const float* A, const float* B, float* C, int n)
{
    __shared__ Draw d;
    const int half = n / 2;
    for (int i; draw(&d, drawn, half, 1000); )
        for (i = d.lo + threadIdx.x; i < d.hi; i += blockDim.x) C[i] = A[i] + B[i];

    d.lo = d.hi = 0;            // all write the same, after the barrier in draw() and before the next
    do {
        float* c = C + half;
        for (auto i = threadIdx.x + d.lo; i < d.hi; i += blockDim.x) c[i] = (A + half)[i] + *(B + half + i);
    } while (draw(&d, &drawn[1], n - half, 777));
}

extern "C" void solve(const float* A, const float* B, float* C, int N)
{
    clear<<<1, 2>>>();
    if (N <= 1 << 16) plus<<<2, 96>>>(A, B, C, N);
    else plus<<<792, 192>>>(A, B, C, N);
}
