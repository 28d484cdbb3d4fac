// Shared memory as people lay it out: dynamic arrays by address and by reference, alignment by a type, and launches
// whose angle brackets stand together; addresses of which a kernel keeps 32 bits.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <sys/mman.h>

#include <thread>
#include <type_traits>
#include <utility>

#include "check.h"

struct Pair {
  float a, b;
};

template <int N>
struct Planes {
  float row[N][33];
  __device__ float (&operator[](int i))[33] { return row[i]; }
};

extern __shared__ unsigned long long words[];

template <class T>
struct Tag {
  using type = T;
};

template <class T>
__global__ void by_reference(float* out) {
  extern __shared__ float4 local_words[];
  auto& planes = reinterpret_cast<Planes<2>&>(local_words);
  planes[1][threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = planes[1][blockDim.x - 1 - threadIdx.x] + (float)(size_t)((char*)&local_words - (char*)local_words);
}

__global__ void of_namespace(float* out) {
  auto& by_address = *reinterpret_cast<Pair(*)[64]>(&words);
  auto& by_reference = reinterpret_cast<Pair(&)[64]>(words);
  by_address[threadIdx.x].b = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = by_reference[blockDim.x - 1 - threadIdx.x].b + reinterpret_cast<float*>(words)[1];
}

__global__ void rows(float* out) {
  extern __shared__ volatile float row[][64];
  row[1][threadIdx.x] = threadIdx.x;
  __syncthreads();
  const auto reversed = [=](int i) { return row[1][blockDim.x - 1 - i]; };
  const volatile float* second = row[1];
  out[threadIdx.x] = reversed(threadIdx.x) + second[1];
}

template <class T>
__global__ void aligned(float* out) {
  __shared__ char odd;
  __shared__ alignas(T) unsigned char room[sizeof(T)];
  alignas(64) __shared__ unsigned char line[64];
  if (threadIdx.x == 0) {
    odd = 1;
    new (room) T{3};
    line[0] = 2;
  }
  __syncthreads();
  const bool lies_well = (size_t)room % alignof(T) == 0 && (size_t)line % 64 == 0;
  out[threadIdx.x] = lies_well ? (float)*reinterpret_cast<T*>(room) + odd + line[0] : -1;
}

/// Declarations that a jump passes over, as it may: nothing is initialised there.
__global__ void jumped_over(float* out) {
  const int t = threadIdx.x;
  switch (t / 32) {
    case 0:
      __shared__ float low[32], sum;
      low[t] = t;
      if (t == 3) sum = low[t];
      out[t] = low[t] + 1;
      break;
    default: out[t] = t;
  }
  if (t >= 60) goto done;
  __shared__ float room[64];
  room[t] = out[t];
  out[t] = room[t] * 2;
done:
  out[t] += 100;
}

__global__ void seen_from_within(float* out) {
  __shared__ float values[64];
  struct Reader {
    __device__ float operator()(int i) const { return values[i]; }
    __device__ static float first() { return values[0]; }
  };
  const int t = threadIdx.x;
  values[t] = t + 1;
  __syncthreads();
  const auto last = +[](int n) { return values[n - 1]; };
  out[t] = Reader()(t) + Reader::first() + last(64) + std::extent<decltype(values)>::value;
}

__global__ void hidden_in_a_lambda(float* out) {
  __shared__ float values[64];
  values[threadIdx.x] = threadIdx.x + 1;
  __syncthreads();
  const auto own = [](float* values) { return values[1]; };
  const auto local = [](float* out) {
    float values[2] = {3, 4};
    return out[0] * 0 + values[1];
  };
  out[threadIdx.x] = own(values) + local(values);
}

__global__ void declared_alignment(float* out) {
  extern __shared__ __align__(1024) char bytes[];
  __shared__ __align__(64) char three[3];
  __shared__ alignas(256) float one;
  bytes[0] = three[0] = 1;
  one = 2;
  __syncthreads();
  out[threadIdx.x] = (size_t)bytes % 1024 + (size_t)three % 64 + (size_t)&one % 256;
}

struct Totals {
  float low, high;
};
__shared__ float tile[64], single;
__shared__ Totals totals;
__shared__ float4 quads[16];

template <class T, int N>
__device__ int length(T (&)[N]) {
  return N;
}

__device__ float sum_of_tile() {
  float sum = 0;
  for (float x : tile) sum += x;
  return sum + [](int i) { return tile[i]; }(1);
}

__global__ void at_namespace(float* out) {
  const int t = threadIdx.x;
  tile[t] = 1;
  if (t == 0) {
    single = 0;
    single++;
    single += 2;
    totals.low = 3;
    totals.high = 4;
  }
  __syncthreads();
  auto copy = single;
  __syncthreads();
  if (t == 0) single = 90;
  ((float*)quads)[t] = t;
  __syncthreads();
  const float quarter = reinterpret_cast<float*>(quads)[t] / 4;
  out[t] = copy + totals.low + totals.high + sizeof(tile) / sizeof(tile[0]) + length(tile) + sum_of_tile() + quarter;
}

__global__ void by_cut_addresses(float* out) {
  extern __shared__ float cut[];
  __shared__ float own[64];
  const int t = threadIdx.x;
  const unsigned of_cut = (unsigned)__cvta_generic_to_shared(&cut[t]), of_own = (unsigned)__cvta_generic_to_shared(&own[t]);
  asm volatile("st.shared.f32 [%0], %1;" ::"r"(of_cut), "f"((float)t) : "memory");
  *(float*)__cvta_shared_to_generic(of_own) = 100;
  __syncthreads();
  float first;
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(first) : "r"(of_own - 4 * t) : "memory");
  out[t] = cut[63 - t] + own[63 - t] + first;
}

