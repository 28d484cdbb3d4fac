// What a thread keeps from one side of a barrier to the other, and what it must not: copies of shared variables in every
// form, objects whose addresses are kept, constructors that do something, names that mean two things.
#include <cuda_runtime.h>

#include "check.h"

constexpr int size = 96;
constexpr int factor = 3;
typedef float real;
using index_t = unsigned;

struct Pair {
  float value;
  int count;
};
struct Started {
  int value = 7;
  float others[3] = {1, 2, 3};
};
struct Holder {
  int* place;
  __device__ Holder(int& variable) : place(&variable) {}
  __device__ void add(int n) { *place += n; }
};
struct Wrapped {
  const int* p;
  __device__ int operator*(int n) const { return *p * n; }
};
namespace other {
__device__ int factor = 5;
}

__device__ void change(int& variable) { variable += 10; }
__device__ int twice(int value) { return 2 * value; }
__device__ int column() { return threadIdx.x; }
template <class T>
__device__ T* address_of(T& variable) { return &variable; }

/// Everything that can be copied from a shared scalar.
__global__ void copies_of_scalars(float* out, int n) {
  __shared__ float s;
  __shared__ int bound;
  __shared__ Pair pair;
  __shared__ float cells[4];
  __shared__ const float* pointer;
  if (threadIdx.x == 0) s = 100, bound = 9, pair.value = 100, pair.count = 100, cells[2] = 5, pointer = out;
  __syncthreads();
  if (threadIdx.x == 1) s = 2, bound = 3, pair.value = 4, pair.count = 1, pointer = cells;
  __syncthreads();
  const float a = s, b = (s);
  const float c = s * 1.0f, d = n > 0 ? s : 1, e = (float)s, f = pair.value;
  const real g = s;
  Pair copy = pair;
  const Pair fixed = pair;
  const float* const third = cells + pair.count + 1;
  const float* from = pointer;
  float sum = 0;
  for (int i = 0; i < bound; ++i) {
    sum += 1;
    __syncthreads();
  }
  __syncthreads();
  if (threadIdx.x == 2) s = 50, pair.value = 50;
  __syncthreads();
  out[threadIdx.x] = a + b + c + d + e + f + g + copy.value + fixed.value + copy.count + *third + from[2] + sum;
}

/// The same by auto, and by a reference.
__global__ void copies_by_auto(float* out) {
  __shared__ float s;
  if (threadIdx.x == 0) s = 100;
  __syncthreads();
  if (threadIdx.x == 1) s = 2;
  __syncthreads();
  const auto a = s;
  auto b = s;
  const float& c = s;
  __syncthreads();
  if (threadIdx.x == 2) s = 50;
  __syncthreads();
  b += 1;
  out[threadIdx.x] = a + b + c;
}

/// A loop that goes on until a shared flag, or a shared counter, says otherwise.
__global__ void rounds_by_flag(int* out) {
  __shared__ int next, done;
  if (threadIdx.x == 0) next = 0, done = 0;
  __syncthreads();
  int rounds = 0;
  while (true) {
    const int mine = next;
    const bool stop = done;
    __syncthreads();
    if (stop) break;
    if (threadIdx.x == 0) {
      next = mine + 2;
      done = next >= 10;
    }
    rounds += mine;
    __syncthreads();
  }
  out[threadIdx.x] = rounds;
}

/// Variables whose addresses are kept over a barrier.
__global__ void kept_addresses(int* out) {
  __shared__ int s[size];
  int x = threadIdx.x, y = 1, z = 5, w = 3;
  int* const p = &x;
  Holder holder(y);
  int* q = address_of(z);
  const int* const r = (int*)&w;
  struct Pair pair;
  pair.count = static_cast<int>(threadIdx.x);
  Started started;
  float* others = started.others;
  Started several[2];
  s[threadIdx.x] = x;
  __syncthreads();
  *p += s[(threadIdx.x + 1) % size];
  holder.add(2);
  *q = twice(*q);
  change(w);
  others[1] = 20;
  __syncthreads();
  const int before = x;
  change(x);
  __syncthreads();
  out[threadIdx.x] = x + before + 1000 * y + 100000 * z + 1000000 * *r + pair.count + started.value +
                     static_cast<int>(started.others[1] + several[1].others[2]);
}

