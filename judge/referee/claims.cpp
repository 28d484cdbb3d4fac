#include "judge/referee/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace judge {

namespace {

using std::chrono::nanoseconds;

// A GPU's clock and the host's do not tick alike, and an event's time is rounded.
constexpr double k_clocks_differ = 1.01, k_rounding_ns = 10e3;
// The host's clock counts these, and reading it twice takes more than ten.
constexpr double k_host_tick_ns = 1;
constexpr std::uint64_t k_most_bytes = std::uint64_t{1} << 50;  // of memory that somebody could have allocated

std::optional<std::string> claim(const std::string& what, const std::string& why) {
  return fmt::format("the attempt's process claims {}: {}", what, why);
}

// Of the host's clock if `least_ns` > 0.
std::optional<std::string> impossible_time(const char* name, double ns, double least_ns, nanoseconds waited) {
  const std::string what = fmt::format("a {} of {:.6g} ns", name, ns);
  if (!std::isfinite(ns) || ns < 0) return claim(what, "that is no time");
  if (ns < least_ns) return claim(what, "that is shorter than the clock can tell");
  const auto waited_ns = static_cast<double>(waited.count());
  if (ns <= k_clocks_differ * waited_ns + k_rounding_ns) return std::nullopt;
  return claim(what, fmt::format("the judge had its answer after {:.6g} ns", waited_ns));
}

std::optional<std::string> impossible_trace(const protocol::Trace& trace) {
  for (const auto& [name, count] :
       {std::pair("launches", trace.launches), std::pair("streams", trace.side_streams),
        std::pair("synchronisations", trace.trailing_syncs), std::pair("blocking calls", trace.blocking_calls)})
    if (count < 0) return claim(fmt::format("{} {}", count, name), "a count cannot be negative");
  for (const auto& [name, bytes] : {std::pair("allocated", trace.allocated_bytes), std::pair("kept", trace.kept_bytes)})
    if (bytes > k_most_bytes) return claim(fmt::format("{} bytes that were {}", bytes, name), "no machine has so many");
  if (trace.watched_blocks > trace.launched_blocks)
    return claim(fmt::format("{} blocks that were watched", trace.watched_blocks),
                 fmt::format("only {} were launched", trace.launched_blocks));
  return std::nullopt;
}

// Between two operations that overlap the gap is negative.
std::optional<std::string> impossible_operation(const Operation& operation, nanoseconds waited) {
  if (auto gap = impossible_time("gap", std::abs(operation.gap_ns), 0, waited)) return gap;
  return impossible_time("time of an operation", operation.duration_ns, 0, waited);
}

}  // namespace

std::optional<std::string> impossible_claim(const protocol::Returned& returned, Bracket bracket, nanoseconds waited) {
  const bool is_lost = returned.error && !returned.error_is_pending;
  const bool by_host = bracket == Bracket::host_clock && !is_lost;
  if (auto wall = impossible_time("wall time", returned.wall_ns, k_host_tick_ns, waited)) return wall;
  if (auto device = impossible_time("device time", returned.device_ns, by_host ? k_host_tick_ns : 0, waited)) return device;
  for (const Operation& operation : returned.operations)
    if (auto impossible = impossible_operation(operation, waited)) return impossible;
  return impossible_trace(returned.trace);
}

std::optional<std::string> impossible_empty_claim(const protocol::Returned& returned, Bracket bracket, int repeats,
                                                  nanoseconds waited) {
  const double least_ns = bracket == Bracket::host_clock ? k_host_tick_ns : 0;
  return impossible_time("time of an empty call", returned.device_ns, least_ns, waited / std::max(1, repeats));
}

}  // namespace judge
