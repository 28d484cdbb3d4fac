// The judge's own device code, the referee's part: poison, comparison, sampling. Built through the same builder and cache as any
// attempt, for whichever runtime is in use.
//
// Nothing here synchronises: each function puts its work on the legacy default stream. Counters live in a Report in device
// memory that the caller has zeroed. Kernels but the sampling one use no barriers and no shuffles, so that they are fast on the emulated
// runtime too, and atomics only where something is wrong.

#include "read.cuh"
#include "sample.cuh"

namespace {

constexpr int k_threads = 256;

// Mirrors judge/referee/device_library.hpp.
struct Report {
  u64 wrong;            // elements that fail
  u64 unwritten;        // of these, the ones that still hold the poison
  u64 first_complement; // ~(flat index of the first failing element); 0 = none
  double largest_absolute, largest_relative;
  double squared_error, squared_norm;
};

struct CompareOptions {
  double absolute, relative;
  long long ulps;
  u32 poison;           // the word that outputs were filled with
  int type;             // judge::DType
  int checker;          // judge::CheckerKind
  int detailed;         // also find the largest errors and the norms
};

enum Type { k_f16 = 1, k_bf16, k_f32, k_f64, k_i8, k_u8, k_i16, k_u16, k_i32, k_u32, k_i64, k_u64, k_bool };
enum CheckerKind { k_tolerance = 0, k_exact = 1, k_ulp = 2, k_norm = 3 };

__host__ __device__ inline int size_of(int type) {
  switch (type) {
    case k_i8: case k_u8: case k_bool: return 1;
    case k_f16: case k_bf16: case k_i16: case k_u16: return 2;
    case k_f32: case k_i32: case k_u32: return 4;
    default: return 8;
  }
}

inline unsigned blocks_for(u64 items) {
  const u64 blocks = (items + k_threads - 1) / k_threads;
  return static_cast<unsigned>(blocks < 1 ? 1 : blocks > 16384 ? 16384 : blocks);
}

__device__ inline u64 first_item() { return static_cast<u64>(blockIdx.x) * blockDim.x + threadIdx.x; }
__device__ inline u64 stride() { return static_cast<u64>(gridDim.x) * blockDim.x; }

__device__ void note_wrong(Report* report, u64 index, bool unwritten) {
  atomicAdd(&report->wrong, 1ull);
  if (unwritten) atomicAdd(&report->unwritten, 1ull);
  // 0 stands for none, so the smallest index is the largest of its complement.
  atomicMax(&report->first_complement, ~index);
}

__device__ void raise_to(double* largest, double value) {
  // Non-negative doubles order as their bits do.
  if (value > *largest) atomicMax(reinterpret_cast<u64*>(largest), static_cast<u64>(__double_as_longlong(value)));
}

__device__ inline float half_value(u32 bits) {
  const u32 exponent = bits >> 10 & 31, mantissa = bits & 1023;
  float magnitude;
  if (exponent == 0) magnitude = static_cast<float>(mantissa) * 5.9604644775390625e-8f;  // 2^-24
  else magnitude = __int_as_float(static_cast<int>((exponent == 31 ? 255u : exponent + 112u) << 23 | mantissa << 13));
  return bits & 0x8000u ? -magnitude : magnitude;
}

__device__ double load_value(const void* data, u64 index, int type) {
  switch (type) {
    case k_f16: return half_value(static_cast<const unsigned short*>(data)[index]);
    case k_bf16: return __int_as_float(static_cast<const unsigned short*>(data)[index] << 16);
    case k_f32: return static_cast<const float*>(data)[index];
    case k_f64: return static_cast<const double*>(data)[index];
    case k_i8: return static_cast<const signed char*>(data)[index];
    case k_u8: case k_bool: return static_cast<const u8*>(data)[index];
    case k_i16: return static_cast<const short*>(data)[index];
    case k_u16: return static_cast<const unsigned short*>(data)[index];
    case k_i32: return static_cast<const int*>(data)[index];
    case k_u32: return static_cast<const u32*>(data)[index];
    case k_i64: return static_cast<double>(static_cast<const long long*>(data)[index]);
    default: return static_cast<double>(static_cast<const u64*>(data)[index]);
  }
}

__device__ u64 load_bits(const void* data, u64 index, int type) {
  switch (size_of(type)) {
    case 1: return static_cast<const u8*>(data)[index];
    case 2: return static_cast<const unsigned short*>(data)[index];
    case 4: return static_cast<const u32*>(data)[index];
    default: return static_cast<const u64*>(data)[index];
  }
}

// The poison as an element of this type at any index: the word repeats every four bytes.
__device__ u64 poison_bits(u32 poison, u64 index, int type) {
  switch (size_of(type)) {
    case 1: return poison >> 8 * (index & 3) & 0xff;
    case 2: return poison >> 16 * (index & 1) & 0xffff;
    case 4: return poison;
    default: return static_cast<u64>(poison) << 32 | poison;
  }
}

// Maps a floating-point number's bits to integers that are as far apart as the numbers have values between them.
__device__ long long ordered(u64 bits, int bytes) {
  const u64 sign = 1ull << (8 * bytes - 1);
  const long long magnitude = static_cast<long long>(bits & (sign - 1));
  return bits & sign ? -magnitude : magnitude;
}

__device__ bool values_agree(double got, double expected, double absolute, double relative) {
  if (got == expected) return true;
  if (got != got || expected != expected) return got != got && expected != expected;
  const double error = fabs(got - expected);
  return error <= absolute + relative * fabs(expected) && error < __longlong_as_double(0x7ff0000000000000ll);
}

__device__ bool is_integer(int type) { return type >= k_i8; }

__device__ bool element_agrees(const void* got, const void* expected, u64 i, const CompareOptions& options) {
  const u64 got_bits = load_bits(got, i, options.type), expected_bits = load_bits(expected, i, options.type);
  if (got_bits == expected_bits) return true;
  if (is_integer(options.type) && (options.checker == k_exact || size_of(options.type) == 8)) return false;
  const double g = load_value(got, i, options.type), e = load_value(expected, i, options.type);
  if (options.checker == k_exact) return g == e || (g != g && e != e);
  if (options.checker == k_ulp) {
    if (g == e) return true;
    if (g != g || e != e) return g != g && e != e;
    const int bytes = size_of(options.type);
    const long long apart = ordered(got_bits, bytes) - ordered(expected_bits, bytes);
    const double infinity = __longlong_as_double(0x7ff0000000000000ll);
    return fabs(g) != infinity && fabs(e) != infinity && (apart < 0 ? -apart : apart) <= options.ulps;
  }
  return values_agree(g, e, options.absolute, options.relative);
}

// An element that still holds the poison was never written, whatever the comparison would say of it (an expected NaN,
// say). For integers the poison may be a right answer by chance, so there the value decides.
// Out of line: rare in the common case, and inlined twice it costs a compiler 0.1 s.
__device__ __noinline__ void judge_element(const void* got, const void* expected, u64 i, const CompareOptions& options,
                                           Report* report) {
  const bool poisoned = load_bits(got, i, options.type) == poison_bits(options.poison, i, options.type);
  if (poisoned && !is_integer(options.type)) return note_wrong(report, i, true);
  if (options.checker == k_norm) return;
  if (!element_agrees(got, expected, i, options)) note_wrong(report, i, poisoned);
}

__device__ void note_errors(double g, double e, Report* report) {
  const double error = fabs(g - e), infinity = __longlong_as_double(0x7ff0000000000000ll);
  if (!(error < infinity)) return;
  raise_to(&report->largest_absolute, error);
  if (e != 0) raise_to(&report->largest_relative, error / fabs(e));
}

__global__ void compare_kernel(const void* got, const void* expected, u64 count, CompareOptions options, Report* report) {
  double squared_error = 0, squared_norm = 0;
  for (u64 i = first_item(); i < count; i += stride()) {
    judge_element(got, expected, i, options, report);
    if (!options.detailed && options.checker != k_norm) continue;
    const double g = load_value(got, i, options.type), e = load_value(expected, i, options.type);
    if (options.detailed) note_errors(g, e, report);
    squared_error += (g - e) * (g - e);
    squared_norm += e * e;
  }
  if (options.checker == k_norm) {
    atomicAdd(&report->squared_error, squared_error);
    atomicAdd(&report->squared_norm, squared_norm);
  }
}

// The common case, float32 within a tolerance, at the memory's speed.
__global__ void compare_f32_kernel(const float* got, const float* expected, u64 count, float absolute, float relative,
                                   CompareOptions options, Report* report) {
  for (u64 i = first_item(); i < count; i += stride()) {
    const float g = got[i], e = expected[i];
    // A quick test that is never laxer than the real one; what it does not pass, and the poison (a NaN), gets the real one.
    if (!(fabsf(g - e) <= absolute + relative * fabsf(e) && fabsf(e) < __int_as_float(0x7f800000))) judge_element(got, expected, i, options, report);
  }
}

// If the first of its bytes that differ lies in this word: an element of two words is noted once.
__device__ void note_changed(const u8* got, const u8* expected, u64 index, int element, u64 word, Report* report) {
  u64 at = index * element;
  const u64 end = at + element;
  while (at < end && got[at] == expected[at]) ++at;
  if (at < end && at / 4 == word) note_wrong(report, index, false);
}

__device__ void compare_word(const u8* got, const u8* expected, u64 word, int element, Report* report) {
  if (reinterpret_cast<const u32*>(got)[word] == reinterpret_cast<const u32*>(expected)[word]) return;
  for (u64 e = 4 * word / element; e * element < 4 * word + 4; ++e) note_changed(got, expected, e, element, word, report);
}

// The first `quads` times 16 bytes are aligned to as much: on the emulated runtime a thread costs more than what it compares.
__global__ void compare_bytes_kernel(const u8* got, const u8* expected, u64 bytes, u64 quads, int element, Report* report) {
  const u64 words = bytes / 4;
  for (u64 i = first_item(); i < quads; i += stride()) {
    const uint4 g = reinterpret_cast<const uint4*>(got)[i], e = reinterpret_cast<const uint4*>(expected)[i];
    if (((g.x ^ e.x) | (g.y ^ e.y) | (g.z ^ e.z) | (g.w ^ e.w)) == 0) continue;
    for (u64 word = 4 * i; word < 4 * i + 4; ++word) compare_word(got, expected, word, element, report);
  }
  for (u64 i = 4 * quads + first_item(); i < words; i += stride()) compare_word(got, expected, i, element, report);
  for (u64 e = 4 * words / element + first_item(); e * element < bytes; e += stride())
    note_changed(got, expected, e, element, words, report);
}

// `pointer` may have any alignment; the byte at address a holds byte a % 4 of the word.
__device__ u8 fill_byte(const u8* address, u32 word) {
  return static_cast<u8>(word >> 8 * (reinterpret_cast<u64>(address) & 3));
}

__global__ void fill_kernel(u8* pointer, u64 bytes, u32 word) {
  const u64 head = (4 - (reinterpret_cast<u64>(pointer) & 3)) & 3;
  const u64 aligned = bytes < head ? 0 : (bytes - head) / 4;
  u32* words = reinterpret_cast<u32*>(pointer + head);
  for (u64 i = first_item(); i < aligned; i += stride()) words[i] = word;
  for (u64 b = first_item(); b < head && b < bytes; b += stride()) pointer[b] = fill_byte(pointer + b, word);
  for (u64 b = head + 4 * aligned + first_item(); b < bytes; b += stride()) pointer[b] = fill_byte(pointer + b, word);
}

__device__ void check_fill_byte(const u8* pointer, u64 i, u32 word, Report* report) {
  if (pointer[i] != fill_byte(pointer + i, word)) note_wrong(report, i, false);
}

__global__ void check_fill_kernel(const u8* pointer, u64 bytes, u32 word, Report* report) {
  const u64 head = (4 - (reinterpret_cast<u64>(pointer) & 3)) & 3;
  const u64 aligned = bytes < head ? 0 : (bytes - head) / 4;
  const u32* words = reinterpret_cast<const u32*>(pointer + head);
  for (u64 i = first_item(); i < aligned; i += stride())
    if (words[i] != word)
      for (u64 b = head + 4 * i; b < head + 4 * i + 4; ++b) check_fill_byte(pointer, b, word, report);
  for (u64 b = first_item(); b < head && b < bytes; b += stride()) check_fill_byte(pointer, b, word, report);
  for (u64 b = head + 4 * aligned + first_item(); b < bytes; b += stride()) check_fill_byte(pointer, b, word, report);
}

// The longest time, in cycles, for which this thread did not run: contexts have the device in turns. The device's clock in nanoseconds ticks too coarsely.
__global__ void watch_kernel(u64 cycles, u64* longest_gap) {
  const u64 begin = clock64();
  u64 last = begin, longest = 0;
  while (last - begin < cycles) {
    const u64 now = clock64();
    if (now - last > longest) longest = now - last;
    last = now;
  }
  *longest_gap = longest;
}

}  // namespace

