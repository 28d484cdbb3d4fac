// Names of one's own that mean something to C++20, or elsewhere in CUDA; and C++17 that C++20 takes for something else. nvcc
// compiles C++17.
#include <math.h>
#include <cuda_runtime.h>

#include <cmath>

#include "check.h"

__device__ float lerp(float a, float b, float t) { return a + t * (b - a); }
__device__ int tex2D(const int* image, int x, int y) { return image[0] + 8 * y + x; }
__device__ float4 load(const float4* quads, int i) { return quads[i]; }

struct Point {
  __host__ __device__ Point() = default;
  int x, y;
};

template <class T>
struct Range {
  Range() = default;
  T from, to;
};

struct Counted {
  Counted() = default;
  __device__ Counted(int n) : count(n) {}
  int count = 4;
};

__global__ void keywords(const int* concept, int* requires, int co_yield) {
  int char8_t = threadIdx.x, constinit = 2, consteval = 3;
  int co_await[2] = {1, 2};
  requires[char8_t] = concept[char8_t] + constinit * consteval + co_await[1] + co_yield;
}

__global__ void features(int* out) {
  int texture = threadIdx.x, cluster_group = 1;
  out[texture] = texture < 5 ? tex2D(out + 32, texture, cluster_group) : cluster_group;
}

__global__ void names_of_pointers(int* out) {
  int n, quads[4];
  for (n = 0; n < 4; ++n) quads[n] = n;
  int a = quads[1], b = quads[2];
  {
    int* quads[2] = {&a, &b};
    out[threadIdx.x] = *quads[0] + *quads[1] * n;
  }
}

__global__ void others(int* out) {
  const char* text = u8"hi";
  const char letter = u8'c';
  const Point point{1, 2};
  const Range<int> range = {3, 4};
  const Counted counted, given(7);
  if (threadIdx.x == 0) {
    out[0] = text[0] == 'h' && letter == 'c';
    out[1] = point.x + point.y;
    out[2] = range.from + range.to;
    out[3] = counted.count + given.count;
    out[4] = (int)lerp(10.0f, 20.0f, 0.5f);
  }
}

extern "C" int run() {
  std::vector<int> numbers(40);
  for (int i = 0; i < 40; ++i) numbers[i] = i;
  DeviceArray<int> in(numbers), out(numbers);
  keywords<<<1, 32>>>(in, out, 100);
  for (int i = 0; i < 32; ++i) CHECK_EQUAL(out.get()[i], i + 108);
  features<<<1, 32>>>(out);
  for (int i = 0; i < 32; ++i) CHECK_EQUAL(out.get()[i], i < 5 ? 40 + i : 1);
  names_of_pointers<<<1, 32>>>(out);
  for (int i = 0; i < 32; ++i) CHECK_EQUAL(out.get()[i], 9);
  others<<<1, 32>>>(out);
  const std::vector<int> expected = {1, 3, 7, 11, 15};
  for (int i = 0; i < 5; ++i) CHECK_EQUAL(out.get()[i], expected[i]);
  return failures;
}
