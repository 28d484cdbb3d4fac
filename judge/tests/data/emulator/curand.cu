// judge: link curand
// cuRAND: the engines' numbers (as the library's own functions give them on the host), uniform, normal and log-normal
// ones, skips, and the host's generators by their distribution and by what repeats.
#include <curand.h>
#include <curand_kernel.h>

#include <algorithm>
#include <cmath>

#include "check.h"

constexpr int draws = 5;

template <class State>
__global__ void draw(unsigned long long seed, unsigned long long sequence, unsigned long long offset, unsigned* words,
                     double* reals) {
  State state;
  curand_init(seed, sequence, offset, &state);
  for (int i = 0; i < draws; ++i) words[i] = curand(&state);
  reals[0] = curand_uniform(&state);
  reals[1] = curand_uniform_double(&state);
  reals[2] = curand_normal(&state);
  reals[3] = curand_normal(&state);
  reals[4] = curand_normal_double(&state);
  reals[5] = curand_normal_double(&state);
  reals[6] = curand_log_normal(&state, 0.5f, 0.25f);
}

struct Expected {
  unsigned words[draws];
  double reals[7];
};

template <class State>
void check_engine(unsigned long long seed, unsigned long long sequence, unsigned long long offset, const Expected& expected) {
  DeviceArray<unsigned> words(draws);
  DeviceArray<double> reals(7);
  draw<State><<<1, 1>>>(seed, sequence, offset, words, reals);
  const auto got = words.get();
  const auto got_reals = reals.get();
  for (int i = 0; i < draws; ++i) CHECK_EQUAL(got[i], expected.words[i]);
  CHECK_EQUAL(got_reals[0], static_cast<float>(expected.reals[0]));
  CHECK_EQUAL(got_reals[1], expected.reals[1]);
  for (int i = 2; i < 7; ++i) {
    const double tolerance = i == 4 || i == 5 ? 1e-9 : 2e-4;
    CHECK(std::fabs(got_reals[i] - expected.reals[i]) < tolerance);
  }
}

__global__ void monte_carlo(int* inside, int rounds) {
  curandState state;
  curand_init(42, blockIdx.x * blockDim.x + threadIdx.x, 0, &state);
  int hits = 0;
  for (int i = 0; i < rounds; ++i) {
    const float x = curand_uniform(&state), y = curand_uniform(&state);
    hits += x * x + y * y <= 1.0f;
  }
  atomicAdd(inside, hits);
}

__global__ void fours(float4* out, uint4* words) {
  curandStatePhilox4_32_10_t state, other;
  curand_init(7, threadIdx.x, 0, &state);
  curand_init(7, threadIdx.x, 0, &other);
  out[2 * threadIdx.x] = curand_uniform4(&state);
  out[2 * threadIdx.x + 1] = curand_normal4(&state);
  skipahead(6, &other);
  words[threadIdx.x] = curand4(&other);
}

void check_device() {
  check_engine<curandStateXORWOW_t>(1234, 5, 7, {{3351265907u, 3629609298u, 415430802u, 1173093345u, 689711927u},
               {0.518549562, 0.61089903842023596, 0.020111, -1.8211, 0.18697498275, 0.193046828514, 1.0184}});
  check_engine<curandStateXORWOW_t>(0x123456789abcdefull, 1234567, 100003, {{2810300656u, 252999182u, 2494510223u, 2406579570u, 726268177u},
               {0.577453732, 0.18371654968866274, -0.67057, -0.5968, 2.19634525329, -0.0455365592536, 1.5384}});
  check_engine<curandStatePhilox4_32_10_t>(1234, 5, 7, {{1925342002u, 648658203u, 3633236749u, 143597841u, 3521664514u},
               {0.756296158, 0.21948088728822768, 0.90967, -1.1972, 0.804072712164, -0.563577289526, 2.4637}});
  check_engine<curandStatePhilox4_32_10_t>(0x123456789abcdefull, 1234567, 100003, {{2142751413u, 2705408884u, 338755007u, 2389775828u, 161254516u},
               {0.692491055, 0.39376503648236394, -3.1818, 2.1518, -0.0967606446668, 1.77352695044, 1.8957}});
  check_engine<curandStateMRG32k3a_t>(1234, 5, 7, {{2068833513u, 469510173u, 681930214u, 929420860u, 3667764238u},
               {0.545068324, 0.91220637565737883, 1.6248, 0.30888, -0.549495843741, -1.19485309663, 1.2634}});
  check_engine<curandStateMRG32k3a_t>(0x123456789abcdefull, 1234567, 100003, {{2386859904u, 3005880494u, 666564185u, 2547388602u, 2930435616u},
               {0.562195361, 0.33145453577721445, 1.2066, -0.15883, 0.263873955894, 0.186021766234, 2.2859}});
  DeviceArray<int> inside(1);
  monte_carlo<<<16, 64>>>(inside, 500);
  CHECK(std::fabs(4.0 * inside.get()[0] / (16 * 64 * 500) - 3.14159265) < 0.01);
  DeviceArray<float4> out(64);
  DeviceArray<uint4> words(32);
  fours<<<1, 32>>>(out, words);
  const auto f = out.get();
  const auto w = words.get();
  for (int i = 0; i < 32; ++i) {
    CHECK(f[2 * i].x > 0 && f[2 * i].w <= 1);
    CHECK(std::fabs(f[2 * i + 1].y) < 7);
    if (i > 0) CHECK(w[i].x != w[i - 1].x);
  }
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}
double variance_of(const std::vector<double>& values) {
  const double mean = mean_of(values);
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return sum / static_cast<double>(values.size());
}
template <class T>
std::vector<double> as_double(const std::vector<T>& values) {
  return {values.begin(), values.end()};
}

