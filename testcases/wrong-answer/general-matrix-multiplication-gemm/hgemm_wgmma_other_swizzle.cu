// exam: problem=general-matrix-multiplication-gemm verdict=wrong-answer
// Tiles come by TMA with a swizzle of 128 bytes, and wgmma reads them with one of 64.
#include <cuda.h>
#include <cuda_fp16.h>

#include <cstdint>

constexpr int tile_m = 128, tile_n = 64, tile_k = 64;
constexpr int stages = 4;
constexpr int consumers = 128, threads = consumers + 32;

// Rows of a tile have 128 bytes, swizzled: tiles begin at multiples of 1,024 bytes.
struct Shared {
    half a[stages][tile_m * tile_k];
    half b[stages][tile_k * tile_n];
    uint64_t full[stages], empty[stages];
};

__device__ __forceinline__ uint32_t address(const void* pointer) {
    return static_cast<uint32_t>(__cvta_generic_to_shared(pointer));
}

__device__ __forceinline__ void init(uint64_t* barrier, int arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address(barrier)), "r"(arrivals));
}

__device__ __forceinline__ void wait(uint64_t* barrier, uint32_t parity) {
    asm volatile(
        "{\n"
        ".reg .pred P1;\n"
        "LAB_WAIT:\n"
        "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
        "@P1 bra DONE;\n"
        "bra LAB_WAIT;\n"
        "DONE:\n"
        "}\n" ::"r"(address(barrier)), "r"(parity) : "memory");
}

__device__ __forceinline__ void expect(uint64_t* barrier, uint32_t bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address(barrier)), "r"(bytes) : "memory");
}

__device__ __forceinline__ void arrive(uint64_t* barrier) {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address(barrier)) : "memory");
}

// Brings the box whose first element is in this column and row of the matrix. What lies outside becomes zeros.
__device__ __forceinline__ void load(void* to, const CUtensorMap* map, int column, int row, uint64_t* barrier) {
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(
            address(to)),
        "l"(map), "r"(column), "r"(row), "r"(address(barrier)) : "memory");
}

// Groups of eight rows lie 1,024 bytes apart; the swizzle is that of 128 bytes.
__device__ __forceinline__ uint64_t descriptor(const half* tile) {
    auto encode = [](uint64_t x) { return (x & 0x3FFFF) >> 4; };
    return encode(address(tile)) | encode(16) << 16 | encode(1024) << 32 | 2ull << 62;
}

// A lies along the sums, row by row; B lies across, so it is transposed.
__device__ __forceinline__ void multiply(float (&d)[8][4], const half* a, const half* b) {
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 "
        "{%0, %1, %2, %3, %4, %5, %6, %7, "
        "%8, %9, %10, %11, %12, %13, %14, %15, "
        "%16, %17, %18, %19, %20, %21, %22, %23, "
        "%24, %25, %26, %27, %28, %29, %30, %31}, "
        "%32, %33, 1, 1, 1, 0, 1;\n"
        : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]), "+f"(d[1][0]), "+f"(d[1][1]), "+f"(d[1][2]),
          "+f"(d[1][3]), "+f"(d[2][0]), "+f"(d[2][1]), "+f"(d[2][2]), "+f"(d[2][3]), "+f"(d[3][0]), "+f"(d[3][1]),
          "+f"(d[3][2]), "+f"(d[3][3]), "+f"(d[4][0]), "+f"(d[4][1]), "+f"(d[4][2]), "+f"(d[4][3]), "+f"(d[5][0]),
          "+f"(d[5][1]), "+f"(d[5][2]), "+f"(d[5][3]), "+f"(d[6][0]), "+f"(d[6][1]), "+f"(d[6][2]), "+f"(d[6][3]),
          "+f"(d[7][0]), "+f"(d[7][1]), "+f"(d[7][2]), "+f"(d[7][3])
        : "l"(descriptor(a)), "l"(descriptor(b)));
}

__device__ void produce(Shared& s, const CUtensorMap* map_a, const CUtensorMap* map_b, int top, int left, int tiles) {
    for (int tile = 0; tile < tiles; tile++) {
        const int stage = tile % stages, round = tile / stages;
        wait(&s.empty[stage], round % 2 ^ 1);
        expect(&s.full[stage], sizeof s.a[0] + sizeof s.b[0]);
        load(s.a[stage], map_a, tile * tile_k, top, &s.full[stage]);
        load(s.b[stage], map_b, left, tile * tile_k, &s.full[stage]);
    }
}

