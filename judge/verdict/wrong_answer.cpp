#include "judge/verdict/wrong_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "judge/util/units.hpp"
#include "judge/verdict/texts.hpp"

namespace judge {

namespace {

/// How the wrong elements lie in the buffer, as far as a Mismatch tells.
enum class Pattern { scattered, tail, everything };

}  // namespace

static Pattern pattern_of(const Mismatch& mismatch) {
  if (mismatch.first_index < 0) return Pattern::scattered;
  if (mismatch.wrong == mismatch.total) return Pattern::everything;
  return mismatch.first_index + mismatch.wrong == mismatch.total ? Pattern::tail : Pattern::scattered;
}

static bool only_unwritten(const Mismatch& mismatch) { return mismatch.wrong > 0 && mismatch.unwritten == mismatch.wrong; }

static std::string first_of(const Mismatch& mismatch) {
  return element_name(mismatch.buffer, mismatch.shape, mismatch.first_index);
}

static std::string unwritten_summary(const Mismatch& mismatch) {
  const auto wrong = format_count(mismatch.wrong), total = count_of(mismatch.total, "element");
  switch (pattern_of(mismatch)) {
    case Pattern::everything: return fmt::format("nothing was written to {}", mismatch.buffer);
    case Pattern::tail:
      return mismatch.wrong == 1 ? fmt::format("the last of {} of {} was never written", total, mismatch.buffer)
                                 : fmt::format("the last {} of {} of {} were never written", wrong, total, mismatch.buffer);
    case Pattern::scattered: break;
  }
  return fmt::format("{} of {} of {} {} never written, first {}", wrong, total, mismatch.buffer,
                     mismatch.wrong == 1 ? "was" : "were", first_of(mismatch));
}

std::string mismatch_summary(const Mismatch& mismatch) {
  if (mismatch.old_content == OldContent::added_to) return fmt::format("adds to what {} held before", mismatch.buffer);
  if (mismatch.old_content == OldContent::used) return fmt::format("depends on what {} held before", mismatch.buffer);
  if (only_unwritten(mismatch) && mismatch.first_index >= 0) return unwritten_summary(mismatch);
  if (mismatch.first_index < 0)
    return mismatch.note.empty() ? fmt::format("{} is wrong", mismatch.buffer)
                                 : fmt::format("{} is wrong: {}", mismatch.buffer, mismatch.note);
  if (mismatch.total == 1) return fmt::format("{} is wrong", first_of(mismatch));
  if (pattern_of(mismatch) == Pattern::everything)
    return fmt::format("all {} of {} are wrong", count_of(mismatch.total, "element"), mismatch.buffer);
  return fmt::format("{} of {} of {} {} wrong, first {}", format_count(mismatch.wrong), count_of(mismatch.total, "element"),
                     mismatch.buffer, mismatch.wrong == 1 ? "is" : "are", first_of(mismatch));
}

static std::string allowed_text(const Checker& checker) {
  switch (checker.kind) {
    case CheckerKind::tolerance: return fmt::format("{:.3g} + {:.3g} * |expected|", checker.absolute, checker.relative);
    case CheckerKind::exact: return "none, the answer is exact";
    case CheckerKind::ulp: return fmt::format("{} units in the last place", checker.ulps);
    case CheckerKind::norm:
      return fmt::format("{:.3g} + {:.3g} * |expected|, by the norm of the whole buffer", checker.absolute, checker.relative);
    case CheckerKind::custom: return {};
  }
  return {};
}

static std::string first_line(const Mismatch& mismatch) {
  if (mismatch.first_index < 0) return {};
  const auto expected = value_text(mismatch.type, mismatch.expected);
  auto got = value_text(mismatch.type, mismatch.got);
  if (mismatch.old_content == OldContent::added_to) got = "that and what was there before the call";
  else if (only_unwritten(mismatch)) got = "nothing (still what was there before the call)";
  // A float beside an expected value kept in double: 0.1f and 0.1 both read "0.1".
  else if (got == expected && is_floating(mismatch.type)) got = value_text(DType::f64, mismatch.got);
  return fmt::format("{}: expected {}, got {}", first_of(mismatch), expected, got);
}

static std::string error_line(const Mismatch& mismatch, const Case& test) {
  if (mismatch.first_index < 0 || only_unwritten(mismatch)) return {};
  if (mismatch.largest_absolute_error == 0 && mismatch.largest_relative_error == 0) return {};
  auto text = fmt::format("largest error: {:.3g} absolute", mismatch.largest_absolute_error);
  // None is relative to an expected 0.
  if (mismatch.largest_relative_error > 0) text += fmt::format(", {:.3g} relative", mismatch.largest_relative_error);
  const auto* buffer = find_buffer(test, mismatch.buffer);
  if (buffer == nullptr) return text;
  const auto allowed = allowed_text(buffer->checker);
  return allowed.empty() ? text : text + "; allowed: " + allowed;
}

static std::string unwritten_line(const Mismatch& mismatch) {
  if (mismatch.unwritten == 0 || only_unwritten(mismatch)) return {};
  return fmt::format("{} of the wrong elements {} never written", format_count(mismatch.unwritten),
                     mismatch.unwritten == 1 ? "was" : "were");
}

/// A sum in a type of 16 bits stops growing where what is added is less than half a unit in its last place: 2048 + 1 is 2048 in half.
/// From `got` on this type has no odd numbers.
static bool looks_like_a_sum_that_stopped(const Mismatch& mismatch) {
  const double largest_odd = mismatch.type == DType::f16 ? 2048 : mismatch.type == DType::bf16 ? 256 : 0;
  return largest_odd > 0 && std::abs(mismatch.got) >= largest_odd &&
         std::abs(mismatch.got) < 0.9 * std::abs(mismatch.expected) &&
         std::signbit(mismatch.got) == std::signbit(mismatch.expected);
}

/// Rounding spoils many elements a little; a wrong index spoils few of them, or by much.
static bool looks_like_rounding(const Mismatch& mismatch) {
  const bool small = mismatch.largest_relative_error > 0 && mismatch.largest_relative_error < 1e-3;
  return is_floating(mismatch.type) && small && mismatch.wrong * 50 >= mismatch.total;
}

// A block's worth or so: where most of few elements are wrong, that the last ones are among them says nothing.
static bool is_short_tail(const Mismatch& mismatch) {
  return pattern_of(mismatch) == Pattern::tail && 4 * mismatch.wrong < mismatch.total;
}

// cudaMemcpy(to, from, N): an N of bytes where N elements are meant.
static bool is_a_copy_of_so_many_bytes(const Mismatch& mismatch) {
  const auto size = static_cast<std::int64_t>(size_of(mismatch.type));
  return pattern_of(mismatch) == Pattern::tail && size > 1 && mismatch.first_index == (mismatch.total + size - 1) / size;
}

static std::string hint_of(const Mismatch& mismatch, const Case& test) {
  if (mismatch.first_index < 0 || !mismatch.note.empty()) return {};  // the note knows more
  if (mismatch.old_content != OldContent::unused)
    return fmt::format(
        "outputs are uninitialised before the call: assign (=) instead of adding (+=, atomicAdd), or set {} to zero "
        "first, with cudaMemsetAsync()",
        mismatch.buffer);
  const auto pattern = pattern_of(mismatch);
  if (only_unwritten(mismatch)) {
    const auto* buffer = find_buffer(test, mismatch.buffer);
    if (pattern == Pattern::everything && buffer != nullptr && buffer->memory != MemoryPlace::device)
      return mismatch.buffer + " is host memory: is the result copied back, with cudaMemcpyDeviceToHost?";
    if (pattern == Pattern::everything)
      return "look at: is the kernel launched at all, with a grid that is not empty, and does it write to " + mismatch.buffer +
             (buffer != nullptr && buffer->arrival == Arrival::zeroed
                  ? ", or add more than zeros to it (1 / N of integers is 0)?"
                  : "?");
    if (is_a_copy_of_so_many_bytes(mismatch))
      return fmt::format(
          "look at: the size of a copy; cudaMemcpy() takes bytes, and the {} of {} are {} * sizeof({}). Or the "
          "launch: does it have a thread for each?",
          count_of(mismatch.total, "element"), mismatch.buffer, format_count(mismatch.total), c_name_of(mismatch.type));
    if (pattern == Pattern::tail && 2 * mismatch.wrong >= mismatch.total)
      return fmt::format("look at: the launch; does it have a thread for each of the {} of {}?",
                         count_of(mismatch.total, "element"), mismatch.buffer);
    if (pattern == Pattern::tail)
      return "look at: a forgotten tail; is the number of blocks rounded up, (N + threads - 1) / threads?";
    // A few may be right by chance, with what was there before.
    if (10 * mismatch.wrong >= 9 * mismatch.total)
      return "almost nothing was written; look at: is the kernel launched in every call, with a thread for each element, and "
             "does it write "
             "to " +
             mismatch.buffer + "?";
    return "look at: the guard and the index, which leave out elements in the middle";
  }
  if (std::isnan(mismatch.got) && !std::isnan(mismatch.expected))
    return "look at: a read of something never written, a read past the end of an input, 0/0, inf - inf, or "
           "inf/inf (exp() of large numbers: subtract the maximum first)";
  if (std::isinf(mismatch.got) && !std::isinf(mismatch.expected))
    return fmt::format("look at: a division by zero, or a number too large for {}{}", c_name_of(mismatch.type),
                       mismatch.type == DType::f16 ? ", whose largest is 65504" : "");
  const auto* const output = find_buffer(test, mismatch.buffer);
  if (mismatch.got == 0 && mismatch.expected < 0 && output != nullptr && output->arrival == Arrival::zeroed)
    return fmt::format(
        "look at: {} arrives as zeros, and {} holds 0 after the call: nothing was written to it, or only what is not above 0 "
        "by "
        "atomicMax(), or a maximum that begins with 0; set it to the lowest value first, or to the first one",
        mismatch.buffer, first_of(mismatch));
  if (mismatch.got == std::numeric_limits<float>::min() && mismatch.expected < 0)
    return "look at: FLT_MIN, which is the smallest positive number; a maximum begins with -INFINITY or -FLT_MAX";
  if (looks_like_a_sum_that_stopped(mismatch))
    return fmt::format(
        "look at: the type in which a sum is kept; in {0} small numbers added to a large one are lost ({1} + 1 is {1}): add up "
        "in float, and convert the result at the end",
        c_name_of(mismatch.type), mismatch.type == DType::f16 ? 2048 : 256);
  if (looks_like_rounding(mismatch)) return "look at: precision; the errors are small, so rounding rather than a wrong index";
  if (is_short_tail(mismatch)) return "look at: the tail and the last block; all before it is right";
  return {};
}

std::string mismatch_details(const Mismatch& mismatch, const Case& test) {
  const bool note_is_summary = mismatch.first_index < 0;
  return join_lines({first_line(mismatch), error_line(mismatch, test), unwritten_line(mismatch),
                     note_is_summary ? "" : mismatch.note, hint_of(mismatch, test)});
}

/// Does it say why an answer is wrong?
static bool is_reason(const Finding& finding) {
  using enum Fault::Kind;
  return finding.kind == race || finding.kind == stream_race || finding.kind == lost_update ||
         finding.kind == unfinished_copy || finding.kind == warps_apart || finding.kind == stale_memory ||
         finding.kind == early_copy || finding.kind == early_launch || finding.kind == stream_order ||
         finding.kind == uninitialised_read || finding.kind == absent_lane;
}

std::string without_guess(std::string details, const Mismatch& mismatch, const Case& test,
                          const std::vector<Finding>& findings) {
  const std::string guess = hint_of(mismatch, test);
  const auto at = guess.empty() ? std::string::npos : details.find(guess);
  if (at == std::string::npos || std::ranges::none_of(findings, is_reason)) return details;
  const std::size_t begin = at > 0 ? at - 1 : 0;  // with the end of the line before it
  return details.erase(begin, at - begin + guess.size());
}

}  // namespace judge
