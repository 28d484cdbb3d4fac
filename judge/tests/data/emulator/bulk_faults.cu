// Mistakes with bulk copies: each function launches a kernel that makes one.
#include <cuda.h>
#include <cuda/barrier>
#include <cuda/ptx>
#include <cuda_runtime.h>

namespace ptx = cuda::ptx;

__device__ unsigned shared_address(const void* pointer) { return static_cast<unsigned>(__cvta_generic_to_shared(pointer)); }

__device__ void load(void* to, const void* from, unsigned bytes, unsigned long long* barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(shared_address(to)),  // LINE load
               "l"(from), "r"(bytes), "r"(shared_address(barrier))
               : "memory");
}

__global__ void copies(const int* in, int* out, int from, unsigned bytes) {
  __shared__ alignas(16) int tile[64];
  __shared__ alignas(8) unsigned long long barrier;
  tile[threadIdx.x] = -1;
  if (threadIdx.x == 0) ptx::mbarrier_init(reinterpret_cast<uint64_t*>(&barrier), 1);
  __syncthreads();
  if (threadIdx.x == 3) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, reinterpret_cast<uint64_t*>(&barrier), bytes);
    load(tile, in + from, bytes, &barrier);
  }
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];  // LINE read
}

int copy(int from, unsigned bytes) {
  int *in = nullptr, *out = nullptr, first = 0;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  copies<<<1, 64>>>(in, out, from, bytes);
  cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return first;
}

extern "C" int bulk_misaligned() { return copy(2, 64); }
extern "C" int bulk_misaligned_size() { return copy(0, 72); }
extern "C" int bulk_past_end() { return copy(48, 128); }
/// Nobody waits: shared memory has what was there before.
extern "C" int bulk_not_waited_for() { return copy(0, 256) == -1 ? 0 : 1; }

/// The source is overwritten before the copy has read it; nobody waits at the end.
__global__ void reuses(int* out) {
  __shared__ alignas(16) int tile[4];
  tile[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, tile, sizeof tile);
    ptx::cp_async_bulk_commit_group();
  }
  __syncthreads();
  tile[threadIdx.x] = 2;
}
extern "C" int bulk_source_reused() {
  int *out = nullptr, got[4] = {};
  cudaMalloc(&out, sizeof got);
  reuses<<<1, 4>>>(out);
  cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
  return got[0] == 2 && got[3] == 2 ? 0 : 1;
}

__global__ void tensor(const __grid_constant__ CUtensorMap map, int offset, int x = 0) {
  __shared__ alignas(128) char tile[1024];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  init(&bar, 1);
  const int corner[2] = {x, 0};
  ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile + offset, &map, corner, cuda::device::barrier_native_handle(bar));  // LINE tensor
}
extern "C" int bulk_without_map() {
  CUtensorMap map{};
  tensor<<<1, 1>>>(map, 0);
  return cudaDeviceSynchronize();
}
static CUtensorMap map_of_16_by_16() {
  int* in = nullptr;
  cudaMalloc(&in, 1024);
  CUtensorMap map{};
  const cuuint64_t extents[2] = {16, 16}, strides[1] = {64};
  const cuuint32_t box[2] = {4, 4}, steps[2] = {1, 1};
  if (cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, in, extents, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                             CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE))
    return {};
  return map;
}
extern "C" int bulk_tensor_misaligned() {
  tensor<<<1, 1>>>(map_of_16_by_16(), 64);
  return cudaDeviceSynchronize();
}
extern "C" int bulk_tensor_at_odd_place() {
  tensor<<<1, 1>>>(map_of_16_by_16(), 0, 3);
  return cudaDeviceSynchronize();
}

__global__ void tensor_store(const __grid_constant__ CUtensorMap map, int y) {
  __shared__ alignas(128) char tile[1024];
  const int corner[2] = {0, y};
  ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &map, corner, tile);  // LINE tensor_store
}
extern "C" int bulk_tensor_stored_before_it() {
  tensor_store<<<1, 1>>>(map_of_16_by_16(), -1);
  return cudaDeviceSynchronize();
}