void check_generator(curandRngType_t type) {
  constexpr int size = 100000;
  curandGenerator_t generator;
  CHECK(curandCreateGenerator(&generator, type) == CURAND_STATUS_SUCCESS);
  CHECK(curandSetPseudoRandomGeneratorSeed(generator, 99) == CURAND_STATUS_SUCCESS);
  DeviceArray<float> uniform(size), again(size), normal(size);
  DeviceArray<double> doubles(size);
  DeviceArray<unsigned> words(size);
  CHECK(curandGenerateUniform(generator, uniform, size) == CURAND_STATUS_SUCCESS);
  CHECK(curandGenerateUniform(generator, again, size) == CURAND_STATUS_SUCCESS);
  CHECK(curandGenerateNormal(generator, normal, size, 3.0f, 2.0f) == CURAND_STATUS_SUCCESS);
  CHECK(curandGenerateUniformDouble(generator, doubles, size) == CURAND_STATUS_SUCCESS);
  CHECK(curandGenerate(generator, words, size) == CURAND_STATUS_SUCCESS);
  const auto u = as_double(uniform.get()), n = as_double(normal.get()), d = doubles.get();
  CHECK(std::fabs(mean_of(u) - 0.5) < 0.005 && std::fabs(variance_of(u) - 1.0 / 12) < 0.002);
  CHECK(std::fabs(mean_of(d) - 0.5) < 0.005 && std::fabs(variance_of(d) - 1.0 / 12) < 0.002);
  CHECK(std::fabs(mean_of(n) - 3) < 0.04 && std::fabs(variance_of(n) - 4) < 0.1);
  CHECK(*std::min_element(u.begin(), u.end()) > 0 && *std::max_element(u.begin(), u.end()) <= 1);
  CHECK(again.get() != uniform.get());
  int ones = 0;
  for (const unsigned word : words.get()) ones += __builtin_popcount(word);
  CHECK(std::fabs(ones / (32.0 * size) - 0.5) < 0.002);
  // Normal numbers of these types come in pairs.
  const bool is_paired = type != CURAND_RNG_PSEUDO_MTGP32 && type != CURAND_RNG_PSEUDO_PHILOX4_32_10;
  CHECK_EQUAL(curandGenerateNormal(generator, normal, 3, 0.0f, 1.0f),
              is_paired ? CURAND_STATUS_LENGTH_NOT_MULTIPLE : CURAND_STATUS_SUCCESS);
  CHECK(curandDestroyGenerator(generator) == CURAND_STATUS_SUCCESS);
}

/// The same seed and the same place give the same numbers.
void check_seeds(curandRngType_t type) {
  constexpr int size = 10000;
  curandGenerator_t generator, other;
  DeviceArray<float> first(size), second(size), again(size);
  for (const auto one : {&generator, &other}) {
    CHECK(curandCreateGenerator(one, type) == CURAND_STATUS_SUCCESS);
    CHECK(curandSetPseudoRandomGeneratorSeed(*one, 99) == CURAND_STATUS_SUCCESS);
  }
  CHECK(curandGenerateUniform(generator, first, size) == CURAND_STATUS_SUCCESS);
  CHECK(curandGenerateUniform(generator, second, size) == CURAND_STATUS_SUCCESS);
  CHECK(curandGenerateUniform(other, again, size) == CURAND_STATUS_SUCCESS);
  CHECK(again.get() == first.get());
  // To set the seed that a generator has does not take it back.
  CHECK(curandSetPseudoRandomGeneratorSeed(other, 99) == CURAND_STATUS_SUCCESS);
  CHECK(curandGenerateUniform(other, again, size) == CURAND_STATUS_SUCCESS);
  CHECK(again.get() == second.get());
  if (type == CURAND_RNG_PSEUDO_MTGP32) {
    CHECK(curandSetGeneratorOffset(other, 0) == CURAND_STATUS_TYPE_ERROR);
  } else {
    CHECK(curandSetGeneratorOffset(other, 0) == CURAND_STATUS_SUCCESS);
    CHECK(curandGenerateUniform(other, again, size) == CURAND_STATUS_SUCCESS);
    CHECK(again.get() == first.get());
  }
  CHECK(curandDestroyGenerator(generator) == CURAND_STATUS_SUCCESS);
  CHECK(curandDestroyGenerator(other) == CURAND_STATUS_SUCCESS);
}

extern "C" int run() {
  check_device();
  for (const auto type : {CURAND_RNG_PSEUDO_DEFAULT, CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A,
                          CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_RNG_PSEUDO_MTGP32}) {
    check_generator(type);
    check_seeds(type);
  }
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  return failures;
}
