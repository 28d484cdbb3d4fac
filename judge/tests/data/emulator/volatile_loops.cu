// Loops over volatile variables: most of them wait for nobody, which no compiler and no reader of their text can tell.
#include <cuda_runtime.h>
#include <cstdio>
#include <filesystem>

__device__ volatile int flag;
__device__ int plain_flag;
typedef volatile int shared_flag;
__device__ shared_flag other_flag;

#define UNTIL(condition) while (!(condition))

__device__ int read(const volatile int* p) { return *p; }
__device__ __forceinline__ int read_until(const volatile int* p) { int v; do { v = *p; } while (v < 0); return v; }
__device__ int read_forever(const volatile int* p) { for (;;) { int v = *p; if (v >= 0) return v; } }
struct Reader {
    const volatile int* p;
    __device__ int get() const { int v; do v = *p; while (v < 0); return v; }
};

__global__ void endless(int* out) {
    int s;
    for (;;) { s = flag; if (s >= 0) break; }
    out[blockIdx.x * blockDim.x + threadIdx.x] += 1 + s;
}
__global__ void endless_without_braces(int* out) {
    int s;
    while (true) if ((s = flag) >= 0) break;
    for (;; s++) if (flag >= 0) break;
    for (; flag < 0;) s++;
    out[blockIdx.x * blockDim.x + threadIdx.x] += 1 + s;
}
__global__ void leaves_early(int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    UNTIL(flag >= 0);
    out[i]++;
}
__global__ void leaves_inside(int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        while (true) {
            if (flag < 0) continue;
            out[i]++;
            return;
        }
    }
}
__global__ void in_functions(int* out) {
    Reader reader{&plain_flag};
    const int s = read_until(&plain_flag) + read_forever(&plain_flag) + reader.get();
    out[blockIdx.x * blockDim.x + threadIdx.x] += 1 + s;
}
__global__ void through_a_function(int* out) {
    while (read(&plain_flag) < 0) {}
    while (other_flag < 0) {}
    out[blockIdx.x * blockDim.x + threadIdx.x]++;
}
__global__ void by_jumps(int* out) {
    int s;
again:
    s = flag;
    if (s < 0) goto again;
    out[blockIdx.x * blockDim.x + threadIdx.x] += 1 + s;
}
__global__ void nested(int* out) {
    int rounds = 0;
    do {
        int k = 0;
        while (k < 8) { if (flag >= 0) k++; }
        rounds++;
    } while (rounds < 4 + flag);
    out[blockIdx.x * blockDim.x + threadIdx.x] += rounds - 3;
}
template <class T>
__global__ void of_templates(T* out) {
    volatile T* p = out + blockIdx.x * blockDim.x + threadIdx.x;
    auto wait = [=] { while (*p < 0) {} };
    wait();
    *p = *p + 1;
}
__global__ void in_a_plane(int* out) {
    int s;
    do s = flag; while (s < 0);
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = threadIdx.y + blockDim.y * threadIdx.z;
    out[y * gridDim.x * blockDim.x + x] += 1 + s;
}

// The checks of many threads, each of many rounds: they end by themselves.
__global__ void counts(int* out, int rounds) {
    __shared__ volatile int tile[1024];
    tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    int equal = 0, r = 0;
    while (r < rounds) { equal += tile[r & 1023] == tile[threadIdx.x]; r++; }
    out[blockIdx.x * blockDim.x + threadIdx.x] += equal - rounds / 1024 + 1;
}

// These do wait: for another warp, another lane, and another block.
__global__ void wait_for_a_warp(int* out) {
    __shared__ int seen;
    if (threadIdx.x == 0) {
        while (other_flag != (int)blockIdx.x + 1) {}
        seen = 1;
    }
    if (threadIdx.x == 32) {
        while (other_flag != (int)blockIdx.x) {}
        other_flag = blockIdx.x + 1;
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] += seen;
}
__global__ void wait_for_a_block(int* out) {
    for (; flag != (int)(gridDim.x - 1 - blockIdx.x);) {}
    out[blockIdx.x * blockDim.x + threadIdx.x]++;
    __threadfence();
    if (threadIdx.x == blockDim.x - 1) plain_flag = flag + 1;
    if (threadIdx.x == blockDim.x - 1) flag = plain_flag;
}

// Together, in rounds with a barrier.
__global__ void block_waits_for_a_block(int* out) {
    __shared__ volatile bool last;
    last = false;
    __syncthreads();
    while (!last) {
        __syncthreads();
        if (threadIdx.x == 0 && flag == (int)(gridDim.x - 1 - blockIdx.x)) last = true;
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x]++;
    __threadfence();
    if (threadIdx.x == 0) atomicAdd(const_cast<int*>(&flag), 1);
}

// How many threads the process has when blocks have read often and waited for nobody.
extern "C" int threads_of_counts() {
    int* out;
    cudaMalloc(&out, 64 * 1024 * sizeof(int));
    counts<<<64, 1024>>>(out, 1024);
    if (cudaDeviceSynchronize() != cudaSuccess) return 99;
    int threads = 0;
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) threads += !task.path().empty();
    return threads;
}

static int errors = 0;
static int* out;

static void expect_ones(const char* what, int n) {
    static int host[64 * 1024];
    if (cudaMemcpy(host, out, n * sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess) errors++;
    for (int i = 0; i < n; i++)
        if (host[i] != 1) {
            std::printf("%s: element %d is %d\n", what, i, host[i]);
            errors++;
            break;
        }
    cudaMemset(out, 0, 64 * 1024 * sizeof(int));
}

extern "C" int run() {
    cudaMalloc(&out, 64 * 1024 * sizeof(int));
    cudaMemset(out, 0, 64 * 1024 * sizeof(int));
    for (int blocks : {1, 5, 64}) {
        const int n = blocks * 256;
        endless<<<blocks, 256>>>(out), expect_ones("endless", n);
        endless_without_braces<<<blocks, 256>>>(out), expect_ones("endless without braces", n);
        leaves_early<<<blocks, 256>>>(out, n - 100), expect_ones("leaves early", n - 100);
        leaves_inside<<<blocks, 256>>>(out, n - 100), expect_ones("leaves inside", n - 100);
        in_functions<<<blocks, 256>>>(out), expect_ones("in functions", n);
        through_a_function<<<blocks, 256>>>(out), expect_ones("through a function", n);
        by_jumps<<<blocks, 256>>>(out), expect_ones("by jumps", n);
        nested<<<blocks, 256>>>(out), expect_ones("nested", n);
        of_templates<<<blocks, 256>>>(out), expect_ones("of templates", n);
        in_a_plane<<<blocks, dim3(16, 4, 4)>>>(out), expect_ones("in a plane", n);
        counts<<<blocks, 1024>>>(out, 1024), expect_ones("counts", blocks * 1024);
    }
    counts<<<2, 1024>>>(out, 16 * 1024), expect_ones("counts long", 2 * 1024);
    wait_for_a_warp<<<1, 64>>>(out), expect_ones("waits for a warp", 64);
    for (int blocks : {2, 16}) {
        wait_for_a_block<<<blocks, 1>>>(out), expect_ones("waits for a block", blocks);
        const int zero = 0;
        cudaMemcpyToSymbol(flag, &zero, sizeof zero);
        block_waits_for_a_block<<<blocks, 96>>>(out), expect_ones("waits together for a block", blocks * 96);
        cudaMemcpyToSymbol(flag, &zero, sizeof zero);
    }
    if (cudaDeviceSynchronize() != cudaSuccess) errors++;
    return errors;
}
