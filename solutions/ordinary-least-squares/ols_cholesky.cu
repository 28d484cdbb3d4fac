// Up to 32 features: one block. It adds up XᵀX and Xᵀy, an element for each thread, from tiles of samples in shared
// memory; then one warp factorises and solves, a column of XᵀX in each lane's registers, with shuffles and no barrier.
// More features: tiles of XᵀX with the sum over the samples split among blocks, then Cholesky by panels of 32 columns.
// Gains: one launch at the timed size. Beyond, the factorisation's update is a product from shared memory.
// Costs: a panel's own columns are one block's work, with a barrier for each.
// judge: rung 2

#include <cuda_runtime.h>

namespace {

constexpr int kPanel = 32;
constexpr unsigned kAll = 0xffffffffu;

// The block has 32 by 32 threads.
__global__ void __launch_bounds__(1024) solve_small(const float* X, const float* y, float* beta, int n, int p) {
    __shared__ float tile[kPanel][kPanel + 1];
    __shared__ float of_y[kPanel];
    __shared__ float gram[kPanel][kPanel + 1];
    __shared__ float rhs[kPanel];
    const int i = threadIdx.y, j = threadIdx.x;
    double sum = 0, sum_y = 0;
    for (int base = 0; base < n; base += kPanel) {
        const int s = base + i;
        tile[i][j] = s < n && j < p ? X[static_cast<size_t>(s) * p + j] : 0;
        if (i == 0) of_y[j] = base + j < n ? y[base + j] : 0;
        __syncthreads();
        for (int s = 0; s < kPanel; s++) sum += static_cast<double>(tile[s][i]) * tile[s][j];
        if (i == 0)
            for (int s = 0; s < kPanel; s++) sum_y += static_cast<double>(tile[s][j]) * of_y[s];
        __syncthreads();
    }
    // Columns that are not there become those of the identity.
    gram[i][j] = i < p && j < p ? static_cast<float>(sum) : i == j;
    if (i == 0) rhs[j] = static_cast<float>(sum_y);
    __syncthreads();
    if (i > 0) return;

    // Lane j holds column j: of the matrix, then of L.
    float column[kPanel], b = rhs[j];
#pragma unroll
    for (int r = 0; r < kPanel; r++) column[r] = gram[r][j];
#pragma unroll
    for (int k = 0; k < kPanel; k++) {
        const float scale = rsqrtf(__shfl_sync(kAll, column[k], k));
        if (j == k) {
#pragma unroll
            for (int r = k; r < kPanel; r++) column[r] *= scale;
        }
        // L[j][k] for lane j, which is that lane's element in row k by symmetry.
        const float mine = column[k] * scale;
#pragma unroll
        for (int r = k + 1; r < kPanel; r++) {
            const float of_row = __shfl_sync(kAll, column[r], k);
            if (j > k) column[r] -= of_row * mine;
        }
    }
    // L z = b: lane j ends up with z[j].
#pragma unroll
    for (int k = 0; k < kPanel; k++) {
        if (j == k) b /= column[k];
        const float z = __shfl_sync(kAll, b, k);
        // L[r][k] is in lane k; each lane r > k needs its own.
        float l = 0;
#pragma unroll
        for (int r = k + 1; r < kPanel; r++) {
            const float v = __shfl_sync(kAll, column[r], k);
            if (r == j) l = v;
        }
        b -= l * z;
    }
    // Lᵀ beta = z: column k of Lᵀ is row k of L, one element in each lane.
#pragma unroll
    for (int k = kPanel - 1; k >= 0; k--) {
        if (j == k) b /= column[k];
        const float x = __shfl_sync(kAll, b, k);
        if (j < k) b -= column[k] * x;
    }
    if (j < p) beta[j] = b;
}

// a has p + 1 rows of p: XᵀX, then Xᵀy. Adds the sum over this block's samples.
__global__ void __launch_bounds__(1024)
    add_products(const float* X, const float* y, double* a, int n, int p, int each) {
    __shared__ float left[kPanel][kPanel + 1], right[kPanel][kPanel + 1];
    const int row = blockIdx.y * kPanel, col = blockIdx.x * kPanel, i = threadIdx.y, j = threadIdx.x;
    const int first = blockIdx.z * each, last = min(n, first + each);
    double sum = 0;
    for (int base = first; base < last; base += kPanel) {
        const int s = base + i;
        const int r = row + j, c = col + j;
        left[i][j] = s >= last ? 0 : r < p ? X[static_cast<size_t>(s) * p + r] : r == p ? y[s] : 0;
        right[i][j] = s < last && c < p ? X[static_cast<size_t>(s) * p + c] : 0;
        __syncthreads();
        for (int k = 0; k < kPanel; k++) sum += static_cast<double>(left[k][i]) * right[k][j];
        __syncthreads();
    }
    if (row + i <= p && col + j < p) atomicAdd(&a[static_cast<size_t>(row + i) * p + col + j], sum);
}

// One block: the columns from k0 of L, and their part of every row below; the last row, Xᵀy, becomes the solution of L
// z = Xᵀy by the way.
__global__ void __launch_bounds__(1024) panel(double* a, int p, int k0) {
    const int end = min(k0 + kPanel, p);
    for (int k = k0; k < end; k++) {
        const double diagonal = sqrt(a[static_cast<size_t>(k) * p + k]);
        __syncthreads();
        for (int r = k + threadIdx.x; r <= p; r += 1024) {
            double& v = a[static_cast<size_t>(r) * p + k];
            v = r == k ? diagonal : v / diagonal;
        }
        __syncthreads();
        for (int at = threadIdx.x; at < (p - k) * (end - k - 1); at += 1024) {
            const int r = k + 1 + at / (end - k - 1), c = k + 1 + at % (end - k - 1);
            if (c <= r)
                a[static_cast<size_t>(r) * p + c] -=
                    a[static_cast<size_t>(r) * p + k] * a[static_cast<size_t>(c) * p + k];
        }
        __syncthreads();
    }
}

// What the panel takes from the rest, below and to the right of it.
__global__ void __launch_bounds__(1024) update(double* a, int p, int k0) {
    __shared__ double left[kPanel][kPanel + 1], right[kPanel][kPanel + 1];
    const int row = k0 + (blockIdx.y + 1) * kPanel, col = k0 + (blockIdx.x + 1) * kPanel, i = threadIdx.y,
              j = threadIdx.x;
    if (col > row + kPanel) return;
    left[i][j] = row + i <= p ? a[static_cast<size_t>(row + i) * p + k0 + j] : 0;
    right[i][j] = col + i < p ? a[static_cast<size_t>(col + i) * p + k0 + j] : 0;
    __syncthreads();
    double sum = 0;
    for (int k = 0; k < kPanel; k++) sum += left[i][k] * right[j][k];
    if (row + i <= p && col + j < p) a[static_cast<size_t>(row + i) * p + col + j] -= sum;
}

// One block: Lᵀ beta = z, from the last one; z is row p.
__global__ void __launch_bounds__(1024) substitute(double* a, float* beta, int p) {
    double* z = a + static_cast<size_t>(p) * p;
    for (int k = p - 1; k >= 0; k--) {
        const double x = z[k] / a[static_cast<size_t>(k) * p + k];
        for (int c = threadIdx.x; c < k; c += 1024) z[c] -= a[static_cast<size_t>(k) * p + c] * x;
        if (threadIdx.x == 0) beta[k] = static_cast<float>(x);
        __syncthreads();
    }
}

}  // namespace

extern "C" void solve(const float* X, const float* y, float* beta, int n_samples, int n_features) {
    const int n = n_samples, p = n_features;
    const dim3 block(kPanel, kPanel);
    // A long sum is split below, and one block would be long about it.
    if (p <= kPanel && n <= 4096) {
        solve_small<<<1, block>>>(X, y, beta, n, p);
        return;
    }
    double* a;
    const size_t bytes = (static_cast<size_t>(p) + 1) * p * sizeof(double);
    cudaMalloc(&a, bytes);
    cudaMemsetAsync(a, 0, bytes);
    const int tiles = p / kPanel + 1;
    const int splits = max(1, min((n + 1023) / 1024, 1024 / (tiles * tiles)));
    const int each = (n + splits - 1) / splits;
    add_products<<<dim3(tiles, tiles, splits), block>>>(X, y, a, n, p, each);
    for (int k0 = 0; k0 < p; k0 += kPanel) {
        panel<<<1, 1024>>>(a, p, k0);
        if (k0 + kPanel <= p) update<<<dim3((p - k0) / kPanel, (p - k0) / kPanel), block>>>(a, p, k0);
    }
    substitute<<<1, 1024>>>(a, beta, p);
    cudaFree(a);
}