/// Names that elsewhere are constants, parameters whose operators read memory, functions that ask for threadIdx.
template <int Divisor = 2, class T = int>
__global__ void names(const int* in, int* out, Wrapped wrapped, T scale) {
  using other::factor;
  __shared__ int changing;
  const index_t tid = threadIdx.x;
  if (tid == 0) changing = 1;
  __syncthreads();
  const int first = wrapped * 2, half = static_cast<int>(tid) / Divisor;
  const int count = factor;
  __syncthreads();
  if (tid == 0) other::factor = 6, out[size] = in[0];
  if (tid == 1) changing = 4;
  __syncthreads();
  const int size = changing;
  const int mine = column();
  __syncthreads();
  out[tid] = first + half + count * 100 + size * 1000 + mine * 10000 + static_cast<int>(scale);
}

/// Two stores of a region that nothing depends on, before a barrier.
__global__ void two_stores(const float* in, float* out) {
  __shared__ float a[16][16], b[16][16];
  __shared__ struct { float cells[256]; float total; } both;
  const int x = threadIdx.x, y = threadIdx.y, i = y * 16 + x;
  a[y][x] = in[i];
  b[x][y] = in[i] * 2;
  both.cells[i] = in[i] * 3;
  both.total = 7;
  __syncthreads();
  float sum = both.total;
  for (int k = 0; k < 16; ++k) sum += a[y][k] * b[x][k] + both.cells[k * 16 + x];
  __syncthreads();
  if (i < 128) a[0][i] = sum;
  __syncthreads();
  if (x < 8 && y < 16) out[y * 8 + x] = a[0][y * 8 + x] + (i % 16 < 8 ? 0 : 1);
}

static void check_scalars() {
  DeviceArray<float> out(size);
  copies_of_scalars<<<1, size>>>(out.data(), 1);
  // Six copies of 2, three of 4, the count, twice cells[2], three rounds.
  for (const float value : out.get()) CHECK_EQUAL(value, 6 * 2 + 3 * 4 + 1 + 5 + 5 + 3);
  copies_by_auto<<<1, size>>>(out.data());
  for (const float value : out.get()) CHECK_EQUAL(value, 2 + 3 + 50);
}

static void check_flags() {
  DeviceArray<int> out(size);
  rounds_by_flag<<<1, size>>>(out.data());
  for (const int value : out.get()) CHECK_EQUAL(value, 0 + 2 + 4 + 6 + 8);
}

static void check_addresses() {
  DeviceArray<int> out(size);
  kept_addresses<<<1, size>>>(out.data());
  const std::vector<int> got = out.get();
  for (int i = 0; i < size; ++i) {
    const int before = i + (i + 1) % size;
    CHECK_EQUAL(got[i], 2 * before + 10 + 3000 + 1000000 + 13000000 + i + 7 + 23);
  }
}

static void check_names() {
  DeviceArray<int> in(std::vector<int>{21}), out(size + 1);
  names<<<1, size>>>(in.data(), out.data(), Wrapped{in.data()}, 1);
  const std::vector<int> got = out.get();
  CHECK_EQUAL(got[size], 21);
  for (int i = 0; i < size; ++i) CHECK_EQUAL(got[i], 42 + i / 2 + 500 + 4000 + 10000 * i + 1);
}

/// Names that are declared again further in, or further on, and mean something else outside.
__constant__ int step = 203;
constexpr int extent = 2;
__global__ void hidden_names(int* out, int n) {
  __shared__ int s;
  if (threadIdx.x == 0) s = step;
  __syncthreads();
  const int a = s + step;
  int b = step + n;
  {
    int step = n;
    __syncthreads();
    for (int i = 0; i < 2; ++i) step += threadIdx.x;
    __syncthreads();
    b += step;
    int n = 5;
    __syncthreads();
    b += n;
  }
  b += n + step;
  {
    for (int step = 0; step < 2; ++step) {
      int factor = step;
      __syncthreads();
      b += factor;
    }
    b += step * factor;
  }
  __syncthreads();
  out[threadIdx.x] = a + b + step;
}

