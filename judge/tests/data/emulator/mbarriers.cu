// mbarrier in inline PTX, waiting loops with labels and branches, and the shared memory of other blocks by mapa.
#include <cuda_runtime.h>

#include <cstdint>

#include "check.h"

__device__ uint32_t shared_address(const void* pointer) { return static_cast<uint32_t>(__cvta_generic_to_shared(pointer)); }

__device__ void init_barrier(uint64_t* barrier, uint32_t count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(count) : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

/// As CUTLASS writes it.
__device__ void wait(uint64_t* barrier, uint32_t parity) {
  asm volatile(
      "{\n"
      ".reg .pred       P1;\n"
      "LAB_WAIT:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
      "@P1 bra DONE;\n"
      "bra     LAB_WAIT;\n"
      "DONE:\n"
      "}" ::"r"(shared_address(barrier)),
      "r"(parity)
      : "memory");
}

/// The same with the branch turned around, and a hint.
__device__ void wait_with_hint(uint64_t* barrier, uint32_t parity) {
  asm volatile(
      "{ .reg .pred p;\n\t"
      "$again: mbarrier.try_wait.parity.shared.b64 p, [%0], %1, 0x989680;\n\t"
      "@!p bra.uni $again; }" ::"r"(shared_address(barrier)),
      "r"(parity));
}

__device__ uint64_t arrive(uint64_t* barrier) {
  uint64_t state;
  asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(state) : "r"(shared_address(barrier)) : "memory");
  return state;
}

__device__ bool test(uint64_t* barrier, uint64_t state) {
  uint32_t done;
  asm volatile("{ .reg .pred p; mbarrier.test_wait.shared::cta.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
               : "=r"(done)
               : "r"(shared_address(barrier)), "l"(state)
               : "memory");
  return done;
}

/// A ring of two stages: warp 0 produces, the others consume.
__global__ void ring(const int* in, int* out, int rounds) {
  __shared__ alignas(8) uint64_t full[2], empty[2];
  __shared__ int stage[2][32];
  const int consumers = blockDim.x - 32, lane = threadIdx.x % 32;
  if (threadIdx.x == 0)
    for (int i = 0; i < 2; ++i) init_barrier(&full[i], 32), init_barrier(&empty[i], consumers);
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < rounds; ++i) {
    const int at = i % 2, parity = i / 2 % 2;
    if (threadIdx.x < 32) {
      wait(&empty[at], parity ^ 1);
      stage[at][lane] = in[i * 32 + lane];
      asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 _, [%0];" ::"r"(shared_address(&full[at])) : "memory");
    } else {
      wait_with_hint(&full[at], parity);
      sum += stage[at][31 - lane] * (i + 1);
      arrive(&empty[at]);
    }
  }
  if (threadIdx.x >= 32) out[threadIdx.x - 32] = sum;
}

/// States, counts, and threads that leave.
__global__ void states(int* out) {
  __shared__ alignas(8) uint64_t barrier;
  if (threadIdx.x == 0) {
    init_barrier(&barrier, 3);
    uint64_t first = arrive(&barrier);
    out[0] = test(&barrier, first);
    uint32_t pending;
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(first));
    out[1] = pending;
    uint64_t second;
    asm volatile("mbarrier.arrive.noComplete.shared::cta.b64 %0, [%1], 1;" : "=l"(second) : "r"(shared_address(&barrier)));
    out[2] = test(&barrier, second);
    asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1], 1;" : "=l"(second) : "r"(shared_address(&barrier)));
    while (!test(&barrier, first)) continue;
    out[3] = test(&barrier, second);
    // In the next phase two are expected: one dropped.
    asm volatile("mbarrier.arrive_drop.shared::cta.b64 %0, [%1];" : "=l"(first) : "r"(shared_address(&barrier)));
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&barrier)), "r"(2));
    wait(&barrier, 1);
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&barrier)), "r"(2));
    wait(&barrier, 0);
    // By a generic address.
    const uint64_t generic = reinterpret_cast<uint64_t>(&barrier);
    asm volatile("mbarrier.arrive.b64 %0, [%1], 2;" : "=l"(second) : "l"(generic));
    uint32_t done;
    asm volatile(
        "{ .reg .pred p; .reg .b32 count; mov.b32 count, 0; again: add.u32 count, count, 1;"
        " mbarrier.test_wait.parity.b64 p, [%1], 1; @!p bra again; setp.ge.u32 p, count, 1; selp.b32 %0, 1, 0, p; }"
        : "=r"(done)
        : "l"(generic));
    out[4] = done;
    asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(shared_address(&barrier)));
  }
}

