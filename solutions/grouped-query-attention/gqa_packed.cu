// The queries of a group are rows of one problem against the same keys. Eight lanes share a row: each has every eighth float4 of the query
// and of the sums in registers, and holds them for several rows at once. Keys and values come as float4 from shared memory, where the
// four groups of eight lanes read the same address.
// Eight keys at a time: the lanes add their parts with three shuffles a score, then lane l takes the exponential for key l.
// Gains: for 4 rows of 128 columns, 128 multiply-adds for 8 loads; no transposed tile, no scores in shared memory.
// Costs: 12 shuffles and as many adds for these 128 multiply-adds.
// judge: rung 2

#include <cuda_runtime.h>

namespace {

constexpr unsigned everyone = 0xffffffffu;
constexpr int threads = 128, batch = 8;

__device__ float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + (a.z * b.z + a.w * b.w); }

__device__ void add(float4& to, float factor, float4 x) {
    to.x += factor * x.x, to.y += factor * x.y, to.z += factor * x.z, to.w += factor * x.w;
}

// The sum or the largest over the eight lanes of a row.
__device__ float sum8(float x) {
    x += __shfl_xor_sync(everyone, x, 1);
    x += __shfl_xor_sync(everyone, x, 2);
    return x + __shfl_xor_sync(everyone, x, 4);
}

__device__ float max8(float x) {
    x = fmaxf(x, __shfl_xor_sync(everyone, x, 1));
    x = fmaxf(x, __shfl_xor_sync(everyone, x, 2));
    return fmaxf(x, __shfl_xor_sync(everyone, x, 4));
}

// T: float4 of a row that each of its eight lanes has. Rows: rows of eight lanes.
template <int T, int Rows>
__global__ void __launch_bounds__(threads) attention(const float4* __restrict__ Q, const float4* __restrict__ K,
                                                     const float4* __restrict__ V, float4* __restrict__ output, int group, int seq_len,
                                                     int vectors, float scale) {
    constexpr int tile = 128 / (T < 4 ? 4 : T);  // keys; 16 or 32
    static_assert(tile % batch == 0, "whole batches");
    __shared__ float4 keys[tile][8 * T], values[tile][8 * T];
    const int lane = threadIdx.x % 8, rows = group * seq_len;
    const int first_row = (blockIdx.x * (threads / 8) + threadIdx.x / 8) * Rows;
    const float4 zero = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    K += static_cast<size_t>(blockIdx.y) * seq_len * vectors;
    V += static_cast<size_t>(blockIdx.y) * seq_len * vectors;

    float4 query[Rows][T], sums[Rows][T];
    float largest[Rows], total[Rows];
    size_t at[Rows];
#pragma unroll
    for (int r = 0; r < Rows; ++r) {
        const int row = min(first_row + r, rows - 1);  // rows past the end repeat the last and are not stored
        at[r] = ((static_cast<size_t>(blockIdx.y) * group + row % group) * seq_len + row / group) * vectors;
        largest[r] = -1e38f, total[r] = 0.0f;
#pragma unroll
        for (int t = 0; t < T; ++t) {
            const int c = lane + 8 * t;
            sums[r][t] = zero;
            query[r][t] = zero;
            if (c < vectors) add(query[r][t], scale, Q[at[r] + c]);
        }
    }

    for (int first = 0; first < seq_len; first += tile) {
        __syncthreads();
        for (int e = threadIdx.x; e < tile * 8 * T; e += threads) {
            const int j = e / (8 * T), c = e % (8 * T);
            const bool there = first + j < seq_len && c < vectors;
            keys[j][c] = there ? K[static_cast<size_t>(first + j) * vectors + c] : zero;
            values[j][c] = there ? V[static_cast<size_t>(first + j) * vectors + c] : zero;
        }
        __syncthreads();
        for (int b = 0; b < tile && first + b < seq_len; b += batch) {
            float score[Rows];
#pragma unroll
            for (int j = 0; j < batch; ++j) {
                float part[Rows] = {};
#pragma unroll
                for (int t = 0; t < T; ++t) {
                    const float4 k = keys[b + j][lane + 8 * t];
#pragma unroll
                    for (int r = 0; r < Rows; ++r) part[r] += dot(query[r][t], k);
                }
#pragma unroll
                for (int r = 0; r < Rows; ++r) {
                    const float whole = sum8(part[r]);
                    if (lane == j) score[r] = whole;
                }
            }
            const bool there = first + b + lane < seq_len;
#pragma unroll
            for (int r = 0; r < Rows; ++r) {
                const float larger = fmaxf(largest[r], max8(there ? score[r] : -1e38f));
                const float shrink = __expf(largest[r] - larger);
                score[r] = there ? __expf(score[r] - larger) : 0.0f;
                largest[r] = larger;
                total[r] = total[r] * shrink + score[r];  // of this lane's keys
#pragma unroll
                for (int t = 0; t < T; ++t) {
                    const float4 old = sums[r][t];
                    sums[r][t] = make_float4(old.x * shrink, old.y * shrink, old.z * shrink, old.w * shrink);
                }
            }
#pragma unroll
            for (int j = 0; j < batch; ++j) {
                float weight[Rows];
#pragma unroll
                for (int r = 0; r < Rows; ++r) weight[r] = __shfl_sync(everyone, score[r], j, 8);
#pragma unroll
                for (int t = 0; t < T; ++t) {
                    const float4 v = values[b + j][lane + 8 * t];
#pragma unroll
                    for (int r = 0; r < Rows; ++r) add(sums[r][t], weight[r], v);
                }
            }
        }
    }
#pragma unroll
    for (int r = 0; r < Rows; ++r) {
        const float inverse = 1.0f / sum8(total[r]);
        if (first_row + r >= rows) continue;
#pragma unroll
        for (int t = 0; t < T; ++t) {
            float4 out = zero;
            add(out, inverse, sums[r][t]);
            if (lane + 8 * t < vectors) output[at[r] + lane + 8 * t] = out;
        }
    }
}

}  // namespace

extern "C" void solve(const float* Q, const float* K, const float* V, float* output, int num_q_heads, int num_kv_heads, int seq_len,
                      int head_dim) {
    const int group = num_q_heads / num_kv_heads, vectors = head_dim / 4, need = (vectors + 7) / 8;
    const auto run = [&](auto kernel, int rows) {
        const int rows_of_block = threads / 8 * rows;
        const dim3 grid((group * seq_len + rows_of_block - 1) / rows_of_block, num_kv_heads);
        kernel<<<grid, threads>>>(reinterpret_cast<const float4*>(Q), reinterpret_cast<const float4*>(K), reinterpret_cast<const float4*>(V),
                                  reinterpret_cast<float4*>(output), group, seq_len, vectors, 1.0f / sqrtf(static_cast<float>(head_dim)));
    };
    if (need <= 1) run(attention<1, 4>, 4);
    else if (need <= 2) run(attention<2, 4>, 4);
    else if (need <= 4) run(attention<4, 4>, 4);
    else run(attention<8, 2>, 2);
}
