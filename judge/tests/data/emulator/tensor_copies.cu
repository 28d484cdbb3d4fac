// judge: link cuda
// Tensor copies: cuTensorMapEncodeTiled(), cp.async.bulk.tensor of one to five dimensions, swizzles, borders.
#include <cuda.h>
#include <cuda/barrier>
#include <cuda/ptx>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <utility>

#include "check.h"

namespace cde = cuda::device::experimental;
namespace ptx = cuda::ptx;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

__device__ uint32_t shared_address(const void* pointer) { return static_cast<uint32_t>(__cvta_generic_to_shared(pointer)); }

__device__ void wait(uint64_t* barrier, uint32_t parity) {
  asm volatile(
      "{\n.reg .pred P1;\nLAB_WAIT:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
      "@P1 bra DONE;\nbra LAB_WAIT;\nDONE:\n}" ::"r"(shared_address(barrier)),
      "r"(parity)
      : "memory");
}

__device__ void expect(uint64_t* barrier, uint32_t bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)), "r"(bytes) : "memory");
}

/// Loads a box of 16 x 8 at (x, y), adds 100, stores it at (to_x, to_y) of another tensor.
__global__ void move_box(const __grid_constant__ CUtensorMap from, const __grid_constant__ CUtensorMap to, int* seen, int x, int y,
                         int to_x, int to_y) {
  __shared__ alignas(128) int box[8][16];
  __shared__ alignas(8) uint64_t barrier;
  if (threadIdx.x == 0) {
    asm volatile("prefetch.tensormap [%0];" ::"l"(&from) : "memory");
    ptx::mbarrier_init(&barrier, 1);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    expect(&barrier, sizeof box);
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(
                     shared_address(box)),
                 "l"(&from), "r"(x), "r"(y), "r"(shared_address(&barrier))
                 : "memory");
  }
  __syncthreads();
  wait(&barrier, 0);
  for (int i = threadIdx.x; i < 128; i += blockDim.x) {
    seen[i] = box[i / 16][i % 16];
    box[i / 16][i % 16] += 100;
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];" ::"l"(&to), "r"(to_x), "r"(to_y),
                 "r"(shared_address(box))
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group.read 0;" ::: "memory");
  }
}

/// A tile whose rows of `span` bytes are swizzled, through dynamic shared memory.
template <int span>
__global__ void swizzle(const __grid_constant__ CUtensorMap map, const __grid_constant__ CUtensorMap back, __half* out) {
  extern __shared__ __align__(1024) unsigned char tile[];
  __shared__ Barrier bar;
  constexpr int rows = 32, chunks = span / 16;
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  Barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_global_to_shared(tile, &map, 0, 0, bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, rows * span);
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));
  for (int i = threadIdx.x; i < rows * span / 2; i += blockDim.x) {
    const int byte = i * 2, chunk = byte / 16, line = byte / 128;
    const int swizzled = (chunk ^ (line % chunks)) * 16 + byte % 16;
    out[i] = *reinterpret_cast<const __half*>(tile + swizzled);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_shared_to_global(&back, 0, 0, tile);
    cde::cp_async_bulk_commit_group();
    cde::cp_async_bulk_wait_group_read<0>();
  }
}

