#include "judge/passes/recorded_counters.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

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

std::vector<RecordedCounter> counters_between(const RecordedOperation& first, const RecordedOperation& second) {
  std::vector<RecordedCounter> counters;
  for (std::size_t place = 0; place + sizeof(std::uint32_t) <= first.arguments.size(); place += sizeof(std::uint32_t)) {
    const std::uint32_t value = word_at(first, place), step = word_at(second, place) - value;
    if (step != 0) counters.push_back({static_cast<std::uint32_t>(place), value, step});
  }
  return counters;
}

bool have_same_shape(const Recording& a, const Recording& b) {
  return std::ranges::equal(
      a.operations, b.operations, {}, [](const RecordedOperation& o) { return o.arguments.size(); },
      [](const RecordedOperation& o) { return o.arguments.size(); });
}

// As the call of this number would be recorded.
Recording with_values_of_call(Recording counted, std::uint32_t number) {
  for (RecordedOperation& operation : counted.operations)
    for (const RecordedCounter& counter : std::exchange(operation.counters, {}))
      set_word(operation, counter.place, counter.value + number * counter.step);
  return counted;
}

}  // namespace

std::optional<Recording> with_counters(std::span<const Recording> calls) {
  if (calls.size() < 3 || !calls[0].obstacle.empty() || !have_same_shape(calls[0], calls[1])) return std::nullopt;
  Recording counted = calls[0];
  for (std::size_t i = 0; i < counted.operations.size(); ++i)
    if (RecordedOperation& operation = counted.operations[i]; operation.kind == RecordedOperation::Kind::kernel)
      operation.counters = counters_between(operation, calls[1].operations[i]);
  for (std::size_t number = 0; number < calls.size(); ++number)
    if (with_values_of_call(counted, static_cast<std::uint32_t>(number)) != calls[number]) return std::nullopt;
  return counted;
}

}  // namespace judge