__device__ void consume(Shared& s, half* C, int M, int N, int top, int left, int tiles, float alpha, float beta) {
    float sums[2][8][4] = {};
    for (int tile = 0; tile < tiles; tile++) {
        const int stage = tile % stages;
        wait(&s.full[stage], tile / stages % 2);
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
        for (int i = 0; i < 2; i++)
#pragma unroll
            for (int k = 0; k < tile_k; k += 16)
                multiply(sums[i], &s.a[stage][i * 64 * tile_k + k], &s.b[stage][k * tile_n]);
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        // The products of the tile before have read their stage.
        asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
        if (tile > 0 && threadIdx.x % 32 == 0) arrive(&s.empty[(tile - 1) % stages]);
    }
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");

    // Pairs of neighbours in a row: rows g and g + 8 of a warp's sixteen, where g is a quarter of the lane.
    const int row = top + threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4, column = left + threadIdx.x % 4 * 2;
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int j = 0; j < 8; j++)
#pragma unroll
            for (int h = 0; h < 2; h++) {
                const int r = row + i * 64 + h * 8, c = column + j * 8;
                if (r >= M || c >= N) continue;  // N is even
                half2* const at = reinterpret_cast<half2*>(C + static_cast<size_t>(r) * N + c);
                const float2 old = beta != 0.0f ? __half22float2(*at) : make_float2(0.0f, 0.0f);
                *at = __floats2half2_rn(alpha * sums[i][j][h * 2] + beta * old.x, alpha * sums[i][j][h * 2 + 1] + beta * old.y);
            }
}

__global__ void __launch_bounds__(threads)
gemm(const __grid_constant__ CUtensorMap map_a, const __grid_constant__ CUtensorMap map_b, half* C, int M, int N, int K,
     float alpha, float beta) {
    extern __shared__ __align__(1024) unsigned char memory[];
    Shared& s = *reinterpret_cast<Shared*>(memory);
    const int top = blockIdx.y * tile_m, left = blockIdx.x * tile_n, tiles = (K + tile_k - 1) / tile_k;
    if (threadIdx.x == 0) {
        for (int i = 0; i < stages; i++) {
            init(&s.full[i], 1);
            init(&s.empty[i], consumers / 32);
        }
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    }
    __syncthreads();
    if (threadIdx.x < consumers) consume(s, C, M, N, top, left, tiles, alpha, beta);
    else if (threadIdx.x == consumers) produce(s, &map_a, &map_b, top, left, tiles);
}

// For rows that begin at any even address.
__global__ void gemm_plain(const half* A, const half* B, half* C, int M, int N, int K, float alpha, float beta) {
    __shared__ half a[16][16], b[16][16];
    const int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < K; k += 16) {
        const int ka = k + threadIdx.x, kb = k + threadIdx.y;
        a[threadIdx.y][threadIdx.x] = row < M && ka < K ? A[static_cast<size_t>(row) * K + ka] : __float2half(0.0f);
        b[threadIdx.y][threadIdx.x] = kb < K && col < N ? B[static_cast<size_t>(kb) * N + col] : __float2half(0.0f);
        __syncthreads();
        for (int i = 0; i < 16; i++) sum += __half2float(a[threadIdx.y][i]) * __half2float(b[i][threadIdx.x]);
        __syncthreads();
    }
    if (row >= M || col >= N) return;
    const size_t at = static_cast<size_t>(row) * N + col;
    float value = alpha * sum;
    if (beta != 0.0f) value += beta * __half2float(C[at]);
    C[at] = __float2half(value);
}

// Tiles of box_rows x 64 halves of a matrix of rows x cols. False: TMA can't address it.
static bool encode(CUtensorMap* map, const half* matrix, int rows, int cols, int box_rows) {
    static const auto function = [] {
        void* found = nullptr;
        cudaDriverEntryPointQueryResult result;
        cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000, cudaEnableDefault, &result);
        return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(found);
    }();
    if (!function || cols % 8 != 0) return false;
    const cuuint64_t extents[] = {static_cast<cuuint64_t>(cols), static_cast<cuuint64_t>(rows)};
    const cuuint64_t strides[] = {static_cast<cuuint64_t>(cols) * sizeof(half)};
    const cuuint32_t box[] = {64, static_cast<cuuint32_t>(box_rows)}, steps[] = {1, 1};
    return function(map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, const_cast<half*>(matrix), extents, strides, box, steps,
                    CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
                    CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS;
}

extern "C" void solve(const half* A, const half* B, half* C, int M, int N, int K, float alpha, float beta) {
    CUtensorMap map_a, map_b;
    if (encode(&map_a, A, M, K, tile_m) && encode(&map_b, B, K, N, tile_k)) {
        cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Shared));
        const dim3 grid((N + tile_n - 1) / tile_n, (M + tile_m - 1) / tile_m);
        gemm<<<grid, threads, sizeof(Shared)>>>(map_a, map_b, C, M, N, K, alpha, beta);
    } else {
        const dim3 grid((N + 15) / 16, (M + 15) / 16);
        gemm_plain<<<grid, dim3(16, 16)>>>(A, B, C, M, N, K, alpha, beta);
    }
}
