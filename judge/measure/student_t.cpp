#include "judge/measure/student_t.hpp"

#include <cmath>
#include <numbers>

namespace judge {

namespace {

/// P(|T| <= t), with t = sqrt(degrees) * tan(angle).
double two_sided(int degrees, double angle) {
  const double sine = std::sin(angle), cosine = std::cos(angle);
  double sum = 0, term = degrees % 2 ? cosine : 1;
  for (int power = degrees % 2 ? 1 : 0; power <= degrees - 2; power += 2) {
    sum += term;
    term *= cosine * cosine * (power + 1) / (power + 2);
  }
  return degrees % 2 ? 2 / std::numbers::pi * (angle + sine * sum) : sine * sum;
}

}  // namespace

double student_t_quantile(int degrees, double tail) {
  double low = 0, high = std::numbers::pi / 2;
  for (int step = 0; step < 100; ++step) {
    const double middle = (low + high) / 2;
    (two_sided(degrees, middle) < 1 - 2 * tail ? low : high) = middle;
  }
  return std::sqrt(static_cast<double>(degrees)) * std::tan(low);
}

}  // namespace judge
