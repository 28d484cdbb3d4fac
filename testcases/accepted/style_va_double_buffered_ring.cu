// exam: problem=vector-addition verdict=accepted
// Double buffering through shared memory: while one half is added, the next is loaded; the halves swap by index.
#include <cuda_runtime.h>

enum { BLK = 128, STAGES = 2 };

__global__ void ring(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, const int N)
{
    __shared__ struct Stage { float a[BLK], b[BLK]; int base; } stage[STAGES];
    int cur = 0, tiles = (N + BLK - 1) / BLK;
    const int t = threadIdx.x, rev = BLK - 1 - t;

    auto fetch = [&](Stage &s, int tile) {
        int i = tile * BLK + t;
        s.a[t] = i < N ? A[i] : 0.f;
        s.b[rev] = i < N ? B[i] : 0.f;     // turned round, so that the barriers matter
        if (t == 0) s.base = tile * BLK;
    };

    if (blockIdx.x < tiles) fetch(stage[cur], blockIdx.x);
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x, cur ^= 1) {
        __syncthreads();
        int next = tile + gridDim.x;
        if (next < tiles) fetch(stage[cur ^ 1], next);
        const Stage &s = stage[cur];
        if (int i = s.base + rev; i < N) C[i] = s.a[rev] + s.b[BLK - 1 - rev];
        __syncthreads();
    }
}

extern "C" void solve(const float* A, const float* B, float* C, int N)
{
    int sms;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    ring<<<sms * 8, BLK>>>(A, B, C, N);
}
