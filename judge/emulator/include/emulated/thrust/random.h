#pragma once

#include <cstdint>

#include "cuda_runtime.h"

namespace thrust {

/// x -> a x + c mod m.
template <class T, T A, T C, T M>
class linear_congruential_engine {
 public:
  typedef T result_type;
  static constexpr T multiplier = A, increment = C, modulus = M, default_seed = 1;
  static constexpr T min = C == 0 ? 1 : 0, max = M - 1;
  explicit linear_congruential_engine(T value = default_seed) { seed(value); }
  void seed(T value = default_seed) { m_state = C % M == 0 && value % M == 0 ? 1 : value % M; }
  T operator()() { return m_state = static_cast<T>((std::uint64_t{A} * m_state + C) % M); }
  void discard(unsigned long long count) {
    std::uint64_t factor = A, addend = C, product = 1, sum = 0;
    for (; count > 0; count /= 2) {
      if (count % 2) product = product * factor % M, sum = (sum * factor + addend) % M;
      addend = (factor + 1) * addend % M;
      factor = factor * factor % M;
    }
    m_state = static_cast<T>((product * m_state + sum) % M);
  }
  bool operator==(const linear_congruential_engine&) const = default;

 private:
  T m_state;
};
typedef linear_congruential_engine<std::uint32_t, 16807, 0, 2147483647> minstd_rand0;
typedef linear_congruential_engine<std::uint32_t, 48271, 0, 2147483647> minstd_rand;
typedef minstd_rand default_random_engine;

template <class Real = double>
class uniform_real_distribution {
 public:
  typedef Real result_type;
  explicit uniform_real_distribution(Real a = 0, Real b = 1) : m_a(a), m_b(b) {}
  void reset() {}
  Real a() const { return m_a; }
  Real b() const { return m_b; }
  template <class Engine>
  Real operator()(Engine& engine) {
    const Real range = Real(1) + static_cast<Real>(Engine::max - Engine::min);
    return static_cast<Real>(engine() - Engine::min) / range * (m_b - m_a) + m_a;
  }

 private:
  Real m_a, m_b;
};

template <class Integer = int>
class uniform_int_distribution {
 public:
  typedef Integer result_type;
  explicit uniform_int_distribution(Integer a = 0, Integer b = 0x7fffffff) : m_a(a), m_b(b) {}
  void reset() {}
  template <class Engine>
  Integer operator()(Engine& engine) {
    return static_cast<Integer>(uniform_real_distribution<double>(static_cast<double>(m_a), static_cast<double>(m_b) + 1)(engine));
  }

 private:
  Integer m_a, m_b;
};

template <class Real = double>
class normal_distribution {
 public:
  typedef Real result_type;
  explicit normal_distribution(Real mean = 0, Real deviation = 1) : m_mean(mean), m_deviation(deviation) {}
  void reset() {}
  /// By the inverse of the error function, from one number of the engine.
  template <class Engine>
  Real operator()(Engine& engine) {
    constexpr auto range = Engine::max - Engine::min;
    auto number = engine() - Engine::min;
    Real scale = static_cast<Real>(-1.41421356237309504880);
    if (number > range / 2) number = range - number, scale = -scale;
    const Real unit = static_cast<Real>(1.0 / static_cast<double>(range));
    const Real half = static_cast<Real>(number) * unit + unit / 2;
    return m_mean + m_deviation * scale * erfcinv(2 * half);
  }

 private:
  Real m_mean, m_deviation;
};

namespace random {
using thrust::default_random_engine;
using thrust::minstd_rand;
using thrust::minstd_rand0;
using thrust::normal_distribution;
using thrust::uniform_int_distribution;
using thrust::uniform_real_distribution;
}  // namespace random

}  // namespace thrust
