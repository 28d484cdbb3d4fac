#include "judge/passes/recorded_counters.hpp"

#include <cstring>

namespace judge {

namespace {

std::uint32_t word_at(const RecordedOperation& operation, std::size_t place) {
  std::uint32_t word = 0;
  std::memcpy(&word, operation.arguments.data() + place, sizeof word);
  return word;
}

void set_word(RecordedOperation& operation, std::size_t place, std::uint32_t word) {
  std::memcpy(operation.arguments.data() + place, &word, sizeof word);
}

// The words of `last` that differ from those of `before`, as what they will be in the next call.
std::vector<RecordedCounter> counters_between(const RecordedOperation& before, const RecordedOperation& last) {
  std::vector<RecordedCounter> counters;
  for (std::size_t place = 0; place + sizeof(std::uint32_t) <= last.arguments.size(); place += sizeof(std::uint32_t)) {
    const std::uint32_t now = word_at(last, place), step = now - word_at(before, place);
    if (step != 0) counters.push_back({static_cast<std::uint32_t>(place), now + step, step});
  }
  return counters;
}

bool have_same_shape(const Recording& a, const Recording& b) {
  if (a.operations.size() != b.operations.size()) return false;
  for (std::size_t i = 0; i < a.operations.size(); ++i)
    if (a.operations[i].arguments.size() != b.operations[i].arguments.size()) return false;
  return true;
}

}  // namespace

std::optional<Recording> with_counters(std::span<const Recording> calls) {
  if (calls.size() < 3) return std::nullopt;
  Recording counted = calls.back();
  for (const Recording& call : calls)
    if (!call.obstacle.empty() || !have_same_shape(call, counted)) return std::nullopt;
  const Recording& before = calls[calls.size() - 2];
  for (std::size_t i = 0; i < counted.operations.size(); ++i)
    if (counted.operations[i].kind == RecordedOperation::Kind::kernel)
      counted.operations[i].counters = counters_between(before.operations[i], counted.operations[i]);
  for (std::size_t k = 0; k < calls.size(); ++k) {
    Recording expected = calls.back();
    for (std::size_t i = 0; i < expected.operations.size(); ++i)
      for (const RecordedCounter& counter : counted.operations[i].counters)
        set_word(expected.operations[i], counter.place,
                 counter.value - counter.step * static_cast<std::uint32_t>(calls.size() - k));
    if (expected != calls[k]) return std::nullopt;
  }
  return counted;
}

}  // namespace judge
