#include "judge/verify/unwritten.hpp"

#include <algorithm>
#include <cstring>

#include "judge/catalog/fill_buffer.hpp"
#include "judge/passes/draws.hpp"
#include "judge/referee/prepared_case.hpp"
#include "judge/util/units.hpp"
#include "judge/verdict/texts.hpp"

namespace judge {

namespace {

constexpr std::size_t k_most_bytes = 4 << 20;

/// An ordinary number in every type.
std::byte content_of(DType type) { return type == DType::boolean ? std::byte{1} : std::byte{0x4b}; }

struct Left {
  std::int64_t count = 0, first = -1;
};

/// What reference() has left of `content`; nothing if it adds to what is there.
Left left_of(const BufferArgument& buffer, std::span<const std::byte> right, std::span<const std::byte> filled) {
  const std::size_t size = size_of(buffer.type);
  const std::vector<std::byte> zero(size), content(size, content_of(buffer.type));
  const auto is = [&](std::span<const std::byte> bytes, std::size_t element, const std::vector<std::byte>& what) {
    return std::memcmp(&bytes[element * size], what.data(), size) == 0;
  };
  Left left;
  for (std::size_t i = 0; i * size < right.size(); ++i) {
    if (std::memcmp(&right[i * size], &filled[i * size], size) == 0) continue;
    if (!is(right, i, zero) || !is(filled, i, content)) return {};
    if (left.count++ == 0) left.first = static_cast<std::int64_t>(i);
  }
  return left;
}

}  // namespace

Result<void> UnwrittenTest::test(const Case& test, std::uint64_t seed, const std::vector<HostMemory>& right) {
  const auto looked_at = [&](std::size_t i) -> const BufferArgument* {
    const auto* const buffer = std::get_if<BufferArgument>(&test.arguments[i]);
    const bool is_wanted = buffer && buffer->direction == Direction::out && buffer->arrival == Arrival::poisoned &&
                           buffer->checker.kind != CheckerKind::custom && buffer->bytes() > 0;
    return is_wanted ? buffer : nullptr;
  };
  bool has_any = false;
  for (std::size_t i = 0; i < test.arguments.size(); ++i) has_any |= looked_at(i) != nullptr;
  if (m_is_broken || !has_any || bytes_of(test) > k_most_bytes) return {};
  JUDGE_TRY(auto filled, draw_inputs(m_oracle, fill_buffer, test, seed));
  for (std::size_t i = 0; i < filled.size(); ++i)
    if (const auto* const buffer = looked_at(i)) std::ranges::fill(filled[i].span(), content_of(buffer->type));
  m_is_broken = !m_oracle.reference(test, Oracle::buffers_of(filled));
  if (m_is_broken) return {};
  m_has_looked = true;
  for (std::size_t i = 0; i < filled.size(); ++i) {
    const auto* const buffer = looked_at(i);
    const Left left = buffer ? left_of(*buffer, right[i].span(), filled[i].span()) : Left{};
    if (left.count == 0) continue;
    if (m_found.empty())
      m_found = fmt::format("reference() does not write {} of {} of {}, first {}: 0 is expected there",
                            format_count(left.count), count_of(buffer->elements(), "element"), buffer->name,
                            element_name(buffer->name, buffer->shape, left.first));
    m_cases.push_back(test.name);
    return {};
  }
  return {};
}

std::optional<SoundnessResult> UnwrittenTest::result() const {
  if (!m_has_looked) return std::nullopt;
  SoundnessResult result{.name = "reference writes all", .found = "every element of the outputs"};
  if (m_cases.empty()) return result;
  result.state = SoundnessResult::State::failed;
  result.found = m_found;
  result.advice =
      "every attempt must have a 0 there. Write all elements in reference(), zeros too. If an attempt may leave them, say so "
      "in\n"
      "problem.json: \"arrives\": \"zeroed\" where zeros are there before the call, \"checker\": \"custom\" where any value is "
      "right";
  result.cases = m_cases;
  return result;
}

}  // namespace judge
