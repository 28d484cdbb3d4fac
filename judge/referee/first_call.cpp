// What an answer has to do with what its outputs held before the call. Poison is a NaN in floating types: it tells that something is
// wrong, and not what. So a wrong answer is asked for once more, with an ordinary number in the outputs. An element that then
// holds this number was never written; one that holds the number and the right answer added to it was added to.

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "judge/referee/likeness.hpp"
#include "judge/referee/marks.hpp"
#include "judge/referee/referee.hpp"

namespace judge {

namespace {

// A right answer is asked for once more only where that takes no longer.
constexpr double k_most_wall_ns = 50e6;

const BufferArgument* pure_output(const Case& test, std::size_t index) {
  const auto* buffer = std::get_if<BufferArgument>(&test.arguments[index]);
  return buffer && buffer->direction == Direction::out ? buffer : nullptr;
}

std::size_t index_of(const Case& test, const std::string& name) {
  for (std::size_t i = 0; i < test.arguments.size(); ++i)
    if (const auto* buffer = std::get_if<BufferArgument>(&test.arguments[i]); buffer && buffer->name == name) return i;
  return 0;
}

bool has_zeroed(const Case& test) {
  for (std::size_t i = 0; i < test.arguments.size(); ++i)
    if (const auto* buffer = pure_output(test, i); buffer && buffer->arrival == Arrival::zeroed) return true;
  return false;
}

// Far from the answer and of its size, so that neither is lost in the sum of both.
OutputContent marks_for(double expected) {
  return {OutputContent::Kind::marks, std::isfinite(expected) ? 3 * std::abs(expected) + 1.25 : 1.25};
}

// A maximum leaves a large number, and a minimum a small one: only what both of them stay in was never written.
OutputContent opposite(OutputContent marks) {
  marks.mark = -marks.mark;
  return marks;
}

const Mismatch* mismatch_of(const Referee::CallResult& called) {
  const auto* wrong = std::get_if<outcome::WrongAnswer>(&called.outcome);
  return wrong ? &wrong->mismatch : nullptr;
}

Finding leaning(const Mismatch& wrong, std::string_view how) {
  return {.kind = Fault::Kind::leans_on_zeros,
          .in_kernel = false,
          .buffer = wrong.buffer,
          .note = fmt::format("{}: right here because {} arrives zeroed", how, wrong.buffer)};
}

// Did the player answer as one that goes on? A fault or an error ends it, or its context.
bool goes_on(const Referee::CallResult& called) {
  return std::holds_alternative<outcome::Passed>(called.outcome) ||
         std::holds_alternative<outcome::WrongAnswer>(called.outcome);
}

// Where the first wrong element tells nothing, because nothing was asked of it again.
bool may_use_old_content(const Mismatch& wrong) {
  if (wrong.first_index < 0) return false;
  return !is_floating(wrong.type) || wrong.unwritten > 0 || (std::isnan(wrong.got) && !std::isnan(wrong.expected));
}

}  // namespace

Result<std::uint64_t> Referee::element_bits(const void* device, const BufferArgument& buffer, std::int64_t index) const {
  std::uint64_t bits = 0;
  const std::size_t size = size_of(buffer.type);
  JUDGE_CUDA(*m_runtime, cudaMemcpy(&bits, static_cast<const char*>(device) + static_cast<std::size_t>(index) * size, size,
                                    cuda::MemcpyKind::device_to_host));
  return bits;
}

// An element that was wrong with other contents, after a call with these.
Result<Referee::Element> Referee::look_at(const PreparedCase& prepared, const Placed& placed, std::size_t argument,
                                          std::int64_t index) const {
  const auto& buffer = std::get<BufferArgument>(prepared.test.arguments[argument]);
  JUDGE_TRY(const auto got, element_bits(placed.windows[argument].pointer, buffer, index));
  JUDGE_TRY(const auto expected, element_bits(prepared.buffers[argument].expected.data(), buffer, index));
  // A word holds several elements of a small type.
  const std::uint32_t word = placed.content_of(buffer);
  const unsigned shift = static_cast<unsigned>(index) * static_cast<unsigned>(8 * size_of(buffer.type)) % 32;
  const std::uint64_t held = bits_of_word(buffer.type, std::rotr(word, static_cast<int>(shift)));
  if (got == held) return Element::untouched;
  if (is_sum(buffer.type, got, held, expected)) return Element::added_to;
  return is_sum(buffer.type, got, 0, expected) ? Element::as_expected : Element::other;
}

Result<void> Referee::explain(Player& player, const PreparedCase& prepared, const Placed& placed, Mismatch& wrong) {
  const std::size_t argument = index_of(prepared.test, wrong.buffer);
  const BufferArgument* buffer = pure_output(prepared.test, argument);
  if (!buffer || buffer->checker.kind == CheckerKind::custom) return {};
  const bool is_zeroed = buffer->arrival == Arrival::zeroed;
  if (!is_zeroed && !may_use_old_content(wrong)) return {};
  Placed last = placed;
  if (is_zeroed || is_floating(buffer->type)) {
    const OutputContent marks = marks_for(wrong.expected);
    JUDGE_TRY(const auto marked, call_with(marks, player, prepared, {.l2 = L2::cold}));
    const Mismatch* again = mismatch_of(marked);
    if (!goes_on(marked) || (again && again->buffer != wrong.buffer)) return {};
    // Unwritten zeros look like written ones; marks do not. But a mark of a small type may hide what is added to it: 30016 + 1 is
    // 30016 in half. What is no zero was written.
    if (is_zeroed && wrong.got == 0 && again && again->unwritten == again->wrong) {
      JUDGE_TRY(const auto other, call_with(opposite(marks), player, prepared, {.l2 = L2::cold}));
      const Mismatch* const still = mismatch_of(other);
      if (still && still->buffer == wrong.buffer && still->unwritten == still->wrong) wrong = *again;
    }
    if (is_zeroed) return {};
    last = marked.placed;
  }
  JUDGE_TRY(const Element element, look_at(prepared, last, argument, wrong.first_index));
  if (element == Element::added_to) wrong.old_content = OldContent::added_to;
  if (element == Element::as_expected && is_floating(buffer->type)) wrong.old_content = OldContent::used;
  if (wrong.old_content != OldContent::unused) wrong.unwritten = 0;
  return {};
}

static bool is_zero(std::span<const std::byte> contents, std::size_t index, std::size_t size) {
  return std::ranges::all_of(contents.subspan(index * size, size), [](std::byte byte) { return byte == std::byte{0}; });
}

// One of a floating type is far from what is expected of most elements, and so large that what is added to it is not lost.
static OutputContent marks_for_all(const Case& test, std::span<const HostMemory> expected) {
  double most = 1;
  for (std::size_t i = 0; i < test.arguments.size(); ++i) {
    const auto* const buffer = pure_output(test, i);
    if (!buffer || buffer->arrival != Arrival::zeroed || !is_floating(buffer->type)) continue;
    const std::size_t size = size_of(buffer->type);
    const auto bytes = expected[i].span();
    for (std::size_t at = 0; at + size <= bytes.size(); at += size)
      if (const double value = std::abs(load_as_double(buffer->type, &bytes[at])); std::isfinite(value))
        most = std::max(most, value);
  }
  return marks_for(most);
}

Result<std::vector<std::vector<bool>>> Referee::find_unwritten(Player& player, const PreparedCase& prepared,
                                                               const Placed& placed, std::span<const HostMemory> contents,
                                                               std::span<const HostMemory> expected) {
  std::vector<std::vector<bool>> unwritten(contents.size());
  const auto for_each_element = [&](Arrival arrival, auto is_untouched) {
    for (std::size_t i = 0; i < contents.size(); ++i) {
      const auto* const buffer = pure_output(prepared.test, i);
      if (!buffer || buffer->arrival != arrival) continue;
      unwritten[i].resize(static_cast<std::size_t>(buffer->elements()), true);
      for (std::size_t e = 0; e < unwritten[i].size(); ++e) unwritten[i][e] = unwritten[i][e] && is_untouched(i, *buffer, e);
    }
  };
  for_each_element(Arrival::poisoned, [&](std::size_t i, const BufferArgument& buffer, std::size_t e) {
    return placed.is_unwritten(buffer, contents[i].span(), e);
  });
  if (!has_zeroed(prepared.test)) return unwritten;
  for_each_element(Arrival::zeroed, [&](std::size_t i, const BufferArgument& buffer, std::size_t e) {
    return is_zero(contents[i].span(), e, size_of(buffer.type));
  });
  const OutputContent marks = marks_for_all(prepared.test, expected);
  for (const OutputContent& content : {marks, opposite(marks)}) {
    JUDGE_TRY(const auto marked, call_with(content, player, prepared, {.l2 = L2::cold}));
    const bool returned = goes_on(marked) || std::holds_alternative<outcome::OutOfBoundsWrite>(marked.outcome) ||
                          std::holds_alternative<outcome::InputChanged>(marked.outcome);
    if (!returned) {
      for_each_element(Arrival::zeroed, [](auto&&...) { return false; });
      return unwritten;
    }
    JUDGE_TRY(const auto held, this->contents(marked.placed));
    for_each_element(Arrival::zeroed, [&](std::size_t i, const BufferArgument& buffer, std::size_t e) {
      return marked.placed.is_unwritten(buffer, held[i].span(), e);
    });
  }
  return unwritten;
}

Result<void> Referee::find_leaning(Player& player, const PreparedCase& prepared, FirstCall& first) {
  auto& findings = std::get<outcome::Passed>(first.result.outcome).findings;
  JUDGE_TRY(const auto poisoned, call_with({OutputContent::Kind::poison}, player, prepared, {.l2 = L2::warm}));
  first.lost_player = !goes_on(poisoned);
  const Mismatch* wrong = mismatch_of(poisoned);
  if (!wrong) return {};
  // One that is wrong with zeros as well, this time, does not depend on the output: on shared memory, a static variable or a race.
  JUDGE_TRY(const auto zeroed, call_with({}, player, prepared, {.l2 = L2::warm}));
  first.lost_player = !goes_on(zeroed);
  if (!std::holds_alternative<outcome::Passed>(zeroed.outcome)) return {};
  Element element = Element::other;
  Placed last = poisoned.placed;
  if (wrong->first_index >= 0 && is_floating(wrong->type)) {
    JUDGE_TRY(auto marked, call_with(marks_for(wrong->expected), player, prepared, {.l2 = L2::warm}));
    first.lost_player = !goes_on(marked);
    last = std::move(marked.placed);
  }
  if (wrong->first_index >= 0 && !first.lost_player) {
    JUDGE_TRY(element, look_at(prepared, last, index_of(prepared.test, wrong->buffer), wrong->first_index));
  }
  const char* how = element == Element::added_to    ? "adds to what {} held before"
                    : element == Element::untouched ? "leaves elements of {} as they were"
                                                    : "depends on what {} held before";
  findings.push_back(leaning(*wrong, fmt::format(fmt::runtime(how), wrong->buffer)));
  return {};
}

namespace {

constexpr std::int64_t k_most_elements_to_liken = 1 << 16;

std::vector<double> values_of(const BufferArgument& buffer, std::span<const std::byte> bytes) {
  const std::size_t size = size_of(buffer.type);
  std::vector<double> values(static_cast<std::size_t>(buffer.elements()));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = load_as_double(buffer.type, &bytes[i * size]);
  return values;
}

bool is_small(const Case& test) {
  std::int64_t elements = 0;
  for (const auto& argument : test.arguments)
    if (const auto* const buffer = std::get_if<BufferArgument>(&argument)) {
      elements += buffer->elements();
      if (elements > k_most_elements_to_liken) return false;
    }
  return true;
}

}  // namespace

Result<std::string> Referee::likeness(const PreparedCase& prepared, const Placed& placed, const Mismatch& mismatch) const {
  const Case& test = prepared.test;
  if (mismatch.first_index < 0 || !is_small(test)) return {};
  JUDGE_TRY(const auto held, contents(placed));
  const auto values_in = [&](const DeviceMemory& memory, const BufferArgument& buffer) -> Result<std::vector<double>> {
    HostMemory copy(buffer.bytes());
    JUDGE_CUDA(*m_runtime, cudaMemcpy(copy.data(), memory.data(), copy.span().size(), cuda::MemcpyKind::device_to_host));
    return values_of(buffer, copy.span());
  };
  const std::size_t argument = index_of(test, mismatch.buffer);
  WrongOutput wrong{.name = mismatch.buffer, .type = mismatch.type, .shape = mismatch.shape};
  for (std::size_t i = 0; i < held.size(); ++i) {
    const auto* const buffer = std::get_if<BufferArgument>(&test.arguments[i]);
    if (!buffer || buffer->bytes() == 0) continue;
    const DeviceMemory &pristine = prepared.buffers[i].pristine, &expected = prepared.buffers[i].expected;
    if (buffer->direction != Direction::out) {
      JUDGE_TRY(auto values, values_in(pristine, *buffer));
      wrong.inputs.push_back({buffer->name, std::move(values)});
    }
    if (buffer->direction == Direction::in || !expected.data()) continue;
    JUDGE_TRY(auto values, values_in(expected, *buffer));
    if (i == argument) {
      wrong.got = values_of(*buffer, held[i].span());
      wrong.expected = std::move(values);
    } else {
      wrong.other_outputs.push_back({buffer->name, std::move(values)});
    }
  }
  if (wrong.got.empty()) return {};
  return likeness_of(wrong);
}

Result<Referee::FirstCall> Referee::first_call(Player& player, const PreparedCase& prepared, Leaning wanted) {
  FirstCall first;
  JUDGE_TRY(first.result, call(player, prepared, {}));
  if (auto* wrong = std::get_if<outcome::WrongAnswer>(&first.result.outcome)) {
    // Before explain() calls again, with other contents.
    JUDGE_TRY(const auto note, likeness(prepared, first.result.placed, wrong->mismatch));
    JUDGE_CHECK(explain(player, prepared, first.result.placed, wrong->mismatch));
    const bool is_of_this_call = wrong->mismatch.old_content == OldContent::unused && wrong->mismatch.unwritten == 0;
    if (is_of_this_call && wrong->mismatch.note.empty()) wrong->mismatch.note = note;
    return first;
  }
  const bool passed = std::holds_alternative<outcome::Passed>(first.result.outcome);
  if (!passed || wanted == Leaning::of_no_interest || !has_zeroed(prepared.test) || has_custom_check(prepared.test) ||
      first.result.returned.wall_ns > k_most_wall_ns)
    return first;
  JUDGE_CHECK(find_leaning(player, prepared, first));
  return first;
}

}  // namespace judge
