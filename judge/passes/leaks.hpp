#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <vector>

#include "judge/model/outcome.hpp"
#include "judge/model/protocol.hpp"

namespace judge {

/// Watches over calls of solve() which memory is still allocated when they return.
class Leaks {
 public:
  /// A call that was given buffers of so many bytes in all.
  void called(const protocol::Trace& trace, std::size_t bytes);

  /// A finding for each place that leaves more from call to call, without its line. What one call keeps is a buffer that the later ones
  /// use again or replace, and what a call keeps that is given more than any before it may be a larger one.
  struct Leak {
    Finding finding;
    std::uint64_t call_offset = 0;  ///< in the attempt's library; 0 = not known
  };
  std::vector<Leak> leaks() const;

 private:
  std::map<std::uint64_t, protocol::Kept> m_kept;  // after the last call, by where it was allocated
  // How many calls left more from there than was there, and were not the largest so far.
  std::map<std::uint64_t, int> m_keeping_calls;
  std::size_t m_largest_bytes = 0;  // that a call was given
};

/// Whether what timed calls leave allocated lets enough of them follow: calls in which memory would run out are not made. What a few calls allocate
/// for all that follow is no matter, a ring of buffers for instance: what counts is what is allocated, and not what calls to come might.
class RoomForCalls {
 public:
  enum class Room { enough, used_up, too_little };  ///< used_up: enough calls were made
  static constexpr std::uint64_t k_enough_calls = 30;

  /// `limit_bytes`: 0 = none. `kept_bytes`: before the first timed call, behind one on the same case.
  RoomForCalls(std::uint64_t limit_bytes, std::uint64_t kept_bytes) : m_limit_bytes(limit_bytes), m_before_bytes(kept_bytes) {}

  /// Of a call of the same process of which nothing more is told.
  void called() { ++m_calls; }
  Room called(std::uint64_t kept_bytes);
  std::uint64_t bytes_of_a_call() const { return (m_most_bytes - m_before_bytes) / m_calls; }

 private:
  std::uint64_t m_limit_bytes, m_before_bytes, m_most_bytes = 0, m_calls = 0;
  int m_growths = 0;  // calls that left more than any before
};

/// With the line in the library that allocates.
std::vector<Finding> leak_findings(const Leaks& leaks, const std::filesystem::path& library);

}  // namespace judge
