#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace judge {

/// "25,000,000"
std::string format_count(std::int64_t count);

/// "1 element", "1,000 elements"
std::string count_of(std::int64_t count, std::string_view noun);

/// Three significant digits, four where the first is a 1: "2.18", "73.1", "1.234", "468"; from 1000 a whole number with
/// separators. What is uncertain by the share `uncertain` of it, either way, ends with the first digit of that, and has two at least:
/// "15.54" is "16" where it may be off by a fifth.
std::string format_significant(double value, double uncertain = 0);

/// "850 ns", "2.18 us", "73.1 us", "1.234 ms", "12.5 s". Negative and non-finite times are "-". Digits as in format_significant().
std::string format_time_ns(double time_ns, double uncertain = 0);

/// "400 bytes", "12.0 KiB", "1.50 GiB"
std::string format_bytes(double size_bytes);

/// Bytes moved in a time, decimal units: "4,031 GB/s". "-" where either is not positive.
std::string format_bandwidth(double work_bytes, double time_ns, double uncertain = 0);

/// Operations done in a time: "512 GFLOP/s", "12.3 TFLOP/s". "-" where either is not positive.
std::string format_flop_rate(double work_flops, double time_ns, double uncertain = 0);

/// A ratio as "3.1%"; below a hundredth of a percent "<0.01%". Digits as in format_significant().
std::string format_percent(double ratio, double uncertain = 0);

}  // namespace judge