template <int Number>
__device__ int& one_of_many() {
  __shared__ int one;
  return one;
}

template <int... Numbers>
__device__ int sum_of_many(std::integer_sequence<int, Numbers...>) {
  if (threadIdx.x == 0) ((one_of_many<Numbers>() = Numbers), ...);
  __syncthreads();
  return (one_of_many<Numbers>() + ...);
}

__global__ void many_variables(float* out) {
  cooperative_groups::this_grid().sync();
  if (sum_of_many(std::make_integer_sequence<int, 64>()) == 63 * 32) atomicAdd(&out[threadIdx.x], 1.0f);
}

template <class Launch>
std::vector<float> results(Launch launch) {
  DeviceArray<float> out(64);
  launch(out.data());
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  return out.get();
}

__global__ void count(float* out) { out[threadIdx.x] = blockDim.x + gridDim.x; }

/// The host's address space while it lives: room for a mebibyte in one place, and for more only 5 GiB below it.
class ScatteredSpace {
 public:
  ScatteredSpace() {
    char* const wide = take(wide_bytes);
    while (take(large_bytes) > wide) {}
    munmap(wide + wide_bytes - small_bytes, small_bytes);
  }
  ScatteredSpace(const ScatteredSpace&) = delete;
  ~ScatteredSpace() {
    munmap(m_taken[0].first, wide_bytes - small_bytes);
    for (std::size_t i = 1; i < m_taken.size(); ++i) munmap(m_taken[i].first, m_taken[i].second);
  }

 private:
  static constexpr std::size_t wide_bytes = 5ull << 30, large_bytes = 2 << 20, small_bytes = 1 << 20;

  char* take(std::size_t bytes) {
    void* const map = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    CHECK(map != MAP_FAILED);
    if (map == MAP_FAILED) return nullptr;
    m_taken.push_back({static_cast<char*>(map), bytes});
    return static_cast<char*>(map);
  }
  std::vector<std::pair<char*, std::size_t>> m_taken;
};

/// A host thread's first launch, when what the runtime needs for it may lie anywhere.
float cut_addresses_in_scattered_space() {
  float result = 0;
  std::thread([&] {
    const ScatteredSpace space;
    result = results([](float* out) { by_cut_addresses<<<1, 64, 256>>>(out); })[3];
  }).join();
  return result;
}

/// All blocks at once, each with every variable.
void launch_many_variables(float* out) {
  void* arguments[] = {&out};
  CHECK(cudaLaunchCooperativeKernel((void*)many_variables, dim3(528), dim3(32), arguments, 0, nullptr) == cudaSuccess);
}

extern "C" int run() {
  CHECK_EQUAL(results([](float* out) { by_reference<Tag<Tag<int>>><<<1, 32, 1024>>>(out); })[3], 28);
  CHECK_EQUAL(results([](float* out) { of_namespace<<<1, 64, 512>>>(out); })[3], 60);
  CHECK_EQUAL(results([](float* out) { rows<<<1, 64, 512>>>(out); })[3], 61);
  CHECK_EQUAL(results([](float* out) { aligned<double><<<1, 64>>>(out); })[3], 6);
  CHECK_EQUAL(results([](float* out) { count<<<5>>>(out); })[0], 6);
  const std::vector<float> jumped = results([](float* out) { jumped_over<<<1, 64>>>(out); });
  CHECK_EQUAL(jumped[3], 108);
  CHECK_EQUAL(jumped[40], 180);
  CHECK_EQUAL(jumped[62], 162);
  CHECK_EQUAL(results([](float* out) { seen_from_within<<<1, 64>>>(out); })[3], 4 + 1 + 64 + 64);
  CHECK_EQUAL(results([](float* out) { hidden_in_a_lambda<<<1, 64>>>(out); })[3], 6);
  CHECK_EQUAL(results([](float* out) { declared_alignment<<<1, 64, 300>>>(out); })[3], 0);
  CHECK_EQUAL(results([](float* out) { at_namespace<<<1, 64>>>(out); })[8], 3 + 7 + 64 + 64 + 65 + 2);
  CHECK_EQUAL(results([](float* out) { by_cut_addresses<<<1, 64, 256>>>(out); })[3], 260);
  CHECK_EQUAL(cut_addresses_in_scattered_space(), 260);
  CHECK_EQUAL(results(launch_many_variables)[3], 528);
  return failures;
}
