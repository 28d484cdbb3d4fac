// cuRAND's host functions. Number i of a generator is a function of its seed and its place alone: drawn by an engine of
// the device's kind in one of 4096 sequences, as cuRAND's legacy ordering has it; Philox runs through one sequence.
#include <curand.h>
#include <curand_kernel.h>
#include <judge_emulated/device_work.h>

#include <cmath>
#include <mutex>
#include <random>
#include <set>

struct curandGenerator_st {
  curandRngType_t type;
  bool writes_to_host;
  cudaStream_t stream = nullptr;
  unsigned long long seed = 0, offset = 0;
};

namespace judge::emulated {

namespace {

constexpr std::size_t sequences = 4096, philox_part = 4096;

std::mutex mutex;
std::set<curandGenerator_t>& live_generators() {
  static auto* generators = new std::set<curandGenerator_t>;
  return *generators;
}
bool is_live(curandGenerator_t generator) {
  const std::lock_guard lock(mutex);
  return live_generators().contains(generator);
}

bool is_known(curandRngType_t type) {
  switch (type) {
    case CURAND_RNG_PSEUDO_DEFAULT:
    case CURAND_RNG_PSEUDO_XORWOW:
    case CURAND_RNG_PSEUDO_MRG32K3A:
    case CURAND_RNG_PSEUDO_MTGP32:
    case CURAND_RNG_PSEUDO_MT19937:
    case CURAND_RNG_PSEUDO_PHILOX4_32_10: return true;
    default: return false;
  }
}

bool is_twister(curandGenerator_t generator) {
  return generator->type == CURAND_RNG_PSEUDO_MTGP32 || generator->type == CURAND_RNG_PSEUDO_MT19937;
}
/// cuRAND refuses an odd count of normal numbers from these.
bool is_paired(curandGenerator_t generator) {
  return !is_twister(generator) && generator->type != CURAND_RNG_PSEUDO_PHILOX4_32_10;
}

curandStatus_t create(curandGenerator_t* generator, curandRngType_t type, bool writes_to_host) {
  if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
  if (!is_known(type)) return CURAND_STATUS_TYPE_ERROR;
  const std::lock_guard lock(mutex);
  *generator = *live_generators().insert(new curandGenerator_st{type, writes_to_host}).first;
  return CURAND_STATUS_SUCCESS;
}

/// Runs `work` in so many blocks of the device, or on the host.
template <class Work>
curandStatus_t run(curandGenerator_t generator, std::size_t blocks, Work work) {
  if (generator->writes_to_host) {
    for (std::size_t block = 0; block < blocks; ++block) work(block);
    return CURAND_STATUS_SUCCESS;
  }
  const auto error = judge_emulated::run_on_device([] { return "curandGenerate"; }, static_cast<unsigned>(blocks), 1,
                                                   generator->stream, [work] { work(std::size_t{blockIdx.x}); });
  return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
}

/// Each of the sequences gives every 4096th number.
template <class State, class T, class Draw>
curandStatus_t interleave(curandGenerator_t generator, T* output, std::size_t count, Draw draw) {
  const unsigned long long seed = generator->seed, offset = generator->offset;
  return run(generator, std::min(sequences, count), [=](std::size_t sequence) {
    State state;
    const unsigned long long first = offset + sequence;
    curand_init(seed, first % sequences, first / sequences, &state);
    for (std::size_t i = sequence; i < count; i += sequences) output[i] = draw(&state);
    if (sequence == 0) judgeEmulatedWrote(output, count * sizeof(T), 1, 0);
  });
}

template <class T, class Draw>
curandStatus_t in_order(curandGenerator_t generator, T* output, std::size_t count, Draw draw) {
  const unsigned long long seed = generator->seed, offset = generator->offset;
  return run(generator, (count + philox_part - 1) / philox_part, [=](std::size_t part) {
    curandStatePhilox4_32_10_t state;
    const std::size_t begin = part * philox_part, end = std::min(count, begin + philox_part);
    curand_init(seed, 0, offset + begin, &state);
    for (std::size_t i = begin; i < end; ++i) output[i] = draw(&state);
    judgeEmulatedWrote(output + begin, (end - begin) * sizeof(T), 1, 0);
  });
}

/// Mersenne's twister, one number after the other.
struct Twister : judgeCurandExtra {
  std::mt19937 engine;
};

template <class T, class Draw>
curandStatus_t twist(curandGenerator_t generator, T* output, std::size_t count, Draw draw) {
  const unsigned long long seed = generator->seed, offset = generator->offset;
  return run(generator, 1, [=](std::size_t) {
    Twister state{};
    state.engine.seed(static_cast<std::uint32_t>(seed ^ seed >> 32));
    state.engine.discard(offset);
    for (std::size_t i = 0; i < count; ++i) output[i] = draw(&state);
    judgeEmulatedWrote(output, count * sizeof(T), 1, 0);
  });
}

// The functions of <curand_kernel.h> for it.
unsigned curand(Twister* state) { return static_cast<unsigned>(state->engine()); }
float curand_uniform(Twister* state) { return judge_emulated::to_uniform(curand(state)); }
double curand_uniform_double(Twister* state) {
  const unsigned x = curand(state);
  return judge_emulated::to_uniform_double(x, curand(state));
}
float curand_normal(Twister* state) {
  return judge_emulated::next_of_pair(state, judge_emulated::curand_normal_extra, [&] {
    const unsigned x = curand(state);
    return judge_emulated::to_normal(x, curand(state));
  });
}
double curand_normal_double(Twister* state) {
  return judge_emulated::next_of_pair_double(state, judge_emulated::curand_normal_extra, [&] {
    unsigned x[4];
    for (unsigned& word : x) word = curand(state);
    return judge_emulated::to_normal_double(x[0], x[1], x[2], x[3]);
  });
}

/// What a generator draws moves its place on, so that the next call gives other numbers.
template <class T, class Draw>
curandStatus_t generate(curandGenerator_t generator, T* output, std::size_t count, Draw draw) {
  if (!is_live(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  if (count == 0) return CURAND_STATUS_SUCCESS;
  const auto by_type = [&] {
    switch (generator->type) {
      case CURAND_RNG_PSEUDO_PHILOX4_32_10: return in_order(generator, output, count, draw);
      case CURAND_RNG_PSEUDO_MRG32K3A: return interleave<curandStateMRG32k3a_t>(generator, output, count, draw);
      case CURAND_RNG_PSEUDO_MTGP32:
      case CURAND_RNG_PSEUDO_MT19937: return twist(generator, output, count, draw);
      default: return interleave<curandStateXORWOW_t>(generator, output, count, draw);
    }
  };
  const curandStatus_t status = by_type();
  // Doubles and pairs take up to four words of a sequence.
  generator->offset += (sizeof(T) == 8 ? 4 : 2) * ((count + sequences - 1) / sequences * sequences);
  return status;
}

/// By counting how many exponential steps fit; a normal number where there would be too many.
template <class State>
unsigned poisson(State* state, double lambda) {
  if (lambda > 400) {
    const double number = std::floor(lambda + std::sqrt(lambda) * curand_normal_double(state) + 0.5);
    return number < 0 ? 0u : static_cast<unsigned>(number);
  }
  unsigned number = 0;
  for (double sum = -std::log(curand_uniform_double(state)); sum < lambda; sum -= std::log(curand_uniform_double(state)))
    ++number;
  return number;
}

}  // namespace

}  // namespace judge::emulated

using namespace judge::emulated;

extern "C" {

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  return create(generator, type, false);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
  return create(generator, type, true);
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  const std::lock_guard lock(mutex);
  if (!live_generators().erase(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  delete generator;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetVersion(int* version) {
  if (version) *version = CURAND_VERSION;
  return CURAND_STATUS_SUCCESS;
}

#define JUDGE_SET(name, type, member)                              \
  curandStatus_t name(curandGenerator_t generator, type value) {   \
    if (!is_live(generator)) return CURAND_STATUS_NOT_INITIALIZED; \
    generator->member = value;                                     \
    return CURAND_STATUS_SUCCESS;                                  \
  }
JUDGE_SET(curandSetStream, cudaStream_t, stream)
#undef JUDGE_SET
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  if (!is_live(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  if (is_twister(generator)) return CURAND_STATUS_TYPE_ERROR;
  generator->offset = offset;
  return CURAND_STATUS_SUCCESS;
}
/// The place in the sequence stays; a twister begins anew, unless the seed is the one that it has.
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
  if (!is_live(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  if (is_twister(generator) && seed != generator->seed) generator->offset = 0;
  generator->seed = seed;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  if (!is_live(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  return order >= CURAND_ORDERING_PSEUDO_BEST && order <= CURAND_ORDERING_PSEUDO_DYNAMIC ? CURAND_STATUS_SUCCESS
                                                                                         : CURAND_STATUS_OUT_OF_RANGE;
}
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  return is_live(generator) ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int* output, size_t count) {
  return generate(generator, output, count, [](auto* state) { return curand(state); });
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* output, size_t count) {
  return generate(generator, output, count, [](auto* state) { return curand_uniform(state); });
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* output, size_t count) {
  return generate(generator, output, count, [](auto* state) { return curand_uniform_double(state); });
}
#define JUDGE_NORMAL(name, T, expression)                                                                  \
  curandStatus_t name(curandGenerator_t generator, T* output, size_t count, T mean, T stddev) {            \
    if (count % 2 && is_live(generator) && is_paired(generator)) return CURAND_STATUS_LENGTH_NOT_MULTIPLE; \
    return generate(generator, output, count, [=](auto* state) -> T { return expression; });               \
  }
JUDGE_NORMAL(curandGenerateNormal, float, mean + stddev * curand_normal(state))
JUDGE_NORMAL(curandGenerateNormalDouble, double, mean + stddev * curand_normal_double(state))
JUDGE_NORMAL(curandGenerateLogNormal, float, std::exp(mean + stddev * curand_normal(state)))
JUDGE_NORMAL(curandGenerateLogNormalDouble, double, std::exp(mean + stddev * curand_normal_double(state)))
#undef JUDGE_NORMAL
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int* output, size_t count, double lambda) {
  if (!(lambda > 0)) return CURAND_STATUS_OUT_OF_RANGE;
  return generate(generator, output, count, [=](auto* state) { return poisson(state, lambda); });
}
}
