// exam: problem=softmax verdict=accepted
// One kernel, three passes: an enum class says which, partials and scalars come in a struct by value.
#include <cuda_runtime.h>

enum class Pass { Maximum, Sum, Divide };

struct SoftmaxJob {
  struct { const float *in; float *out; int n; } io;
  struct { float *maxima, *sums; int count; } partial;
};

template <Pass pass> struct Monoid;
template <> struct Monoid<Pass::Maximum> {
  static constexpr float identity = -3.40282347e+38f;
  __device__ static float merge(float a, float b) { return a > b ? a : b; }
};
template <> struct Monoid<Pass::Sum> {
  static constexpr float identity = 0.f;
  __device__ static float merge(float a, float b) { return a + b; }
};

template <class Monoid> __device__ float blockReduce(float v) {
  __shared__ float scratch[32];
  __shared__ float result;
  const int lane = threadIdx.x & 31, wid = threadIdx.x >> 5;
  for (int o = 16; o; o >>= 1) v = Monoid::merge(v, __shfl_down_sync(0xffffffffu, v, o));
  if (lane == 0) scratch[wid] = v;
  __syncthreads();
  if (threadIdx.x == 0) {
    float all = scratch[0];
    for (int w = 1; w < blockDim.x / 32; ++w) all = Monoid::merge(all, scratch[w]);
    result = all;
  }
  __syncthreads();
  const float got = result;
  __syncthreads();
  return got;
}

template <class Monoid> __device__ float over(const float *p, int count) {
  float v = Monoid::identity;
  for (int i = threadIdx.x; i < count; i += blockDim.x) v = Monoid::merge(v, p[i]);
  return blockReduce<Monoid>(v);
}

template <Pass pass> __global__ void softmaxPass(SoftmaxJob job) {
  const auto &[in, out, n] = job.io;
  const int first = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
  if constexpr (pass == Pass::Maximum) {
    float v = Monoid<pass>::identity;
    for (int i = first; i < n; i += step) v = Monoid<pass>::merge(v, in[i]);
    v = blockReduce<Monoid<pass>>(v);
    if (threadIdx.x == 0) job.partial.maxima[blockIdx.x] = v;
  } else {
    const float top = over<Monoid<Pass::Maximum>>(job.partial.maxima, job.partial.count);
    if constexpr (pass == Pass::Sum) {
      float v = 0;
      for (int i = first; i < n; i += step) v += expf(in[i] - top);
      v = blockReduce<Monoid<pass>>(v);
      if (threadIdx.x == 0) job.partial.sums[blockIdx.x] = v;
    } else {
      const float scale = 1.f / over<Monoid<Pass::Sum>>(job.partial.sums, job.partial.count);
      for (int i = first; i < n; i += step) out[i] = expf(in[i] - top) * scale;
    }
  }
}

extern "C" void solve(const float *input, float *output, int N) {
  constexpr int blocks = 200, threads = 256;
  static float *memory = nullptr;
  if (!memory) cudaMalloc(&memory, 2 * blocks * sizeof(float));
  const SoftmaxJob job{{input, output, N}, {memory, memory + blocks, blocks}};
  softmaxPass<Pass::Maximum><<<blocks, threads>>>(job);
  softmaxPass<Pass::Sum><<<blocks, threads>>>(job);
  softmaxPass<Pass::Divide><<<blocks, threads>>>(job);
}