/// Bytes that threads count themselves.
__global__ void bytes(int* out) {
  __shared__ alignas(8) uint64_t barrier;
  __shared__ int value;
  if (threadIdx.x == 0) init_barrier(&barrier, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], 40;" ::"r"(shared_address(&barrier)));
    asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&barrier)), "r"(60)
                 : "memory");
  } else if (threadIdx.x == 33) {
    value = 7;
    __threadfence_block();
    asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], 100;" ::"r"(shared_address(&barrier)) : "memory");
  }
  wait(&barrier, 0);
  out[threadIdx.x] = value;
}

/// Loops and branches in general: the Collatz steps of each number, by one asm statement.
__global__ void steps(const int* in, int* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int result;
  asm("{\n\t"
      ".reg .u32 n, bit, steps;\n\t"
      ".reg .pred is_one, is_odd;\n\t"
      "mov.u32 n, %1;\n\t"
      "mov.u32 steps, 0;\n"
      "next:\n\t"
      "setp.eq.u32 is_one, n, 1;\n\t"
      "@is_one bra end;\n\t"
      "add.u32 steps, steps, 1;\n\t"
      "and.b32 bit, n, 1;\n\t"
      "setp.ne.u32 is_odd, bit, 0;\n\t"
      "@is_odd bra odd;\n\t"
      "shr.u32 n, n, 1;\n\t"
      "bra next;\n"
      "odd: mad.lo.u32 n, n, 3, 1;\n\t"
      "bra next;\n"
      "end:\n\t"
      "{ .reg .u32 n; mov.u32 n, steps; mov.u32 %0, n; }\n\t"
      "}"
      : "=r"(result)
      : "r"(in[i]));
  out[i] = result;
}

/// Each block writes into the next one's shared memory, and arrives at its barrier.
__global__ void __cluster_dims__(4, 1, 1) neighbours(int* out) {
  __shared__ alignas(8) uint64_t barrier;
  __shared__ int values[64];
  uint32_t rank, blocks, remote_barrier, remote_value;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
  if (threadIdx.x == 0) init_barrier(&barrier, blockDim.x);
  asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
  const uint32_t next = (rank + 1) % blocks;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(remote_barrier) : "r"(shared_address(&barrier)), "r"(next));
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(remote_value) : "r"(shared_address(&values[threadIdx.x])), "r"(next));
  asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(remote_value), "r"(rank * 100 + threadIdx.x) : "memory");
  asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(remote_barrier) : "memory");
  asm volatile(
      "{ .reg .pred p; again: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], 0; @p bra done; bra again; done: }" ::"r"(
          shared_address(&barrier))
      : "memory");
  uint32_t owner;
  asm("getctarank.shared::cluster.u32 %0, %1;" : "=r"(owner) : "r"(remote_value));
  out[blockIdx.x * blockDim.x + threadIdx.x] = owner == next ? values[63 - threadIdx.x] : -1;
  asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}

void check_ring() {
  constexpr int rounds = 21;
  std::vector<int> in(rounds * 32);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<int>(i * 7 % 101);
  const DeviceArray<int> input(in), output(96);
  ring<<<1, 128>>>(input, output, rounds);
  const auto got = output.get();
  for (int thread = 0; thread < 96; ++thread) {
    int expected = 0;
    for (int i = 0; i < rounds; ++i) expected += in[i * 32 + 31 - thread % 32] * (i + 1);
    CHECK_EQUAL(got[thread], expected);
  }
}

void check_states() {
  const DeviceArray<int> output(5);
  states<<<1, 32>>>(output);
  CHECK((output.get() == std::vector<int>{0, 3, 0, 1, 1}));
  const DeviceArray<int> values(96);
  bytes<<<1, 96>>>(values);
  CHECK(values.get() == std::vector<int>(96, 7));
}

void check_steps() {
  std::vector<int> in(200), expected(200);
  for (int i = 0; i < 200; ++i) {
    in[i] = i + 1;
    for (unsigned n = i + 1; n != 1; n = n % 2 ? 3 * n + 1 : n / 2) ++expected[i];
  }
  const DeviceArray<int> input(in), output(200);
  steps<<<2, 128>>>(input, output, 200);
  CHECK(output.get() == expected);
}

void check_neighbours() {
  const DeviceArray<int> output(8 * 64);
  neighbours<<<8, 64>>>(output);
  const auto got = output.get();
  for (int block = 0; block < 8; ++block)
    for (int i = 0; i < 64; ++i) CHECK_EQUAL(got[block * 64 + i], (block % 4 + 3) % 4 * 100 + 63 - i);
}

extern "C" int run() {
  check_ring();
  check_states();
  check_steps();
  check_neighbours();
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  return failures;
}
