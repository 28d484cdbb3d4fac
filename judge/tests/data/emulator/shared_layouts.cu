// Shared memory as people lay it out: dynamic arrays by address and by reference, alignment by a type, and launches
// whose angle brackets stand together.
#include <cuda_runtime.h>

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

template <class Launch>
std::vector<float> results(Launch launch) {
  DeviceArray<float> out(64);
  launch(out.data());
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  return out.get();
}

__global__ void count(float* out) { out[threadIdx.x] = blockDim.x + gridDim.x; }

extern "C" int run() {
  CHECK_EQUAL(results([](float* out) { by_reference<Tag<Tag<int>>><<<1, 32, 1024>>>(out); })[3], 28);
  CHECK_EQUAL(results([](float* out) { of_namespace<<<1, 64, 512>>>(out); })[3], 60);
  CHECK_EQUAL(results([](float* out) { rows<<<1, 64, 512>>>(out); })[3], 61);
  CHECK_EQUAL(results([](float* out) { aligned<double><<<1, 64>>>(out); })[3], 6);
  CHECK_EQUAL(results([](float* out) { count<<<5>>>(out); })[0], 6);
  return failures;
}