// Each returns a cudaError_t as int.
extern "C" int judge_fill(void* pointer, u64 bytes, u32 word) {
  if (bytes == 0) return 0;
  fill_kernel<<<blocks_for(bytes / 4 + 4), k_threads>>>(static_cast<u8*>(pointer), bytes, word);
  return cudaGetLastError();
}

extern "C" int judge_check_fill(const void* pointer, u64 bytes, u32 word, void* report) {
  if (bytes == 0) return 0;
  check_fill_kernel<<<blocks_for(bytes / 4 + 4), k_threads>>>(static_cast<const u8*>(pointer), bytes, word,
                                                      static_cast<Report*>(report));
  return cudaGetLastError();
}

extern "C" int judge_compare_bytes(const void* got, const void* expected, u64 bytes, int element, void* report) {
  const bool are_aligned = ((reinterpret_cast<u64>(got) | reinterpret_cast<u64>(expected)) & 15) == 0;
  const u64 quads = are_aligned ? bytes / 16 : 0;
  compare_bytes_kernel<<<blocks_for(quads > 0 ? quads : bytes / 4 + 4), k_threads>>>(
      static_cast<const u8*>(got), static_cast<const u8*>(expected), bytes, quads, element, static_cast<Report*>(report));
  return cudaGetLastError();
}

