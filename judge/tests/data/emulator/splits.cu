// Kernels with barriers and warp operations amid all kinds of control flow and declarations: the emulated runtime runs them
// region by region, and threads part and meet again.
#include <cuda_runtime.h>

#include "check.h"

constexpr int size = 256, blocks = 3;
constexpr unsigned full = 0xffffffffu;

/// Parameters that change, early exits, several declarations in one, arrays that outlive barriers.
__global__ void changes_parameters(const int* in, int* out, int n) {
  __shared__ int tile[size];
  in += blockIdx.x * blockDim.x;
  out += blockIdx.x * blockDim.x;
  n -= static_cast<int>(blockIdx.x * blockDim.x);
  int tid = threadIdx.x, twice = 2 * tid, kept[3] = {tid, twice, in[tid]};
  if (tid >= n) return;
  tile[tid] = kept[2];
  __syncthreads();
  const int other = tile[n <= size ? n - 1 - tid : size - 1 - tid];
  kept[1] += other;
  __syncthreads();
  tile[tid] = kept[0] + kept[1];
  __syncthreads();
  out[tid] = tile[tid] + kept[2];
}

/// Counters of one name and of several types in loops of their own, and arrays whose bound is counted.
__global__ void names(const int* in, int* out) {
  __shared__ int tile[size];
  const int tid = threadIdx.x;
  const int weights[] = {1, 2, 3, tid % 5,};
  int sum = 0, parts[] = {tid, in[blockIdx.x * size + tid]};
  for (int phase = 0; phase < 3; ++phase) {
    tile[tid] = parts[1] + phase;
    __syncthreads();
    sum += tile[(tid + phase) % size] * weights[phase];
    __syncthreads();
  }
  {
    parts[0] += weights[3];
    for (unsigned phase = 8; phase > 1; phase /= 2) {
      tile[tid] = parts[0] * static_cast<int>(phase);
      __syncthreads();
      sum += tile[size - 1 - tid];
      __syncthreads();
    }
  }
  out[blockIdx.x * size + tid] = sum + parts[1];
}

/// Arrays of a thread that are aligned, and outlive a barrier; an array's address as a number.
__global__ void aligned(const int* in, int* out) {
  __shared__ int tile[size];
  alignas(16) int four[4];
  __align__(16) int others[8];
  const int tid = threadIdx.x;
  for (int i = 0; i < 4; ++i) four[i] = others[2 * i] = in[blockIdx.x * size + (tid + i) % size];
  tile[tid] = four[1];
  __syncthreads();
  *reinterpret_cast<int4*>(others) = *reinterpret_cast<int4*>(four);
  const bool lie_well = (size_t)four % 16 == 0 && (unsigned long long)others % 16 == 0;
  __syncthreads();
  out[blockIdx.x * size + tid] = lie_well ? others[3] + tile[size - 1 - tid] : -1;
}

/// A while loop whose condition changes, a do loop, and counters of one name.
__global__ void loops(const int* in, int* out) {
  __shared__ int sums[size];
  const unsigned tid = threadIdx.x;
  sums[tid] = in[blockIdx.x * size + tid];
  __syncthreads();
  int s = size / 2;
  while (s > 32) {
    if (tid < s) sums[tid] += sums[tid + s];
    __syncthreads();
    s /= 2;
  }
  for (int i = 32; i > 4; i /= 2) {
    if (tid < i) sums[tid] += sums[tid + i];
    __syncthreads();
  }
  unsigned i = 4;
  do {
    if (tid < i) sums[tid] += sums[tid + i];
    __syncthreads();
    i >>= 1;
  } while (i > 0);
  out[blockIdx.x * size + tid] = sums[0];
}

/// Warps go round a loop a different number of times, skip rounds and leave early.
__global__ void warps_part(const int* in, int* out, int rounds) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int total = 0;
  for (int round = warp; round < rounds; round += 3) {
    if (round % 5 == 4) continue;
    int value = in[(round * 32 + lane) % size];
    for (int offset = 16; offset > 0; offset >>= 1) value += __shfl_xor_sync(full, value, offset);
    if (value < 0) break;
    total += value + round;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = total;
}