/// Boxes of one, three, four and five dimensions, each at a corner that is partly outside; sums by cp.reduce.
__global__ void dimensions(const __grid_constant__ CUtensorMap one, const __grid_constant__ CUtensorMap three,
                           const __grid_constant__ CUtensorMap four, const __grid_constant__ CUtensorMap five,
                           const __grid_constant__ CUtensorMap total, float* out) {
  __shared__ alignas(128) float a[32], b[2][2][32], c[2][1][2][32], d[2][2][1][2][32];
  __shared__ Barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, 1);
    cde::fence_proxy_async_shared_cta();
    cde::cp_async_bulk_tensor_1d_global_to_shared(a, &one, -4, bar);
    cde::cp_async_bulk_tensor_3d_global_to_shared(b, &three, 4, 1, 2, bar);
    const int corner[4] = {0, 2, 0, 1};
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, c, &four, corner, cuda::device::barrier_native_handle(bar));
    cde::cp_async_bulk_tensor_5d_global_to_shared(d, &five, 8, 0, 1, -1, 0, bar);
    auto token = cuda::device::barrier_arrive_tx(bar, 1, sizeof a + sizeof b + sizeof c + sizeof d);
    bar.wait(std::move(token));
  }
  __syncthreads();
  const int i = threadIdx.x;
  out[i] = a[i];
  for (int k = 0; k < 4; ++k) out[32 + k * 32 + i] = b[k / 2][k % 2][i], out[160 + k * 32 + i] = c[k / 2][0][k % 2][i];
  for (int k = 0; k < 8; ++k) out[288 + k * 32 + i] = d[k / 4][k / 2 % 2][0][k % 2][i];
  a[i] = i;
  cde::fence_proxy_async_shared_cta();
  __syncthreads();
  if (i == 0) {
    const int corner[1] = {12};
    ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared, ptx::op_add, &total, corner, a);
    asm volatile("cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.tile.bulk_group [%0, {%1}], [%2];" ::"l"(&total), "r"(4),
                 "r"(shared_address(a))
                 : "memory");
    cde::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  }
}

/// One block loads halves of a tile for both.
__global__ void __cluster_dims__(2) multicast(const __grid_constant__ CUtensorMap map, int* out) {
  __shared__ alignas(128) int tile[4][16];
  __shared__ alignas(8) uint64_t barrier;
  uint32_t rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&barrier, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    expect(&barrier, sizeof tile);
  }
  asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
  if (threadIdx.x == 0)
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::
            "r"(shared_address(tile[rank * 2])),
        "l"(&map), "r"(0), "r"(static_cast<int>(rank * 2)), "r"(shared_address(&barrier)), "h"(static_cast<unsigned short>(3))
        : "memory");
  wait(&barrier, 0);
  out[blockIdx.x * 64 + threadIdx.x] = tile[threadIdx.x / 16][threadIdx.x % 16];
  asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}

using Encode = decltype(&cuTensorMapEncodeTiled);

Encode encode_function() {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult result;
  CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault, &result) == cudaSuccess);
  CHECK(result == cudaDriverEntryPointSuccess);
  return reinterpret_cast<Encode>(function);
}

struct Shape {
  std::vector<cuuint64_t> extents, strides;
  std::vector<cuuint32_t> box;
};

CUresult encode(CUtensorMap* map, CUtensorMapDataType type, void* data, const Shape& shape,
                CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE,
                CUtensorMapFloatOOBfill fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE, cuuint32_t step = 1) {
  const std::vector<cuuint32_t> steps(5, step);
  static const cuuint64_t no_stride = 0;  // of one dimension there is none, but a null pointer is refused
  static const Encode function = encode_function();
  return function(map, type, static_cast<cuuint32_t>(shape.extents.size()), data, shape.extents.data(),
                  shape.strides.empty() ? &no_stride : shape.strides.data(), shape.box.data(), steps.data(), CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, fill);
}

