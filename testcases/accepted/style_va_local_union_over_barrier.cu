// exam: problem=vector-addition verdict=accepted
// Locals whose type is written where they are declared, without a value: a union, a struct, an enum. They live on over barriers.
#include <cuda_runtime.h>

__global__ void add(const float *A, const float *B, float *C, int N)
{
    __shared__ float s[64];
    union { float f; unsigned w; } x;
    struct { float v; int to; } job;
    enum { EMPTY, FULL } state;
    int i = blockIdx.x * 64 + threadIdx.x;

    x.f = i < N ? A[i] : 0.0f;
    job.to = 63 - threadIdx.x;
    state = i < N ? FULL : EMPTY;
    s[job.to] = __uint_as_float(x.w);
    __syncthreads();
    job.v = s[job.to];
    __syncthreads();
    s[threadIdx.x] = x.f;
    __syncthreads();
    if (state == FULL && (s[threadIdx.x] == job.v || job.v != job.v)) C[i] = job.v + B[i];
}

extern "C" void solve(const float *A, const float *B, float *C, int N) { add<<<(N + 63) / 64, 64>>>(A, B, C, N); }
