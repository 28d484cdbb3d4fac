#include "judge/emulator/runtime/warp.hpp"

#include <algorithm>
#include <bit>

namespace judge::emulated {

namespace {

using judge_emulated::WarpAnswer;
using judge_emulated::WarpOperation;
using judge_emulated::WarpRequest;

template <class Visit>
void for_each_lane(unsigned mask, Visit visit) {
  for (; mask; mask &= mask - 1) visit(static_cast<unsigned>(std::countr_zero(mask)));
}

/// Where a shuffle reads, as PTX defines shfl.sync: outside the segment a lane reads itself.
unsigned shuffle_source(const WarpRequest& request, unsigned lane, bool* is_inside) {
  const unsigned width = std::clamp(std::bit_floor(request.width), 1u, warp_lanes), segment = lane & ~(width - 1);
  unsigned source = lane;
  switch (request.operation) {
    case WarpOperation::shuffle: source = segment | (request.lane_argument & (width - 1)); break;
    case WarpOperation::shuffle_up: source = lane - request.lane_argument; break;
    case WarpOperation::shuffle_down: source = lane + request.lane_argument; break;
    default: source = lane ^ request.lane_argument; break;
  }
  *is_inside = request.operation == WarpOperation::shuffle_up     ? request.lane_argument <= lane - segment
               : request.operation == WarpOperation::shuffle_down ? request.lane_argument < width && source < segment + width
                                                                  : source < segment + width;
  return *is_inside ? source : lane;
}

WarpAnswer answer_shuffle(const Warp& warp, unsigned taking_part, unsigned lane) {
  bool is_inside = true;
  const unsigned source = shuffle_source(*warp.lanes[lane].request, lane, &is_inside);
  const bool is_absent = (taking_part >> source & 1) == 0;
  warp.lanes[lane].absent_source = is_absent ? static_cast<int>(source) : -1;
  constexpr std::uint64_t every_byte = 0x0101010101010101;
  return {is_absent ? byte_of_absent_lane * every_byte : warp.lanes[source].request->value, is_inside};
}

unsigned lanes_with_value(const Warp& warp, unsigned taking_part, std::uint64_t value) {
  unsigned equal = 0;
  for_each_lane(taking_part, [&](unsigned lane) {
    if (warp.lanes[lane].request->value == value) equal |= 1u << lane;
  });
  return equal;
}

std::uint64_t combine(WarpOperation operation, std::uint64_t a, std::uint64_t b) {
  const auto sa = static_cast<std::int64_t>(a), sb = static_cast<std::int64_t>(b);
  switch (operation) {
    case WarpOperation::add: return a + b;
    case WarpOperation::min_unsigned: return std::min(a, b);
    case WarpOperation::max_unsigned: return std::max(a, b);
    case WarpOperation::min_signed: return static_cast<std::uint64_t>(std::min(sa, sb));
    case WarpOperation::max_signed: return static_cast<std::uint64_t>(std::max(sa, sb));
    case WarpOperation::bit_and: return a & b;
    case WarpOperation::bit_or: return a | b;
    default: return a ^ b;
  }
}

std::uint64_t reduce(const Warp& warp, unsigned taking_part, WarpOperation operation) {
  const unsigned first = static_cast<unsigned>(std::countr_zero(taking_part));
  std::uint64_t result = warp.lanes[first].request->value;
  for_each_lane(taking_part & (taking_part - 1),
                [&](unsigned lane) { result = combine(operation, result, warp.lanes[lane].request->value); });
  return result;
}

/// What every lane of an operation gets alike.
WarpAnswer common_answer(const Warp& warp, unsigned taking_part, WarpOperation operation) {
  const unsigned voted = taking_part & ~lanes_with_value(warp, taking_part, 0);
  switch (operation) {
    case WarpOperation::sync: return {};
    case WarpOperation::ballot: return {voted, 0};
    case WarpOperation::any: return {voted != 0, 0};
    case WarpOperation::all: return {voted == taking_part, 0};
    case WarpOperation::match_all: {
      const unsigned first = static_cast<unsigned>(std::countr_zero(taking_part));
      const bool equal = lanes_with_value(warp, taking_part, warp.lanes[first].request->value) == taking_part;
      return {equal ? taking_part : 0, equal};
    }
    default: return {reduce(warp, taking_part, operation), 0};
  }
}

void answer(Warp& warp, unsigned taking_part, WarpOperation operation) {
  switch (operation) {
    case WarpOperation::shuffle:
    case WarpOperation::shuffle_up:
    case WarpOperation::shuffle_down:
    case WarpOperation::shuffle_xor:
      for_each_lane(taking_part, [&](unsigned lane) { warp.lanes[lane].answer = answer_shuffle(warp, taking_part, lane); });
      return;
    case WarpOperation::match_any:
      for_each_lane(taking_part, [&](unsigned lane) {
        warp.lanes[lane].answer = {lanes_with_value(warp, taking_part, warp.lanes[lane].request->value), 0};
      });
      return;
    default: {
      const WarpAnswer common = common_answer(warp, taking_part, operation);
      for_each_lane(taking_part, [&](unsigned lane) { warp.lanes[lane].answer = common; });
    }
  }
}

}  // namespace

unsigned answer_warp(Warp& warp, unsigned lane) {
  const WarpRequest& request = *warp.lanes[lane].request;
  if (request.operation == WarpOperation::active_mask) return 0;
  const unsigned taking_part = (request.mask | 1u << lane) & ~warp.exited;
  if ((warp.arrived & taking_part) != taking_part) return 0;
  bool alike = true;
  for_each_lane(taking_part, [&](unsigned other) {
    const WarpRequest& theirs = *warp.lanes[other].request;
    alike &= theirs.operation == request.operation && theirs.mask == request.mask;
  });
  if (!alike) return 0;
  answer(warp, taking_part, request.operation);
  warp.arrived &= ~taking_part;
  return taking_part;
}

unsigned answer_active_mask(Warp& warp, unsigned lane) {
  const int line = warp.lanes[lane].request->line;
  unsigned active = 0;
  for_each_lane(warp.arrived, [&](unsigned other) {
    const WarpRequest& theirs = *warp.lanes[other].request;
    if (theirs.operation == WarpOperation::active_mask && theirs.line == line) active |= 1u << other;
  });
  for_each_lane(active, [&](unsigned other) { warp.lanes[other].answer = {active, 0}; });
  warp.arrived &= ~active;
  return active;
}

}  // namespace judge::emulated
