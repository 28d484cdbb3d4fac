// The judge's own device code that draws inputs for timed calls, where they lie. The numbers are those that judge/catalog/fill_buffer.cpp
// draws on the host from the same key: bit for bit, but for the one normal draw in eighty that exp() and log() decide.

#include <cuda_runtime.h>

namespace {

using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long long;

enum Type { k_f16 = 1, k_bf16, k_f32, k_f64, k_i8, k_u8, k_i16, k_u16, k_i32, k_u32, k_i64, k_u64, k_bool };
enum Kind { k_uniform = 0, k_normal, k_integers, k_sparse, k_choice };

// Mirrors judge/referee/input_drawer.cpp.
struct DrawOptions {
  double low, width;      // of normal draws: mean and deviation
  double last;            // the largest value below the upper end
  double density;
  long long first;        // of integers
  u64 count, key;         // count: of integers, or of values to choose from
  const double* numbers;  // values to choose from, or the ziggurat: 257 edges and as many heights
  int type, kind;
};

__device__ u64 mixed(u64 z) {
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  return z ^ z >> 31;
}

__device__ u64 bits_at(u64 key, u64 index) { return mixed(key + index * 0x9e3779b97f4a7c15ull); }
__device__ double unit(u64 bits) { return __dmul_rn(static_cast<double>(static_cast<long long>(bits >> 11)), 0x1p-53); }
__device__ double scaled(double low, double width, double x) { return __dadd_rn(low, __dmul_rn(width, x)); }

// --- the normal distribution by the ziggurat: see judge/catalog/random.hpp ---

__device__ double with_sign(u64 draw, double magnitude) { return draw >> 8 & 1 ? -magnitude : magnitude; }
__device__ double density_at(double x) { return exp(-0.5 * x * x); }

__device__ double tail_draw(u64 key, u64 used, double start) {
  for (;; used += 2) {
    const double x = -log(1 - unit(bits_at(key, used))) / start, y = -log(1 - unit(bits_at(key, used + 1)));
    if (y + y > x * x) return start + x;
  }
}

__device__ __noinline__ double slow_normal(const double* edge, u64 key, u64 draw) {
  const double* height = edge + 257;
  for (u64 used = 0;; draw = bits_at(key, used++)) {
    const int layer = draw & 255;
    const double x = __dmul_rn(unit(draw), edge[layer]);
    if (x < edge[layer + 1]) return with_sign(draw, x);
    if (layer == 0) return with_sign(draw, tail_draw(key, used, edge[1]));
    const double y = scaled(height[layer], height[layer + 1] - height[layer], unit(bits_at(key, used++)));
    if (y < density_at(x)) return with_sign(draw, x);
  }
}

__device__ double normal_at(const double* edge, u64 key, u64 index) {
  const u64 draw = bits_at(key, index);
  const int layer = draw & 255;
  const double x = __dmul_rn(unit(draw), edge[layer]);
  if (x < edge[layer + 1]) return with_sign(draw, x);
  return slow_normal(edge, mixed(draw ^ 0xd1b54a32d192ed03ull), draw);
}

// --- how a value becomes an element ---

__device__ u16 half_bits(float value) {
  const u32 bits = __float_as_uint(value), sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return sign | 0x7e00 | (magnitude >> 13 & 0x3ff);
  if (magnitude >= 0x477ff000) return sign | 0x7c00;
  if (magnitude < 0x38800000) return sign | static_cast<u32>(rintf(__uint_as_float(magnitude) * 16777216.0f));
  return sign | (magnitude + 0xfff + (magnitude >> 13 & 1) - 0x38000000) >> 13;
}

__device__ u16 bfloat16_bits(float value) {
  const u32 bits = __float_as_uint(value);
  if ((bits & 0x7fffffff) > 0x7f800000) return bits >> 16 | 0x40;
  return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

template <class T>
__device__ T whole(double value, T least, T most) {
  if (!(value > static_cast<double>(least))) return least;
  if (value >= static_cast<double>(most)) return most;
  return static_cast<T>(floor(value));
}

__device__ void store(void* data, u64 i, int type, double value) {
  switch (type) {
    case k_f16: static_cast<u16*>(data)[i] = half_bits(static_cast<float>(value)); break;
    case k_bf16: static_cast<u16*>(data)[i] = bfloat16_bits(static_cast<float>(value)); break;
    case k_f32: static_cast<float*>(data)[i] = static_cast<float>(value); break;
    case k_f64: static_cast<double*>(data)[i] = value; break;
    case k_i8: static_cast<signed char*>(data)[i] = whole<signed char>(value, -128, 127); break;
    case k_u8: static_cast<u8*>(data)[i] = whole<u8>(value, 0, 255); break;
    case k_i16: static_cast<short*>(data)[i] = whole<short>(value, -32768, 32767); break;
    case k_u16: static_cast<u16*>(data)[i] = whole<u16>(value, 0, 65535); break;
    case k_i32: static_cast<int*>(data)[i] = whole<int>(value, -2147483647 - 1, 2147483647); break;
    case k_u32: static_cast<u32*>(data)[i] = whole<u32>(value, 0, 4294967295u); break;
    case k_i64: static_cast<long long*>(data)[i] = whole<long long>(value, -9223372036854775807ll - 1, 9223372036854775807ll); break;
    case k_u64: static_cast<u64*>(data)[i] = whole<u64>(value, 0, 18446744073709551615ull); break;
    default: static_cast<u8*>(data)[i] = value < 0 || value >= 1;
  }
}

__device__ void store_integer(void* data, u64 i, int type, long long value) {
  switch (type) {
    case k_f32: static_cast<float*>(data)[i] = static_cast<float>(value); break;
    case k_f64: static_cast<double*>(data)[i] = static_cast<double>(value); break;
    case k_i8: case k_u8: static_cast<u8*>(data)[i] = static_cast<u8>(value); break;
    case k_i16: case k_u16: static_cast<u16*>(data)[i] = static_cast<u16>(value); break;
    case k_i32: case k_u32: static_cast<u32*>(data)[i] = static_cast<u32>(value); break;
    case k_i64: case k_u64: static_cast<u64*>(data)[i] = static_cast<u64>(value); break;
    default: store(data, i, type, static_cast<double>(value));
  }
}

__device__ double value_at(u64 i, const DrawOptions& options) {
  const u64 key = options.key;
  switch (options.kind) {
    case k_uniform: return fmin(scaled(options.low, options.width, unit(bits_at(key, i))), options.last);
    case k_normal: return scaled(options.low, options.width, normal_at(options.numbers, key, i));
    case k_sparse:
      if (!(unit(bits_at(key, 2 * i)) < options.density)) return 0;
      return fmin(scaled(options.low, options.width, unit(bits_at(key, 2 * i + 1))), options.last);
    default: return options.numbers[__umul64hi(bits_at(key, i), options.count)];
  }
}

__global__ void draw_kernel(void* data, u64 count, DrawOptions options) {
  const u64 stride = static_cast<u64>(gridDim.x) * blockDim.x;
  for (u64 i = static_cast<u64>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride) {
    if (options.kind == k_integers)
      store_integer(data, i, options.type,
                    static_cast<long long>(static_cast<u64>(options.first) + __umul64hi(bits_at(options.key, i), options.count)));
    else store(data, i, options.type, value_at(i, options));
  }
}

}  // namespace

// Fills `count` elements, as `options` say. Does not wait; returns a cudaError_t as int.
extern "C" int judge_draw(void* data, u64 count, const void* options) {
  if (count == 0) return 0;
  const u64 blocks = (count + 255) / 256;
  draw_kernel<<<static_cast<unsigned>(blocks < 8192 ? blocks : 8192), 256>>>(data, count, *static_cast<const DrawOptions*>(options));
  return cudaGetLastError();
}
