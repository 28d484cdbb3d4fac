#pragma once

#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace judge::testing_noise {

/// What a machine makes of a call that should take `true_ns`: called once a call, in the order of the calls, so that it
/// can remember (drift, clocks). `spread` is (p90 - p10) / median of its plain part.
using Noise = std::function<double(double true_ns)>;

struct NoiseKind {
  std::string name;
  std::function<Noise(double spread, unsigned seed)> make;
};

/// (p90 - p10) / median of a normal distribution, in standard deviations.
constexpr double k_p10_to_p90 = 2.563;

inline Noise normal_noise(double spread, unsigned seed) {
  return [spread, random = std::mt19937_64(seed)](double ns) mutable {
    return ns * std::exp(std::normal_distribution(0.0, spread / k_p10_to_p90)(random));
  };
}

/// One call in twenty is late, by a fifth on average: an interrupt, a page fault, another tenant.
inline Noise outlier_noise(double spread, unsigned seed) {
  return [base = normal_noise(spread, seed), random = std::mt19937_64(seed + 1)](double ns) mutable {
    std::exponential_distribution late(5.0);
    const bool is_late = std::uniform_real_distribution(0.0, 1.0)(random) < 0.05;
    return base(ns) * (is_late ? 1 + late(random) : 1);
  };
}

/// No variance to speak of: Student's t with two degrees of freedom.
inline Noise heavy_tailed_noise(double spread, unsigned seed) {
  return [spread, random = std::mt19937_64(seed), t = std::student_t_distribution(2.0)](double ns) mutable {
    return ns * std::exp(std::clamp(t(random) * spread / 3.771, -0.5, 2.0));
  };
}

/// The clock sits at one of two steps, 4% apart, for 40 calls on average.
inline Noise bimodal_noise(double spread, unsigned seed) {
  return [base = normal_noise(spread, seed), random = std::mt19937_64(seed + 1), slow = false](double ns) mutable {
    if (std::uniform_real_distribution(0.0, 1.0)(random) < 1.0 / 40) slow = !slow;
    return base(ns) * (slow ? 1.04 : 1.0);
  };
}

/// Warming up: 6% slower over the first few hundred calls, and a slow wave on top.
inline Noise drifting_noise(double spread, unsigned seed) {
  return [base = normal_noise(spread, seed), call = 0.0](double ns) mutable {
    call += 1;
    return base(ns) * (1 + 0.06 * (1 - std::exp(-call / 200)) + 0.01 * std::sin(call / 30));
  };
}

/// Neighbouring calls resemble each other.
inline Noise correlated_noise(double spread, unsigned seed) {
  return [spread, random = std::mt19937_64(seed), level = 0.0](double ns) mutable {
    std::normal_distribution normal(0.0, spread / k_p10_to_p90);
    level = 0.9 * level + std::sqrt(1 - 0.9 * 0.9) * normal(random);
    return ns * std::exp(level);
  };
}

/// Events tick in steps of 32 ns.
inline Noise quantised_noise(double spread, unsigned seed) {
  return [base = normal_noise(spread, seed)](double ns) mutable { return 32 * std::round(base(ns) / 32); };
}

inline std::vector<NoiseKind> all_noises() {
  return {{"normal", normal_noise},      {"outliers", outlier_noise}, {"heavy_tailed", heavy_tailed_noise},
          {"bimodal", bimodal_noise},    {"drift", drifting_noise},   {"correlated", correlated_noise},
          {"quantised", quantised_noise}};
}

}  // namespace judge::testing_noise