/// One warp finishes what all began; the others wait for it.
__global__ void one_warp_finishes(const int* in, int* out) {
  __shared__ int warp_sums[32];
  __shared__ int block_sum;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int value = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(full, value, offset);
  if (lane == 0) warp_sums[warp] = value;
  __syncthreads();
  if (warp == 0) {
    value = lane < blockDim.x / 32 ? warp_sums[lane] : 0;
    for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(full, value, offset);
    if (lane == 0) block_sum = value;
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = block_sum + warp;
}

/// Votes of the block and of warps, in conditions and beside other operands.
__global__ void votes(const int* in, int* out) {
  const int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
  int result = __syncthreads_count(in[i] % 2) * 1000;
  if (__syncthreads_or(in[i] > 900)) result += 1;
  if (__syncthreads_and(in[i] >= 0)) result += 2;
  const unsigned odd = __ballot_sync(full, in[i] & 1);
  result += __popc(odd & ((1u << tid % 32) - 1)) * 4 + __any_sync(full, in[i] == 7) * 256;
  int j = in[i];
  while (__any_sync(full, j > 100)) j -= 50;
  out[i] = result + __shfl_sync(full, j, (tid + 5) % 32) + __shfl_up_sync(full, tid, 2, 16);
}

/// Lanes of one warp part: each half shuffles among itself.
__global__ void halves(int* out) {
  const int lane = threadIdx.x % 32;
  int value = threadIdx.x;
  if (lane < 16) {
    value += __shfl_xor_sync(0x0000ffffu, value, 8);
    if (lane < 8) value *= 3;
    __syncwarp(0x0000ffffu);
    value += __shfl_down_sync(0x0000ffffu, value, 1);
  } else {
    value -= __shfl_xor_sync(0xffff0000u, value, 1);
  }
  __syncwarp();
  out[threadIdx.x] = value + __shfl_sync(full, value, 31 - lane);
}

struct Pair {
  float low, high;
};

/// Rows of three dimensions, structures and vectors as locals, a template's constant, an if without and with an else.
template <int N>
__global__ void shapes(const float* in, float* out, int has_more) {
  __shared__ float4 tile[N];
  extern __shared__ float more[];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  Pair pair = {in[tid], in[tid] + 1.0f};
  float4 v = make_float4(pair.low, pair.high, tid, N);
  if (tid < N) tile[tid] = v;
  if (has_more > 0) {
    more[tid] = pair.high;
    __syncthreads();
    pair.low += more[(tid + 1) % (N + 4)];
  } else {
    __syncthreads();
    pair.low -= tile[tid % N].x;
  }
  float* const target = out + tid;
  __syncthreads();
  v.w += tile[(tid + 7) % N].y;
  __syncthreads();
  *target = v.w + pair.low * v.x;
}

static std::vector<int> numbers(int count) {
  std::vector<int> values(count);
  unsigned state = 12345;
  for (int& value : values) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<int>(state >> 22);
  }
  return values;
}

static void check_changed_parameters() {
  const int n = 2 * size + 100;
  const std::vector<int> in = numbers(blocks * size);
  DeviceArray<int> d_in(in), d_out(blocks * size);
  changes_parameters<<<blocks, size>>>(d_in, d_out, n);
  const std::vector<int> out = d_out.get();
  for (int block = 0; block < blocks; ++block) {
    const int left = n - block * size, live = left < size ? left : size;
    for (int tid = 0; tid < size; ++tid) {
      const int at = block * size + tid;
      const int expected = tid < live ? tid + 2 * tid + in[block * size + live - 1 - tid] + in[at] : 0;
      CHECK_EQUAL(out[at], expected);
    }
  }
}

static void check_loops() {
  const std::vector<int> in = numbers(blocks * size);
  DeviceArray<int> d_in(in), d_out(blocks * size);
  loops<<<blocks, size>>>(d_in, d_out);
  const std::vector<int> out = d_out.get();
  for (int block = 0; block < blocks; ++block) {
    int sum = 0;
    for (int tid = 0; tid < size; ++tid) sum += in[block * size + tid];
    for (int tid = 0; tid < size; ++tid) CHECK_EQUAL(out[block * size + tid], sum);
  }
}

static void check_parted_warps() {
  std::vector<int> in = numbers(size);
  for (int i = 0; i < 32; ++i) in[6 * 32 + i] = -1;
  DeviceArray<int> d_in(in), d_out(size);
  warps_part<<<1, size>>>(d_in, d_out, 23);
  const std::vector<int> out = d_out.get();
  for (int tid = 0; tid < size; ++tid) {
    int total = 0;
    for (int round = tid / 32; round < 23; round += 3) {
      if (round % 5 == 4) continue;
      int sum = 0;
      for (int i = 0; i < 32; ++i) sum += in[(round * 32 + i) % size];
      if (sum < 0) break;
      total += sum + round;
    }
    CHECK_EQUAL(out[tid], total);
  }
}

static void check_one_warp() {
  const std::vector<int> in = numbers(blocks * size);
  DeviceArray<int> d_in(in), d_out(blocks * size);
  one_warp_finishes<<<blocks, size>>>(d_in, d_out);
  const std::vector<int> out = d_out.get();
  for (int block = 0; block < blocks; ++block) {
    int sum = 0;
    for (int tid = 0; tid < size; ++tid) sum += in[block * size + tid];
    for (int tid = 0; tid < size; ++tid) CHECK_EQUAL(out[block * size + tid], sum + tid / 32);
  }
}

