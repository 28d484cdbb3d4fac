#pragma once

#include <string>

#include "judge/model/measurement.hpp"

namespace judge {

/// Half the width of the median's interval, as a share of it.
double uncertain_share(const Summary& time);

/// The median, with as many digits as its interval supports.
std::string time_text(const Summary& time);

/// The median's interval: "14.9 us to 15.2 us", with as many digits.
std::string time_interval_text(const Summary& time);

/// What single calls of one attempt differ by, which is known to about a tenth of itself.
std::string spread_text(const Summary& time);

/// What an attempt does in a second: FLOP/s where there are more than ten operations for a byte, or no bytes are known; else GB/s.
/// "-": neither is known.
std::string rate_text(const Measurement& timing);

}  // namespace judge
