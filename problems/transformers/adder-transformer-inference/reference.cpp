#include <judge/reference.h>

#include <string>

namespace {

constexpr int prompt_length = 31, steps = 11, digits = 10, length = prompt_length + steps;
constexpr double turn = 2 * 3.14159265358979323846 / 19;   // of one position, with a period of 19

template <class Real>
void normalise(Real& x, Real& y) {
  const Real scale = 1 / std::sqrt((x * x + y * y) / 2 + static_cast<Real>(1e-6));
  x *= scale;
  y *= scale;
}

template <class Real>
Real silu(Real x) {
  return x / (1 + std::exp(-x));
}

// The network; statement.md has it in words. As keys are normalised, how much a position counts depends on its distance alone.
template <class Real>
class Adder {
 public:
  explicit Adder(const float* weights) {
    for (int i = 0; i < 10; ++i) w[i] = static_cast<Real>(weights[i]);
    Real q0 = w[2], q1 = w[3];
    normalise(q0, q1);
    const double sharpness = std::log(10.0) / (std::cos(0.3 * turn) - std::cos(0.7 * turn));
    for (int distance = 0; distance < length; ++distance) {
      const double cosine = std::cos(turn * distance), sine = std::sin(turn * distance);
      const double score = static_cast<double>(q0) * cosine - static_cast<double>(q1) * sine;
      m_share[distance] = static_cast<Real>(std::exp(sharpness * (score / std::sqrt(2.0) - 1)));
    }
  }

  // Writes 11 x 10 logits, and the digit that each step decides for.
  template <class Out>
  void decode(const int* prompt, Out* logits, int* decided) const {
    Real values[length];
    for (int j = 0; j < prompt_length; ++j) values[j] = value(prompt[j]);
    int token = prompt[prompt_length - 1];
    for (int step = 0; step < steps; ++step, logits += digits) {
      const int last = prompt_length - 1 + step;
      Real sum = 0, mean = 0;
      for (int j = 0; j <= last; ++j) {
        sum += m_share[last - j];
        mean += m_share[last - j] * values[j];
      }
      token = decided[step] = classify(embedding(token), -static_cast<Real>(token) + mean / sum, logits);
      values[last + 1] = value(token);
    }
  }

 private:
  Real embedding(int token) const { return w[0] - w[1] * static_cast<Real>(token * token); }

  Real value(int token) const {
    Real x = embedding(token), y = -static_cast<Real>(token);
    normalise(x, y);
    return w[4] * y;
  }

  template <class Out>
  int classify(Real x, Real y, Out* logits) const {
    Real m0 = x, m1 = y;
    normalise(m0, m1);
    const Real from_94 = w[5] * m0 + w[6] * m1, from_95 = from_94 - w[6] / w[0] * m0;
    y -= w[7] * m0 * (silu(from_94) - silu(from_95));
    normalise(x, y);
    int best = 0;
    for (int k = 0; k < digits; ++k) {
      logits[k] = static_cast<Out>(embedding(k) * (w[8] * x) - static_cast<Real>(k) * (w[9] * y));
      if (logits[k] > logits[best]) best = k;
    }
    return best;
  }

  Real w[10], m_share[length];
};

template <class Real>
void infer(const int* prompts, float* output, const float* weights, int batch_size) {
  const Adder<Real> adder(weights);
#pragma omp parallel for if (batch_size > 200)
  for (std::int64_t i = 0; i < batch_size; ++i) {
    Real logits[steps * digits];
    int decided[steps];
    adder.decode(prompts + i * prompt_length, logits, decided);
    for (int k = 0; k < steps * digits; ++k) output[i * steps * digits + k] = static_cast<float>(logits[k]);
  }
}

}  // namespace

extern "C" void reference(const int* prompts, float* output, const float* weights, int batch_size) {
  infer<double>(prompts, output, weights, batch_size);
}

extern "C" void reference_f32(const int* prompts, float* output, const float* weights, int batch_size) {
  infer<float>(prompts, output, weights, batch_size);
}

// Each logit within 1% + 0.01, as all are near 100,000; its distance to the right digit's within 10% + 0.1, for that is what the network
// computes; and the largest of ten is the digit. Rounding may cost one prompt in a thousand a digit.
extern "C" bool check(const int* prompts, const float* output, const float* weights, int batch_size, JudgeCheck* report) {
  const Adder<double> adder(weights);
  std::int64_t first_far = batch_size, first_off = batch_size, first_wrong = batch_size, wrong = 0;
#pragma omp parallel for reduction(min : first_far, first_off, first_wrong) reduction(+ : wrong) if (batch_size > 200)
  for (std::int64_t i = 0; i < batch_size; ++i) {
    double expected[steps * digits];
    int decided[steps];
    adder.decode(prompts + i * prompt_length, expected, decided);
    const float* got = output + i * steps * digits;
    for (int k = 0; k < steps * digits; ++k)
      if (!(std::abs(got[k] - expected[k]) <= 0.01 + 0.01 * std::abs(expected[k]))) first_far = std::min(first_far, i);
    for (int step = 0; step < steps; ++step) {
      const float* logits = got + step * digits;
      const double* right = expected + step * digits;
      for (int k = 0; k < digits; ++k) {
        const double below = right[decided[step]] - right[k], got_below = static_cast<double>(logits[decided[step]]) - logits[k];
        if (!(std::abs(got_below - below) <= 0.1 + 0.1 * below)) first_off = std::min(first_off, i);
      }
    }
    for (int step = 0; step < steps; ++step) {
      if (std::max_element(got + step * digits, got + (step + 1) * digits) - got == step * digits + decided[step]) continue;
      first_wrong = std::min(first_wrong, i);
      ++wrong;
      break;
    }
  }
  if (first_far < batch_size)
    return judge_reject(report, "prompt %lld has logits that are not within 1%%", static_cast<long long>(first_far));
  if (first_off < batch_size)
    return judge_reject(report, "prompt %lld has a logit whose distance to that of the right digit is not within 0.1 and 10%%",
                        static_cast<long long>(first_off));
  if (wrong > batch_size / 1000)
    return judge_reject(report, "%lld of %d prompts get a wrong sum; the first is prompt %lld", static_cast<long long>(wrong),
                        batch_size, static_cast<long long>(first_wrong));
  return true;
}

// 0, ten digits of a (the units first), nine zeros, ten digits of b, 0.
extern "C" void generate(const char* case_name, std::uint64_t seed, int* prompts, float*, float*, int batch_size) {
  const JudgeRandom random(seed);
  const std::string name = case_name;
  std::uint64_t draw = 0;
  for (std::int64_t i = 0; i < batch_size; ++i) {
    int* prompt = prompts + i * prompt_length;
    std::fill(prompt, prompt + prompt_length, 0);
    const auto count = name.rfind("short", 0) == 0 ? random.integer(draw++, 1, 6) : 10;
    for (int k = 0; k < count; ++k) {
      const bool begins_carry = k == 0 && name == "a carry everywhere";
      const auto a = random.integer(draw++, begins_carry, 10);
      auto b = random.integer(draw++, 0, 10);
      if (name == "no carries") b = random.integer(draw++, 0, 10 - a);
      if (name == "a carry everywhere") b = random.integer(draw++, 9 - a + begins_carry, 10);
      if (name == "sums of nine") b = 9 - a + (k == 0 && a > 0 && i % 2);
      prompt[1 + k] = static_cast<int>(a);
      prompt[20 + k] = static_cast<int>(b);
    }
  }
}
