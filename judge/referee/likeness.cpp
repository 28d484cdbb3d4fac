#include "judge/referee/likeness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>

namespace judge {

namespace {

constexpr std::size_t k_least_evidence = 4;  // elements in which what is supposed differs from what is right
constexpr std::size_t k_least_summands = 8;

class Likeness {
 public:
  explicit Likeness(const WrongOutput& wrong) : m_wrong(wrong) {
    const bool is_small = wrong.type == DType::f16 || wrong.type == DType::bf16;
    m_relative = !is_floating(wrong.type) ? 0 : is_small ? 0.02 : 1e-4;
    for (const double value : wrong.expected)
      if (std::isfinite(value)) m_scale = std::max(m_scale, std::abs(value));
  }

  bool is_alike(double got, double value) const {
    return std::abs(got - value) <= m_relative * std::max(std::abs(value), 0.01 * m_scale);
  }

  /// got[i] is value_at(i) for all i that have one, and for enough of them that is not what is right.
  template <class ValueAt>
  bool holds_everywhere(ValueAt value_at, std::size_t least_evidence = k_least_evidence) const {
    std::size_t evidence = 0;
    for (std::size_t i = 0; i < m_wrong.got.size(); ++i) {
      const std::optional<double> value = value_at(i);
      if (!value) continue;
      if (!is_alike(m_wrong.got[i], *value)) return false;
      evidence += !is_alike(*value, m_wrong.expected[i]);
    }
    return evidence >= least_evidence;
  }

 private:
  const WrongOutput& m_wrong;
  double m_relative = 0, m_scale = 0;
};

/// All that fit; more than one says nothing.
using Found = std::vector<std::string>;

void find_shifts(const WrongOutput& wrong, const Likeness& likeness, Found& found) {
  const auto total = static_cast<std::int64_t>(wrong.expected.size());
  std::vector<std::int64_t> shifts;
  for (std::int64_t shift = 1; shift <= std::min<std::int64_t>(64, total / 2); ++shift) shifts.push_back(shift);
  if (wrong.shape.size() > 1 && wrong.shape.back() > 64 && wrong.shape.back() <= total / 2)
    shifts.push_back(wrong.shape.back());
  for (const std::int64_t size : shifts)
    for (const std::int64_t shift : {size, -size}) {
      const auto shifted = [&](std::size_t i) -> std::optional<double> {
        const std::int64_t from = static_cast<std::int64_t>(i) + shift;
        if (from < 0 || from >= total) return std::nullopt;
        return wrong.expected[static_cast<std::size_t>(from)];
      };
      if (likeness.holds_everywhere(shifted))
        found.push_back(
            fmt::format("{0}[i] holds what belongs into {0}[i {1} {2}], for all i; look at: an index that is off by {2}",
                        wrong.name, shift > 0 ? '+' : '-', size));
    }
}

void find_strides(const WrongOutput& wrong, const Likeness& likeness, Found& found) {
  constexpr std::size_t k_longest = 8;
  for (std::size_t to = 1; to <= k_longest; ++to)
    for (std::size_t from = 1; from <= k_longest; ++from) {
      if (to == from || std::gcd(to, from) != 1) continue;
      const auto strided = [&](std::size_t i) -> std::optional<double> {
        if (i % to != 0 || i / to * from >= wrong.expected.size()) return std::nullopt;
        return wrong.expected[i / to * from];
      };
      const auto place = [](std::size_t stride) { return stride == 1 ? std::string("k") : fmt::format("{} * k", stride); };
      if (likeness.holds_everywhere(strided))
        found.push_back(
            fmt::format("{0}[{1}] holds what belongs into {0}[{2}], for all k; look at: a stride that is {3} in one place "
                        "and {4} in another",
                        wrong.name, place(to), place(from), to, from));
    }
}

void find_orders(const WrongOutput& wrong, const Likeness& likeness, Found& found) {
  const std::size_t total = wrong.expected.size(), dimensions = wrong.shape.size();
  if (likeness.holds_everywhere([&](std::size_t i) { return std::optional(wrong.expected[total - 1 - i]); }))
    found.push_back(fmt::format("{} holds what is expected in reverse order", wrong.name));
  if (dimensions < 2) return;
  const auto rows = static_cast<std::size_t>(wrong.shape[dimensions - 2]),
             columns = static_cast<std::size_t>(wrong.shape.back());
  if (rows < 2 || columns < 2) return;
  const auto transposed = [&](std::size_t i) {
    const std::size_t matrix = i / (rows * columns), at = i % (rows * columns);
    return std::optional(wrong.expected[matrix * rows * columns + at % rows * columns + at / rows]);
  };
  if (likeness.holds_everywhere(transposed))
    found.push_back(fmt::format("{} holds what is expected column by column, transposed; look at: the index, row * {} + column",
                                wrong.name, columns));
}

void find_others(const WrongOutput& wrong, const Likeness& likeness, Found& found) {
  const auto is_held = [&](const std::vector<double>& values) {
    return values.size() == wrong.got.size() &&
           likeness.holds_everywhere([&](std::size_t i) { return std::optional(values[i]); });
  };
  for (const auto& [name, values] : wrong.inputs)
    if (is_held(values))
      found.push_back(
          name == wrong.name
              ? fmt::format("{} holds what it held before the call; look at: in which buffer the result is at the end", name)
              : fmt::format("{} holds a copy of {}; look at: in which buffer the result is at the end", wrong.name, name));
  for (const auto& [name, values] : wrong.other_outputs)
    if (is_held(values))
      found.push_back(fmt::format("{} holds what belongs into {}; look at: buffers that are swapped", wrong.name, name));
}

/// An in-place buffer of pixels of 4 bytes of which the last quarter is unchanged, as by a stride of 3.
void find_an_unchanged_end(const WrongOutput& wrong, const Likeness& likeness, Found& found) {
  constexpr std::size_t k_least = 2;
  const auto before = std::ranges::find(wrong.inputs, wrong.name, &Values::name);
  const std::size_t total = wrong.got.size(), parts = wrong.shape.size() < 2 ? 0 : static_cast<std::size_t>(wrong.shape.back());
  if (parts < 2 || before == wrong.inputs.end() || before->values.size() != total) return;
  std::size_t begin = total;
  while (begin > 0 && wrong.got[begin - 1] == before->values[begin - 1]) --begin;
  const auto unchanged = [&](std::size_t i) { return i >= begin ? std::optional(before->values[i]) : std::nullopt; };
  if (begin != total / parts * (parts - 1) || !likeness.holds_everywhere(unchanged, k_least)) return;
  found.push_back(
      fmt::format("the last of {1} parts of {0} is as it was before the call; look at: a stride that is {2} where {1} belongs",
                  wrong.name, parts, parts - 1));
}

/// What may have been added up: an input, or products of two.
struct Summands {
  std::string of;
  std::vector<double> values;
};

std::vector<Summands> summands_of(const WrongOutput& wrong) {
  std::vector<Summands> all;
  for (std::size_t a = 0; a < wrong.inputs.size(); ++a) {
    all.push_back({wrong.inputs[a].name, wrong.inputs[a].values});
    for (std::size_t b = a + 1; b < wrong.inputs.size(); ++b) {
      const auto &first = wrong.inputs[a].values, &second = wrong.inputs[b].values;
      if (first.size() != second.size()) continue;
      Summands products{fmt::format("{}[i] * {}[i]", wrong.inputs[a].name, wrong.inputs[b].name), first};
      for (std::size_t i = 0; i < first.size(); ++i) products.values[i] *= second[i];
      all.push_back(std::move(products));
    }
  }
  std::erase_if(all, [](const Summands& summands) { return summands.values.size() < k_least_summands; });
  return all;
}

/// The first `taken` of every `period` summands.
struct Part {
  std::size_t taken = 0, period = 0;

