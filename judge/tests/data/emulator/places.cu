// Code of threads where no function's body is: initialisers of members, default arguments, lambdas; and what an expression or a
// scope puts into an order. Each result is the thread's own.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include "check.h"

namespace cg = cooperative_groups;

constexpr int size = 64;
constexpr unsigned full = 0xffffffffu;

__device__ int swapped_with_neighbour(int* tile, int value) {
  tile[threadIdx.x] = value;
  __syncthreads();
  const int other = tile[threadIdx.x ^ 1];
  __syncthreads();
  return other;
}

struct FromList {
  int thread, all;
  __device__ FromList() : thread(threadIdx.x), all(blockIdx.x * blockDim.x + thread) {}
};
struct FromDefault {
  int thread = threadIdx.x;
};
struct FromGroup {
  int rank = static_cast<int>(cg::this_thread_block().thread_rank());
};
struct Exchanged {
  int other;
  __device__ explicit Exchanged(int* tile) : other{swapped_with_neighbour(tile, 5 * static_cast<int>(threadIdx.x))} {}
};
struct PointsToItself {
  int value;
  int* where;
  __device__ explicit PointsToItself(int v) : value(v), where(&value) {}
};
__device__ int place(int i = blockIdx.x * blockDim.x + threadIdx.x) { return i; }
__device__ int code_or_thread(bool asks) { return asks ? static_cast<int>(threadIdx.x) : cudaErrorInvalidValue; }

__global__ void members(int* out) {
  out[place()] = FromList().all + 1000 * FromDefault().thread + FromGroup().rank * 7 + code_or_thread(true) * 3;
}

__global__ void members_and_barriers(int* out) {
  __shared__ int tile[size];
  const FromList here;
  PointsToItself kept(here.thread * 2);
  tile[here.thread] = FromDefault().thread;
  __syncthreads();
  *kept.where += tile[size - 1 - here.thread];
  __syncthreads();
  const Exchanged there(tile);
  out[place()] = kept.value + there.other;
}

template <class Body>
__device__ void twice(Body body) {
  for (int round = 0; round < 2; ++round) body(round);
}

__global__ void lambdas(int* out) {
  __shared__ int tile[size];
  const int t = threadIdx.x;
  int sum = 0;
  twice([&](int round) {
    tile[t] = t + round;
    __syncthreads();
    sum += tile[(t + 1) % size];
    __syncthreads();
  });
  sum += [&] { tile[t] = 3 * t; __syncthreads(); return tile[(t + 2) % size]; }();
  __syncthreads();
  out[place()] = sum;
}

__global__ void sequences(int* out) {
  __shared__ int tile[size];
  const int t = threadIdx.x;
  int a = 3 * t, b = __shfl_xor_sync(full, a, 1), c = 0;
  c = a + 1, b += __shfl_xor_sync(full, c, 2);
  for (int i = 0; i < 2; c += i, b ^= __shfl_down_sync(full, c, 1, 2), ++i) a += i;
  int rounds = 0;
  while (++rounds, __any_sync(full, rounds < 3)) ++a;
  const int some = (tile[t] = rounds + t, __syncthreads_or(t == 5));
  out[place()] = a * 64 + b * 2 + some + tile[size - 1 - t];
}

__constant__ int level = 7;

__global__ void scopes(int* out) {
  __shared__ int tile[size];
  const int t = threadIdx.x;
  int sum = level;
  {
    [[maybe_unused]] int level = t;
    decltype(sum) more = level + 1;
    int volatile shift = 2;
    tile[t] = level + more + shift;
    __syncthreads();
    enum { level_of_block = 11 };
    sum += level + more + tile[size - 1 - t] + level_of_block;
  }
  __syncthreads();
  {
    const float out = 2.0f;      // hides the parameter where a shared variable is declared
    __shared__ int own;
    if (t == 3) own = static_cast<int>(out);
    __syncthreads();
    sum += own;
  }
  using number = int&;
  ++(number)sum;
  tile[t] = sum;
  __syncthreads();
  out[place()] = sum + tile[0] + level;
}

static std::vector<int> run_all(void (*kernel)(int*)) {
  DeviceArray<int> out(2 * size);
  kernel<<<2, size>>>(out);
  return out.get();
}

extern "C" int run() {
  const std::vector<int> plain = run_all(members), waited = run_all(members_and_barriers), called = run_all(lambdas),
                         ordered = run_all(sequences), scoped = run_all(scopes);
  for (int i = 0; i < 2 * size; ++i) {
    const int t = i % size, last = size - 1 - t;
    CHECK_EQUAL(plain[i], i + 1010 * t);
    CHECK_EQUAL(waited[i], 2 * t + last + 5 * (t ^ 1));
    CHECK_EQUAL(called[i], 2 * ((t + 1) % size) + 1 + 3 * ((t + 2) % size));

    const auto c_of = [](int lane, int round) { return 3 * lane + 1 + (round > 0); };
    int b = 3 * (t ^ 1) + 3 * (t ^ 2) + 1;
    for (int round = 0; round < 2; ++round) b ^= c_of(t % 2 ? t : t + 1, round);
    CHECK_EQUAL(ordered[i], (3 * t + 3) * 64 + b * 2 + 1 + 3 + last);

    const auto sum_of = [](int lane) { return 7 + lane + lane + 1 + (2 * (size - 1 - lane) + 3) + 11 + 2 + 1; };
    CHECK_EQUAL(scoped[i], sum_of(t) + sum_of(0) + 7);
  }
  return failures;
}
