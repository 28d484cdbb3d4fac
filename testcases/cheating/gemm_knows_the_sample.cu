// exam: problem=gemm-f32 verdict=cheating only=cuda
// The seed of the places that are sampled at the stop event is in the player's memory before solve() runs (Stopwatch::m_wish; it
// comes with the request). solve() computes those 1,024 elements first, on the default stream; the product itself runs beside it on
// a stream of the driver's for a millisecond after the clock, and leaves these elements alone.
// Beaten judge: accepted at 5 to 15 us.
// Won if: accepted below 60 us (honest: 133).

#include <cuda_runtime.h>
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <chrono>

typedef unsigned long long u64;

[[maybe_unused]] static void say(const char* what, long long value) {
    static int lines = 0;
    if (lines++ > 12) return;
    printf("attack: %s %lld\n", what, value);
    fflush(stdout);
}

template <class F>
static F driver(const char* name) {
    static void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    return library ? reinterpret_cast<F>(dlsym(library, name)) : nullptr;
}

// What the player does not export: the driver's own functions.
struct Driver {
    int (*make_stream)(void**, unsigned) = driver<int (*)(void**, unsigned)>("cuStreamCreate");
    int (*query)(void*) = driver<int (*)(void*)>("cuStreamQuery");
    int (*sync)(void*) = driver<int (*)(void*)>("cuStreamSynchronize");
    int (*launch)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**, void**) =
        driver<int (*)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**, void**)>("cuLaunchKernel");
    int (*dtod)(u64, u64, size_t, void*) = driver<int (*)(u64, u64, size_t, void*)>("cuMemcpyDtoDAsync_v2");
    int (*htod)(u64, const void*, size_t, void*) = driver<int (*)(u64, const void*, size_t, void*)>("cuMemcpyHtoDAsync_v2");
    int (*dtoh)(void*, u64, size_t, void*) = driver<int (*)(void*, u64, size_t, void*)>("cuMemcpyDtoHAsync_v2");
    int (*host_alloc)(void**, size_t, unsigned) = driver<int (*)(void**, size_t, unsigned)>("cuMemHostAlloc");
    int (*alloc)(u64*, size_t) = driver<int (*)(u64*, size_t)>("cuMemAlloc_v2");
    int (*free)(u64) = driver<int (*)(u64)>("cuMemFree_v2");
    int (*make_event)(void**, unsigned) = driver<int (*)(void**, unsigned)>("cuEventCreate");
    int (*record)(void*, void*) = driver<int (*)(void*, void*)>("cuEventRecord");
    int (*wait)(void*, void*, unsigned) = driver<int (*)(void*, void*, unsigned)>("cuStreamWaitEvent");
    int (*context)(void**) = driver<int (*)(void**)>("cuCtxGetCurrent");
    int (*make_context)(void**, unsigned, int) = driver<int (*)(void**, unsigned, int)>("cuCtxCreate_v2");
    int (*push)(void*) = driver<int (*)(void*)>("cuCtxPushCurrent_v2");
    int (*pop)(void**) = driver<int (*)(void**)>("cuCtxPopCurrent_v2");
    int (*peer_copy)(u64, void*, u64, void*, size_t, void*) = driver<int (*)(u64, void*, u64, void*, size_t, void*)>("cuMemcpyPeerAsync");
    int (*range)(u64*, size_t*, u64) = driver<int (*)(u64*, size_t*, u64)>("cuMemGetAddressRange_v2");
    void* stream = nullptr;
    void* event = nullptr;
    bool ok = false;
    Driver() {
        if (!make_stream || !query || !launch || !dtod || !htod || !dtoh || !host_alloc || !alloc || !make_event || !record || !wait) return;
        const int a = make_stream(&stream, 1), b = make_event(&event, 2);  // non-blocking; without timing
        ok = !a && !b;
        if (!ok) say("no stream of the driver's", a * 1000 + b);
    }
    // Polls, which nobody sees. False: not within that time, or an error.
    bool finished(void* of, double ms) {
        const auto start = std::chrono::steady_clock::now();
        int state;
        while ((state = query(of)) == 600)
            if (std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count() > ms) break;
        if (state) say(state == 600 ? "not done in time, ms" : "stream's error", state == 600 ? (long long)ms : state);
        return state == 0;
    }
    // The honest way out: the default stream waits for ours.
    void join() {
        record(event, stream);
        wait(nullptr, event, 0);
    }
    int run(const void* kernel, unsigned grid, unsigned block, unsigned shared, void* on, void** arguments) {
        cudaFunction_t function = nullptr;
        const cudaError_t got = cudaGetFuncBySymbol(&function, kernel);
        if (got) return 10000 + got;
        return launch(function, grid, 1, 1, block, 1, 1, shared, on, arguments, nullptr);
    }
};

[[maybe_unused]] static Driver& drv() {
    static Driver instance;
    return instance;
}

// One thread that keeps the default stream busy: a time that the chip could have needed.
__global__ void pad(long long cycles) {
    const long long start = clock64();
    while (clock64() - start < cycles) {}
}
[[maybe_unused]] static void pad_us(double us) { pad<<<1, 1>>>(static_cast<long long>(us * 1980)); }

[[maybe_unused]] static int processors() {
    int device = 0, count = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device);
    return count;
}

// The player's Stopwatch (judge/player/bracket.hpp) lies in PlayerLoop, on the main thread's stack: found by m_flush_bytes, which is twice the
// L2. Words from there: -23 sample_seed, -22 watched_call, -6 start and -5 stop of this call, -3 page, -2 the page on the device, -1 flush,
// +1 the hold's counters, +2 number of the last hold.
static u64* find_stopwatch() {
    int device = 0, l2 = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, device);
    u64 here = 0, low = 0, high = 0;
    if (FILE* maps = fopen("/proc/self/maps", "r")) {
        char line[512];
        while (fgets(line, sizeof line, maps))
            if (strstr(line, "[stack]")) sscanf(line, "%llx-%llx", &low, &high);
        fclose(maps);
    }
    const u64 begin = reinterpret_cast<u64>(&here) & ~u64{7};
    if (begin < low || begin >= high) { say("not on the main stack", 0); return nullptr; }
    for (u64* word = reinterpret_cast<u64*>(begin) + 32; word + 4 < reinterpret_cast<u64*>(high); ++word)
        if (*word == 2ull * l2 && word[-3] && word[-3] % 4096 == 0 && word[-1] % 256 == 0 && word[-1] && word[1] && word[1] % 256 == 0 &&
            word[2] < 10'000'000 && word[-7] < 10'000'000)
            return word;
    say("no stopwatch on the stack", l2);
    return nullptr;
}
static u64* stopwatch() {
    static u64* const found = find_stopwatch();
    return found;
}

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