  double sum(std::span<const double> values) const {
    double sum = 0;
    for (std::size_t begin = 0; begin < values.size(); begin += period)
      for (std::size_t i = begin; i < std::min(begin + taken, values.size()); ++i) sum += values[i];
    return sum;
  }

  std::string text(const Summands& summands) const {
    const std::size_t count = summands.values.size();
    if (taken + 1 == count && period == count)
      return fmt::format("the sum of all of {} but the last; look at: the guard and the last thread", summands.of);
    if (period >= count)
      return fmt::format(
          "the sum of the first {} of {}, of {}; look at: what adds up the others, a launch that is too small or a loop "
          "that ends too early",
          taken, summands.of, count);
    const auto which =
        taken > 1 ? fmt::format("the first {} of every {}", taken, period) : fmt::format("one of every {}", period);
    return fmt::format(
        "the sum of {} of {} alone; look at: the steps of a tree, which begin with half of the values and end with 1", which,
        summands.of);
  }
};

std::vector<Part> parts_of(std::size_t count) {
  constexpr std::size_t k_longest = 2048;
  std::vector<Part> parts{{count - 1, count}};
  for (std::size_t taken = 1; taken < count; taken *= 2) {
    for (std::size_t period = 2 * taken; period <= k_longest && period < count; period *= 2) parts.push_back({taken, period});
    if (taken + 1 != count) parts.push_back({taken, count});
  }
  return parts;
}

void find_parts_of_a_sum(const WrongOutput& wrong, Found& found) {
  if (wrong.expected.size() != 1 || wrong.type == DType::f16 || wrong.type == DType::bf16) return;
  for (const auto& summands : summands_of(wrong)) {
    double sizes = 0;
    for (const double value : summands.values) sizes += std::abs(value);
    const double allowed = is_floating(wrong.type) ? 1e-5 * sizes : 0;
    const auto is_near = [&](double a, double b) { return std::abs(a - b) <= allowed; };
    const double all = std::accumulate(summands.values.begin(), summands.values.end(), 0.0);
    if (!is_near(all, wrong.expected.front()) || std::abs(wrong.got.front() - all) <= 10 * allowed) continue;
    for (const Part& part : parts_of(summands.values.size()))
      if (is_near(part.sum(summands.values), wrong.got.front()))
        found.push_back(fmt::format("{}[0] is {}", wrong.name, part.text(summands)));
  }
}

}  // namespace

std::string likeness_of(const WrongOutput& wrong) {
  const Likeness likeness(wrong);
  Found found;
  find_parts_of_a_sum(wrong, found);
  find_others(wrong, likeness, found);
  find_shifts(wrong, likeness, found);
  find_orders(wrong, likeness, found);
  // Less than the whole buffer: of a transposed matrix every eighth element, too, is one of a stride.
  if (found.empty()) {
    find_an_unchanged_end(wrong, likeness, found);
    find_strides(wrong, likeness, found);
  }
  return found.size() == 1 ? found.front() : "";
}

}  // namespace judge
