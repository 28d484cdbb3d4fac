// exam: problem=vector-addition verdict=accepted
// Warp 0 copies tiles by the tensor memory accelerator, two stages ahead; the others add, and one thread stores each tile in bulk.
#include <cuda_runtime.h>

#include <cstdint>

constexpr int tile = 1024, stages = 2, consumers = 128;

__device__ uint32_t address(const void* pointer) { return static_cast<uint32_t>(__cvta_generic_to_shared(pointer)); }

__device__ void wait(uint64_t* barrier, uint32_t parity) {
  asm volatile(
      "{\n"
      ".reg .pred P1;\n"
      "LAB_WAIT:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
      "@P1 bra DONE;\n"
      "bra LAB_WAIT;\n"
      "DONE:\n"
      "}" ::"r"(address(barrier)),
      "r"(parity)
      : "memory");
}

__device__ void load(float* to, const float* from, uint64_t* barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(address(to)), "l"(from),
               "r"(tile * 4), "r"(address(barrier))
               : "memory");
}

__global__ void add_tiles(const float* A, const float* B, float* C, int tiles) {
  __shared__ alignas(128) float a[stages][tile], b[stages][tile], c[stages][tile];
  __shared__ alignas(8) uint64_t full[stages], empty[stages];
  if (threadIdx.x == 0) {
    for (int i = 0; i < stages; ++i) {
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(address(&full[i])));
      asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address(&empty[i])), "r"(consumers));
    }
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    if (threadIdx.x != 0) return;
    int round = 0;
    for (int t = blockIdx.x; t < tiles; t += gridDim.x, ++round) {
      const int at = round % stages;
      wait(&empty[at], (round / stages + 1) % 2);
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address(&full[at])), "r"(2 * tile * 4) : "memory");
      load(a[at], A + static_cast<long long>(t) * tile, &full[at]);
      load(b[at], B + static_cast<long long>(t) * tile, &full[at]);
    }
    return;
  }
  const int thread = threadIdx.x - 32;
  int round = 0;
  for (int t = blockIdx.x; t < tiles; t += gridDim.x, ++round) {
    const int at = round % stages;
    wait(&full[at], round / stages % 2);
    if (thread == 0) asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(stages - 1) : "memory");
    asm volatile("bar.sync 1, %0;" ::"n"(consumers) : "memory");
    for (int i = thread; i < tile; i += consumers) c[at][i] = a[at][i] + b[at][i];
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address(&empty[at])) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("bar.sync 1, %0;" ::"n"(consumers) : "memory");
    if (thread != 0) continue;
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(C + static_cast<long long>(t) * tile),
                 "r"(address(c[at])), "r"(tile * 4)
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  }
  if (thread == 0) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

__global__ void add_rest(const float* A, const float* B, float* C, int begin, int N) {
  const int i = begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
  const bool is_aligned = ((reinterpret_cast<uintptr_t>(A) | reinterpret_cast<uintptr_t>(B) | reinterpret_cast<uintptr_t>(C)) & 15) == 0;
  const int tiles = is_aligned ? N / tile : 0, rest = N - tiles * tile;
  if (tiles > 0) add_tiles<<<tiles < 264 ? tiles : 264, 32 + consumers>>>(A, B, C, tiles);
  if (rest > 0) add_rest<<<(rest + 255) / 256, 256>>>(A, B, C, tiles * tile, N);
}
