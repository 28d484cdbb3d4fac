#pragma once

#include <cmath>
#include <nlohmann/json.hpp>

#include "judge/model/measurement.hpp"

namespace judge::parts {

inline nlohmann::json numbers(const Summary& time) {
  return {{"median_ns", time.median_ns}, {"low_ns", time.low_ns}, {"high_ns", time.high_ns},
          {"p10_ns", time.p10_ns},       {"p90_ns", time.p90_ns}, {"count", time.count}};
}

/// null for what is not positive, or no number.
inline nlohmann::json number_or_null(double value) {
  return value > 0 && std::isfinite(value) ? nlohmann::json(value) : nlohmann::json();
}

}  // namespace judge::parts