static void check_votes() {
  const std::vector<int> in = numbers(blocks * size);
  DeviceArray<int> d_in(in), d_out(blocks * size);
  votes<<<blocks, size>>>(d_in, d_out);
  const std::vector<int> out = d_out.get();
  for (int at = 0; at < blocks * size; ++at) {
    const int block = at / size * size, warp = at / 32 * 32, tid = at % size;
    int count = 0, has_large = 0, below = 0, has_seven = 0, most = 0;
    for (int i = block; i < block + size; ++i) count += in[i] % 2, has_large |= in[i] > 900;
    for (int i = warp; i < warp + 32; ++i) {
      below += i < at && in[i] % 2;
      has_seven |= in[i] == 7;
      most = in[i] > most ? in[i] : most;
    }
    int rounds = 0;
    while (most - 50 * rounds > 100) ++rounds;
    const int up = tid % 16 >= 2 ? tid - 2 : tid;
    const int expected = count * 1000 + has_large + 2 + below * 4 + has_seven * 256 +
                         in[warp + (tid + 5) % 32] - 50 * rounds + up;
    CHECK_EQUAL(out[at], expected);
  }
}

static void check_halves() {
  DeviceArray<int> d_out(64);
  halves<<<1, 64>>>(d_out);
  const std::vector<int> out = d_out.get();
  int values[64];
  for (int warp = 0; warp < 64; warp += 32) {
    int before[16];
    for (int lane = 0; lane < 16; ++lane) before[lane] = (2 * warp + lane + (lane ^ 8)) * (lane < 8 ? 3 : 1);
    for (int lane = 0; lane < 15; ++lane) values[warp + lane] = before[lane] + before[lane + 1];
    for (int lane = 16; lane < 32; ++lane) values[warp + lane] = lane - (lane ^ 1);
  }
  // Lane 15 reads a lane that takes no part, so neither its value nor lane 16's answer is defined.
  for (int tid = 0; tid < 64; ++tid)
    if (tid % 32 != 15 && tid % 32 != 16) CHECK_EQUAL(out[tid], values[tid] + values[tid / 32 * 32 + 31 - tid % 32]);
}

static void check_shapes(int has_more) {
  constexpr int n = 56, threads = 60;
  std::vector<float> in(threads);
  for (int i = 0; i < threads; ++i) in[i] = static_cast<float>(i * i % 17);
  DeviceArray<float> d_in(in), d_out(threads);
  shapes<n><<<1, dim3(5, 4, 3), threads * sizeof(float)>>>(d_in, d_out, has_more);
  const std::vector<float> out = d_out.get();
  for (int tid = 0; tid < threads; ++tid) {
    const float low = has_more ? in[tid] + in[(tid + 1) % (n + 4)] + 1.0f : in[tid] - in[tid % n];
    CHECK_EQUAL(out[tid], n + in[(tid + 7) % n] + 1.0f + low * in[tid]);
  }
}

static void check_names() {
  std::vector<int> in(blocks * size);
  for (int i = 0; i < blocks * size; ++i) in[i] = i * 7 % 101;
  DeviceArray<int> d_in(in), d_out(blocks * size);
  aligned<<<blocks, size>>>(d_in, d_out);
  const std::vector<int> sums = d_out.get();
  for (int at = 0; at < blocks * size; ++at) {
    const int tid = at % size, first = at - tid;
    CHECK_EQUAL(sums[at], in[first + (tid + 3) % size] + in[first + (size - tid) % size]);
  }
  names<<<blocks, size>>>(d_in, d_out);
  const std::vector<int> out = d_out.get();
  for (int at = 0; at < blocks * size; ++at) {
    const int tid = at % size, first = at - tid, other = size - 1 - tid;
    int expected = in[at];
    for (int phase = 0; phase < 3; ++phase) expected += (in[first + (tid + phase) % size] + phase) * (phase + 1);
    for (int phase = 8; phase > 1; phase /= 2) expected += (other + other % 5) * phase;
    CHECK_EQUAL(out[at], expected);
  }
}

// What a cast reads from memory is read where it stands.
__global__ void cast_behind_barrier(int* count, float* out) {
  if (threadIdx.x == 0) count[0] = 7;
  __syncthreads();
  float c = (float)*count;
  out[threadIdx.x] = c;
}

__global__ void cast_behind_condition(const int* bias, float* out) {
  if (bias) {
    float b = (float)*bias;
    __syncthreads();
    out[threadIdx.x] += b;
  }
  __syncthreads();
  out[threadIdx.x] += 1.0f;
}

static void check_casts() {
  DeviceArray<int> d_count(1);
  DeviceArray<float> d_out(64);
  cast_behind_barrier<<<1, 64>>>(d_count, d_out);
  for (const float x : d_out.get()) CHECK_EQUAL(x, 7.0f);
  cast_behind_condition<<<1, 64>>>(d_count, d_out);
  for (const float x : d_out.get()) CHECK_EQUAL(x, 15.0f);
  cast_behind_condition<<<1, 64>>>(nullptr, d_out);
  for (const float x : d_out.get()) CHECK_EQUAL(x, 16.0f);
}

extern "C" int run() {
  check_casts();
  check_names();
  check_changed_parameters();
  check_loops();
  check_parted_warps();
  check_one_warp();
  check_votes();
  check_halves();
  check_shapes(0);
  check_shapes(1);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  return failures;
}