void check_boxes() {
  constexpr int width = 40, height = 20, pitch = 44;
  std::vector<int> in(pitch * height), empty(pitch * height, -7);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<int>(i) + 1;
  const DeviceArray<int> input(in), seen(128);
  const int corners[][4] = {{4, 3, 8, 2}, {-4, -3, 32, 15}, {32, 16, 36, 0}, {52, 2, 0, 19}, {0, -8, 24, 12}};
  for (const auto& corner : corners) {
    const DeviceArray<int> output(empty);
    CUtensorMap from, to;
    const Shape shape{{width, height}, {pitch * 4}, {16, 8}};
    CHECK(encode(&from, CU_TENSOR_MAP_DATA_TYPE_INT32, input.data(), shape) == CUDA_SUCCESS);
    CHECK(cuTensorMapEncodeTiled(&to, CU_TENSOR_MAP_DATA_TYPE_UINT32, 2, output.data(), shape.extents.data(), shape.strides.data(),
                                 shape.box.data(), std::vector<cuuint32_t>{1, 1}.data(), CU_TENSOR_MAP_INTERLEAVE_NONE,
                                 CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
                                 CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS);
    move_box<<<1, 64>>>(from, to, seen, corner[0], corner[1], corner[2], corner[3]);
    std::vector<int> expected = empty, expected_box(128);
    for (int i = 0; i < 128; ++i) {
      const int x = corner[0] + i % 16, y = corner[1] + i / 16, to_x = corner[2] + i % 16, to_y = corner[3] + i / 16;
      if (x >= 0 && x < width && y >= 0 && y < height) expected_box[i] = in[y * pitch + x];
      if (to_x >= 0 && to_x < width && to_y >= 0 && to_y < height) expected[to_y * pitch + to_x] = expected_box[i] + 100;
    }
    CHECK(seen.get() == expected_box);
    CHECK(output.get() == expected);
  }
}

template <int span>
void check_swizzle(CUtensorMapSwizzle kind) {
  constexpr int rows = 32, columns = span / 2;
  std::vector<__half> in(rows * columns);
  for (int i = 0; i < rows * columns; ++i) in[i] = __float2half(static_cast<float>(i % 2048));
  const DeviceArray<__half> input(in), output(rows * columns), copied(rows * columns);
  CUtensorMap map, back;
  const Shape shape{{columns, rows}, {span}, {columns, rows}};
  CHECK(encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, input.data(), shape, kind) == CUDA_SUCCESS);
  CHECK(encode(&back, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, copied.data(), shape, kind) == CUDA_SUCCESS);
  swizzle<span><<<1, 128, rows * span>>>(map, back, output);
  const auto got = output.get(), copy = copied.get();
  for (int i = 0; i < rows * columns; ++i) {
    CHECK_EQUAL(__half2float(got[i]), __half2float(in[i]));
    CHECK_EQUAL(__half2float(copy[i]), __half2float(in[i]));
  }
}

void check_dimensions() {
  constexpr cuuint64_t n[5] = {36, 3, 4, 2, 3};
  std::vector<float> in(36 * 3 * 4 * 2 * 3);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i) + 1;
  const DeviceArray<float> input(in), output(32 + 128 + 128 + 256), totals(40);
  const cuuint64_t s1 = 144, s2 = s1 * 3, s3 = s2 * 4, s4 = s3 * 2;
  CUtensorMap one, three, four, five, total;
  const auto type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
  CHECK(encode(&one, type, input.data(), {{n[0]}, {}, {32}}) == CUDA_SUCCESS);
  CHECK(encode(&three, type, input.data(), {{n[0], n[1], n[2]}, {s1, s2}, {32, 2, 2}}) == CUDA_SUCCESS);
  CHECK(encode(&four, type, input.data(), {{n[0], n[1], n[2], n[3]}, {s1, s2, s3}, {32, 2, 1, 2}}) == CUDA_SUCCESS);
  CHECK(encode(&five, type, input.data(), {{n[0], n[1], n[2], n[3], n[4]}, {s1, s2, s3, s4}, {32, 2, 1, 2, 2}}) == CUDA_SUCCESS);
  CHECK(encode(&total, type, totals.data(), {{40}, {}, {32}}) == CUDA_SUCCESS);
  dimensions<<<1, 32>>>(one, three, four, five, total, output);
  const auto at = [&](int x, int y, int z, int u, int v, int rank) {
    const int index[5] = {x, y, z, u, v};
    std::size_t place = 0, stride = 1;
    for (int i = 0; i < rank; ++i) {
      if (index[i] < 0 || index[i] >= static_cast<int>(n[i])) return 0.0f;
      place += index[i] * stride;
      stride *= n[i];
    }
    return in[place];
  };
  const auto got = output.get(), sums = totals.get();
  for (int i = 0; i < 32; ++i) {
    CHECK_EQUAL(got[i], at(i - 4, 0, 0, 0, 0, 1));
    for (int k = 0; k < 4; ++k) {
      CHECK_EQUAL(got[32 + k * 32 + i], at(4 + i, 1 + k % 2, 2 + k / 2, 0, 0, 3));
      CHECK_EQUAL(got[160 + k * 32 + i], at(i, 2 + k % 2, 0, 1 + k / 2, 0, 4));
    }
    for (int k = 0; k < 8; ++k) CHECK_EQUAL(got[288 + k * 32 + i], at(8 + i, k % 2, 1, k / 2 % 2 - 1, k / 4, 5));
  }
  for (int i = 0; i < 40; ++i) CHECK_EQUAL(sums[i], (i >= 12 ? i - 12 : 0) + (i >= 4 && i < 36 ? i - 4 : 0));
}

