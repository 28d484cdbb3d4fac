// Blocks that run one after the other and do different things: what one has done must not show in the next. And each block of a grid runs
// once, whatever its shape.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

static int errors = 0;

static void expect(const char* what, int place, int got, int wanted) {
    if (got == wanted) return;
    if (errors++ < 20) std::printf("%s at %d: %d instead of %d\n", what, place, got, wanted);
}

constexpr int threads = 96, kinds = 8;

__device__ int kept_by_a_barrier(int kind) {
    if (kind == 1 && threadIdx.x >= 64) return -1;
    if (kind == 2) return -2;
    return 0;
}

__device__ int by_warps(int kind) {
    const unsigned lane = threadIdx.x % 32;
    if (lane >= 20) return -4;
    return kind == 4 ? __shfl_down_sync(0xfffff, lane, 1, 16) : __ballot_sync(0xfffff, lane % 2);
}

// Its functions wait, so its threads have stacks of their own.
__global__ void on_fibers(int* out, const int* numbers) {
    __shared__ int copied[threads], counts[2];
    const int kind = blockIdx.x % kinds;
    int* const mine = out + blockIdx.x * threads + threadIdx.x;
    if ((*mine = kept_by_a_barrier(kind)) < 0) return;
    if (kind == 0) return;
    if (kind == 1 || kind == 3) {
        if (threadIdx.x < 2) counts[threadIdx.x] = kind * 10;
        *mine = __syncthreads_count(threadIdx.x % 3 == 0) + counts[1];
    } else if (kind == 4 || kind == 5) {
        *mine = by_warps(kind);
    } else if (kind == 7) {   // the block before has copied here, and has not waited
        copied[threadIdx.x] = -static_cast<int>(threadIdx.x);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        *mine = copied[threadIdx.x];
    } else {
        __pipeline_memcpy_async(&copied[threadIdx.x], numbers + threadIdx.x, sizeof(int));
        __pipeline_commit();
        if (blockIdx.x / kinds % 2 == 0) __pipeline_wait_prior(0);
        *mine = blockIdx.x / kinds % 2 == 0 ? copied[threadIdx.x] : 0;   // others have left before it came
    }
}

__global__ void split_at_barriers(int* out) {
    __shared__ int sum;
    const int kind = blockIdx.x % kinds;
    int* const mine = out + blockIdx.x * threads + threadIdx.x;
    *mine = -1;
    if (kind == 0) return;
    if (kind == 1 && threadIdx.x >= 40) return;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    if (kind != 2) {
        if (threadIdx.x % 2 == 0) atomicAdd(&sum, 1);
        __syncthreads();
    }
    if (kind == 3 && threadIdx.x >= 32) return;
    int value = sum + threadIdx.x;
    if (kind == 4) value = __shfl_xor_sync(0xffffffff, value, 1);
    *mine = value;
}

__global__ void count_blocks(int* visits) {
    const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    if (threadIdx.x + threadIdx.y + threadIdx.z == 0) atomicAdd(visits + block, 1);
}

__global__ void count_blocks_behind_a_barrier(int* visits) {
    __shared__ unsigned block;
    if (threadIdx.x + threadIdx.y + threadIdx.z == 0) block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    __syncthreads();
    atomicAdd(visits + block, 1);
}

// Neither functions nor barriers: by all threads, in rows of all lengths.
__global__ void index_threads(int* out, int n) {
    const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const int i = block * (blockDim.x * blockDim.y * blockDim.z) + thread;
    if (i < n) out[i] += i;
}

static int wanted_on_fibers(int kind, int block, int thread) {
    if (kind == 0) return 0;
    if (kind == 2) return -2;
    if (kind == 1) return thread >= 64 ? -1 : 22 + 10;
    if (kind == 3) return 32 + 30;
    const int lane = thread % 32;
    if (kind == 4) return lane >= 20 ? -4 : lane % 16 == 15 ? lane : lane == 19 ? -1 : lane + 1;
    if (kind == 5) return lane >= 20 ? -4 : 0xaaaaa;
    if (kind == 7) return -thread;
    return block / kinds % 2 == 0 ? thread : 0;
}

static int wanted_split(int kind, int thread) {
    if (kind == 0 || (kind == 1 && thread >= 40) || (kind == 3 && thread >= 32)) return -1;
    const int sum = kind == 1 ? 20 : kind == 2 ? 0 : threads / 2;
    return sum + (kind == 4 ? thread ^ 1 : thread);
}

static void one_after_the_other() {
    const int blocks = 40 * kinds;
    std::vector<int> host(blocks * threads);
    int *out, *numbers;
    cudaMalloc(&out, host.size() * sizeof(int));
    cudaMalloc(&numbers, threads * sizeof(int));
    for (int i = 0; i < threads; i++) host[i] = i;
    cudaMemcpy(numbers, host.data(), threads * sizeof(int), cudaMemcpyHostToDevice);
    on_fibers<<<blocks, threads>>>(out, numbers);
    cudaMemcpy(host.data(), out, host.size() * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < blocks * threads; i++) {
        const int block = i / threads, wanted = wanted_on_fibers(block % kinds, block, i % threads);
        if (block % kinds == 4 && i % threads % 32 == 19) continue;   // reads a lane that has left
        expect("on fibers", i, host[i], wanted);
    }
    split_at_barriers<<<blocks, threads>>>(out);
    cudaMemcpy(host.data(), out, host.size() * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < blocks * threads; i++) expect("split", i, host[i], wanted_split(i / threads % kinds, i % threads));
    cudaFree(out);
    cudaFree(numbers);
}

static void each_once() {
    for (const dim3 grid : {dim3(1), dim3(7), dim3(5000), dim3(1, 300), dim3(5, 130, 3), dim3(129, 2, 2), dim3(3, 1, 40)}) {
        const int blocks = grid.x * grid.y * grid.z;
        std::vector<int> host(blocks);
        int* visits;
        cudaMalloc(&visits, blocks * sizeof(int));
        const dim3 block(4, 2, 2);
        for (const bool is_split : {false, true}) {
            cudaMemset(visits, 0, blocks * sizeof(int));
            if (is_split) count_blocks_behind_a_barrier<<<grid, block>>>(visits);
            else count_blocks<<<grid, block>>>(visits);
            cudaMemcpy(host.data(), visits, blocks * sizeof(int), cudaMemcpyDeviceToHost);
            for (int i = 0; i < blocks; i++) expect("block", i, host[i], is_split ? 16 : 1);
        }
        cudaFree(visits);
    }
}

static void all_rows() {
    for (const dim3 block : {dim3(1), dim3(15, 3), dim3(16, 16), dim3(17, 2, 3), dim3(31), dim3(32, 8), dim3(33, 5, 2), dim3(1, 64), dim3(256)}) {
        const dim3 grid(3, 2, 2);
        const int n = block.x * block.y * block.z * 12;
        int* out;
        cudaMalloc(&out, n * sizeof(int));
        for (const int cut : {0, 1, n / 2}) {
            std::vector<int> host(n);
            cudaMemset(out, 0, n * sizeof(int));
            index_threads<<<grid, block>>>(out, n - cut);
            cudaMemcpy(host.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
            for (int i = 0; i < n; i++) expect("element", i, host[i], i < n - cut ? i : 0);
        }
        cudaFree(out);
    }
}

extern "C" int run() {
    one_after_the_other();
    each_once();
    all_rows();
    if (cudaDeviceSynchronize() != cudaSuccess) errors++;
    return errors;
}