extern "C" int judge_compare(const void* got, const void* expected, u64 count, const void* options_pointer, void* report_pointer) {
  const CompareOptions options = *static_cast<const CompareOptions*>(options_pointer);
  Report* report = static_cast<Report*>(report_pointer);
  if (options.type == k_f32 && options.checker == k_tolerance && !options.detailed)
    // Rounded down a little, so that float arithmetic cannot make the quick test laxer than the real one.
    compare_f32_kernel<<<blocks_for(count), k_threads>>>(static_cast<const float*>(got), static_cast<const float*>(expected),
                                                         count, static_cast<float>(options.absolute * 0.99999),
                                                         static_cast<float>(options.relative * 0.99999), options, report);
  else
    compare_kernel<<<options.checker == k_norm ? 64 : blocks_for(count), k_threads>>>(got, expected, count, options, report);
  return cudaGetLastError();
}

// Tells apart, with a seed that nobody knew, an output that was finished at one moment from one that was not.
extern "C" int judge_sample(const void* pointer, u64 bytes, u64 seed, void* sum) {
  if (bytes == 0) return 0;
  sample_kernel<<<1, k_threads>>>(static_cast<const u8*>(pointer), bytes, seed, static_cast<u64*>(sum));
  return cudaGetLastError();
}

extern "C" int judge_watch(u64 cycles, void* longest_gap) {
#ifdef __JUDGE_EMULATED__
  cycles = 0;  // other programs have the processors in turns with it, and that says nothing about an attempt
#endif
  watch_kernel<<<1, 1>>>(cycles, static_cast<u64*>(longest_gap));
  return cudaGetLastError();
}

// Reads memory whose address and size are multiples of 16, once.
extern "C" int judge_read_all(const void* pointer, u64 bytes) {
  read_kernel<<<1056, k_threads>>>(static_cast<const uint4*>(pointer), bytes / sizeof(uint4));
  return cudaGetLastError();
}
