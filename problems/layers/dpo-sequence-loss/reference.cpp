#include <judge/reference.h>

#include <vector>

// -log(sigmoid(z)) without overflow: exp() of a negative number only.
template <typename Number> static Number softplus_of_minus(Number z) {
  return std::max(-z, Number{0}) + std::log1p(std::exp(-std::abs(z)));
}

template <typename Number> static Number term(float chosen, float rejected, float chosen_ref, float rejected_ref, float beta) {
  const Number policy = static_cast<Number>(chosen) - rejected, before = static_cast<Number>(chosen_ref) - rejected_ref;
  return softplus_of_minus<Number>(beta * (policy - before));
}

extern "C" void reference(const float* chosen_logps, const float* rejected_logps, const float* chosen_ref_logps,
                          const float* rejected_ref_logps, float* output, float beta, int B) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < B; ++i)
    sum += term<double>(chosen_logps[i], rejected_logps[i], chosen_ref_logps[i], rejected_ref_logps[i], beta);
  *output = static_cast<float>(sum / B);
}

// As a good attempt would: many partial sums, then the sum of those.
extern "C" void reference_f32(const float* chosen_logps, const float* rejected_logps, const float* chosen_ref_logps,
                              const float* rejected_ref_logps, float* output, float beta, int B) {
  constexpr int lanes = 1024;
  std::vector<float> partial(lanes);
  for (int i = 0; i < B; ++i)
    partial[i % lanes] += term<float>(chosen_logps[i], rejected_logps[i], chosen_ref_logps[i], rejected_ref_logps[i], beta);
  for (int width = lanes / 2; width > 0; width /= 2)
    for (int i = 0; i < width; ++i) partial[i] += partial[i + width];
  *output = partial[0] / static_cast<float>(B);
}

// The last pair, and a fiftieth of the pairs before it, are far on the wrong side.
extern "C" void generate(const char*, std::uint64_t seed, float* chosen_logps, float*, float*, float*, float*, float, int B) {
  const JudgeRandom random(seed);
  for (int i = 0; i < B; ++i)
    chosen_logps[i] = static_cast<float>(random.normal(static_cast<std::uint64_t>(i)) - (i >= B - 1 - B / 50 ? 100 : 0));
  chosen_logps[B - 1] = -2000;
}