/// Extents, too.
__global__ void hidden_extent(int* out) {
  __shared__ int cells[size];
  int sum = extent;
  {
    const int extent = 4;
    int own[extent] = {1, 2, 3, 4};
    cells[threadIdx.x] = own[3];
    __syncthreads();
    for (int i = 0; i < extent; ++i) sum += own[i] * cells[(threadIdx.x + 1) % size];
  }
  out[threadIdx.x] = sum + extent;
}

struct Scaled {
  int by;
  __device__ int operator()(int n) const { return n * by + 1; }
};

/// Choices between barriers, some of which end the thread; objects that begin with braces.
__global__ void choices(int* out, int n) {
  __shared__ int s;
  const Scaled scaled{6};
  int sum{n}, ways[2]{1, 2};
  if (threadIdx.x == 0) s = 2;
  switch (threadIdx.x % 4) {
    case 0: sum += 10; break;
    case (1 ? 1 : 3): {
      sum += 20;
    }
    case 2: out[threadIdx.x] = -1; return;
    default:
      for (int i = 0; i < 3; ++i) {
        if (i == 2) break;
        sum += 100;
      }
  }
  __syncthreads();
  for (int round = 0; round < s; ++round) {
    switch (round) {
      case 0: continue;
      default: sum += ways[round];
    }
    __syncthreads();
    sum += scaled(s);
  }
  out[threadIdx.x] = sum;
}

/// A class in the kernel: its methods may ask for threadIdx, and so may not what stands around it by another way.
__global__ void leaders(int* out) {
  struct Local {
    int n;
    __device__ int mine() const { return n + threadIdx.x; }
  };
  __shared__ int s;
  const Local local = {100};
  if (threadIdx.x == size - 1) s = 1;
  __syncthreads();
  if (threadIdx.x == 7) s = 5;
  __syncthreads();
  if (threadIdx.x < 32) out[threadIdx.x] = s + local.mine();
  __syncthreads();
  if (threadIdx.x >= 32) out[threadIdx.x] = out[threadIdx.x - 32] + 1000;
}

static void check_leaders() {
  DeviceArray<int> out(64);
  leaders<<<1, 64>>>(out.data());
  const std::vector<int> got = out.get();
  for (int i = 0; i < 64; ++i) CHECK_EQUAL(got[i], 105 + i % 32 + i / 32 * 1000);
}

static void check_choices() {
  DeviceArray<int> out(size);
  choices<<<1, size>>>(out.data(), 5);
  const std::vector<int> got = out.get();
  for (int i = 0; i < size; ++i) {
    const int chosen[] = {5 + 10 + 2 + 13, -1, -1, 5 + 200 + 2 + 13};
    CHECK_EQUAL(got[i], chosen[i % 4]);
  }
}

static void check_hidden_names() {
  DeviceArray<int> out(size);
  hidden_names<<<1, size>>>(out.data(), 7);
  const std::vector<int> got = out.get();
  for (int i = 0; i < size; ++i)
    CHECK_EQUAL(got[i], 406 + 210 + (7 + 2 * i) + 5 + 210 + 1 + 609 + 203);
  hidden_extent<<<1, size>>>(out.data());
  for (const int sum : out.get()) CHECK_EQUAL(sum, 40 + 2 + 2);
}

static void check_stores() {
  std::vector<float> values(256);
  for (int i = 0; i < 256; ++i) values[i] = static_cast<float>(i % 7);
  DeviceArray<float> in(values), out(128);
  two_stores<<<1, dim3(16, 16)>>>(in.data(), out.data());
  const std::vector<float> got = out.get();
  for (int i = 0; i < 128; ++i) {
    const float *row = &values[i / 16 * 16], *column = &values[i % 16];
    float sum = 7;
    for (int k = 0; k < 16; ++k) sum += row[k] * column[k * 16] * 2 + column[k * 16] * 3;
    CHECK_EQUAL(got[i], sum);
  }
}

extern "C" int run() {
  check_scalars();
  check_flags();
  check_addresses();
  check_names();
  check_hidden_names();
  check_choices();
  check_leaders();
  check_stores();
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  return failures;
}