void check_multicast() {
  std::vector<int> in(64);
  for (int i = 0; i < 64; ++i) in[i] = i * 3;
  const DeviceArray<int> input(in), output(4 * 64);
  CUtensorMap map;
  CHECK(encode(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, input.data(), {{16, 4}, {64}, {16, 2}}) == CUDA_SUCCESS);
  multicast<<<4, 64>>>(map, output);
  const auto got = output.get();
  for (int i = 0; i < 256; ++i) CHECK_EQUAL(got[i], in[i % 64]);
}

void check_errors() {
  const DeviceArray<float> data(4096);
  const auto type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
  CUtensorMap map;
  const auto fails = [&](const Shape& shape, CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE) {
    return encode(&map, type, data.data(), shape, swizzle) == CUDA_ERROR_INVALID_VALUE;
  };
  CHECK(!fails({{64, 64}, {256}, {64, 64}}));
  CHECK(fails({{64, 0}, {256}, {64, 64}}));
  CHECK(fails({{64, 64}, {264}, {64, 64}}));
  CHECK(fails({{64, 64}, {256}, {257, 1}}));
  CHECK(fails({{64, 64}, {256}, {64, 0}}));
  CHECK(fails({{64, 64}, {256}, {3, 4}}));
  CHECK(fails({{64, 64}, {256}, {16, 4}}, CU_TENSOR_MAP_SWIZZLE_32B));
  CHECK(!fails({{64, 64}, {256}, {8, 4}}, CU_TENSOR_MAP_SWIZZLE_32B));
  CHECK(fails({{64, 64}, {256}, {64, 4}}, CU_TENSOR_MAP_SWIZZLE_128B));
  CHECK(fails({{}, {}, {}}));
  const cuuint64_t extent = 64;
  const cuuint32_t box = 64, step = 1;
  CHECK(encode_function()(&map, type, 1, data.data(), &extent, nullptr, &box, &step, CU_TENSOR_MAP_INTERLEAVE_NONE,
                          CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                          CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_ERROR_INVALID_VALUE);
  CHECK(fails({{4, 4, 4, 4, 4, 4}, {16, 64, 256, 1024, 4096}, {4, 1, 1, 1, 1, 1}}));
  const Shape good{{64, 64}, {256}, {64, 64}};
  CHECK(encode(&map, type, data.data() + 1, good) == CUDA_ERROR_INVALID_VALUE);
  CHECK(encode(&map, type, data.data() + 4, good) == CUDA_SUCCESS);
  CHECK(encode(&map, type, data.data(), good, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE, 9) ==
        CUDA_ERROR_INVALID_VALUE);
  const auto nan = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
  CHECK(encode(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, data.data(), good, CU_TENSOR_MAP_SWIZZLE_NONE, nan) == CUDA_ERROR_INVALID_VALUE);
  CHECK(encode(&map, type, data.data(), good, CU_TENSOR_MAP_SWIZZLE_NONE, nan) == CUDA_SUCCESS);
}

extern "C" int run() {
  check_boxes();
  check_swizzle<32>(CU_TENSOR_MAP_SWIZZLE_32B);
  check_swizzle<64>(CU_TENSOR_MAP_SWIZZLE_64B);
  check_swizzle<128>(CU_TENSOR_MAP_SWIZZLE_128B);
  check_dimensions();
  check_multicast();
  check_errors();
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  return failures;
}
