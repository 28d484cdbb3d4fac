#include <judge/reference.h>

#include <vector>

// Of one sequence: the sum over its tokens of the clipped gain less beta times the divergence.
template <typename Number>
static Number sequence(const float* log_pi, const float* log_pi_old, const float* log_ref, Number advantage, float clip_eps,
                       float beta, int S) {
  const Number low = 1 - static_cast<Number>(clip_eps), high = 1 + static_cast<Number>(clip_eps);
  Number sum = 0;
  for (int s = 0; s < S; ++s) {
    const Number ratio = std::exp(static_cast<Number>(log_pi[s]) - log_pi_old[s]);
    const Number away = static_cast<Number>(log_ref[s]) - log_pi[s];
    const Number gain = std::min(ratio * advantage, std::min(std::max(ratio, low), high) * advantage);
    sum += gain - beta * (std::exp(away) - away - 1);
  }
  return sum;
}

template <typename Number>
static float loss(const float* rewards, const float* log_pi, const float* log_pi_old, const float* log_ref, float clip_eps,
                  float beta, int B, int G, int S) {
  std::vector<Number> sums(static_cast<std::size_t>(B) * G);
#pragma omp parallel for
  for (std::int64_t b = 0; b < B; ++b) {
    const float* group = rewards + b * G;
    Number mean = 0, variance = 0;
    for (int g = 0; g < G; ++g) mean += group[g];
    mean /= static_cast<Number>(G);
    for (int g = 0; g < G; ++g) variance += (group[g] - mean) * (group[g] - mean);
    const Number deviation = std::sqrt(variance / static_cast<Number>(G));
    for (int g = 0; g < G; ++g) {
      const std::int64_t first = (b * G + g) * S;
      sums[b * G + g] = sequence<Number>(log_pi + first, log_pi_old + first, log_ref + first,
                                         (group[g] - mean) / (deviation + static_cast<Number>(1e-8)), clip_eps, beta, S);
    }
  }
  Number sum = 0;
  for (const Number s : sums) sum += s;
  return static_cast<float>(-sum / (static_cast<Number>(B) * G * S));
}

extern "C" void reference(const float* rewards, const float* log_pi, const float* log_pi_old, const float* log_ref,
                          float* output, float clip_eps, float beta, int B, int G, int S) {
  *output = loss<double>(rewards, log_pi, log_pi_old, log_ref, clip_eps, beta, B, G, S);
}

// As a plain attempt would: one sum for each sequence, then the sum of those.
extern "C" void reference_f32(const float* rewards, const float* log_pi, const float* log_pi_old, const float* log_ref,
                              float* output, float clip_eps, float beta, int B, int G, int S) {
  *output = loss<float>(rewards, log_pi, log_pi_old, log_ref, clip_eps, beta, B, G, S);
}

// The reference model differs from zero in the last fiftieth of the tokens only.
extern "C" void generate(const char*, std::uint64_t seed, float*, float*, float*, float* log_ref, float*, float, float, int B,
                         int G, int S) {
  const JudgeRandom random(seed);
  const std::int64_t count = std::int64_t{B} * G * S;
  for (std::int64_t i = 0; i < count; ++i)
    log_ref[i] = static_cast<float>(random.normal(static_cast<std::uint64_t>(i)) + (i >= count - count / 50 ? 3 : 0));
}
