#include "judge/passes/draws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "judge/catalog/fill_buffer.hpp"
#include "judge/util/hash.hpp"

namespace judge {

namespace {

constexpr std::size_t k_most_bytes_ahead = std::size_t{2} << 30;

std::uint64_t seed_of(const Setting& setting, std::size_t index) {
  return seed_of_draw(setting.seed, setting.first_case + index, std::nullopt);
}

}  // namespace

std::uint64_t seed_of_draw(std::uint64_t run_seed, std::size_t index, std::optional<std::uint64_t> turn) {
  const std::string what = turn ? fmt::format("turn {}", *turn) : "first calls";
  const std::string digest = hash_of(fmt::format("{:016x}, case {}, {}", run_seed, index, what));
  return std::stoull(digest.substr(0, 16), nullptr, 16);
}

std::uint64_t seed_of_turn(const Setting& setting, std::size_t index, std::uint64_t turn) {
  return seed_of_draw(setting.seed, setting.first_case + index, turn);
}

std::size_t bytes_of(const Case& test) {
  std::size_t bytes = 0;
  for (const auto& argument : test.arguments)
    if (const auto* buffer = std::get_if<BufferArgument>(&argument)) bytes += buffer->bytes();
  return bytes;
}

DrawnAhead draw_ahead(const Setting& setting, std::size_t index) {
  DrawnAhead ahead{.index = index};
  const Case& test = setting.cases[index];
  if (needs_generate(test) || bytes_of(test) > k_most_bytes_ahead) return ahead;
  ahead.inputs = std::async(std::launch::async,
                            [test, seed = seed_of(setting, index)] { return draw_inputs(Oracle(), fill_buffer, test, seed); });
  return ahead;
}

Draws::Draws(const Setting& setting, const Oracle& oracle, HostSets& sets, DrawnAhead ahead)
    : m_setting(&setting), m_oracle(&oracle), m_sets(&sets), m_ahead(std::move(ahead)) {
  if (m_ahead.inputs.valid() && !has_custom_check(setting.cases[m_ahead.index])) m_kept = m_ahead.index;
}

Result<const PreparedCase*> Draws::prepared(std::size_t index) {
  if (const auto found = m_prepared.find(index); found != m_prepared.end()) return &found->second;
  auto worked = worked_out(index);
  if (!worked) return std::unexpected(worked.error());
  HostSets::Set* const kept = m_kept == index ? &m_sets->keep(index, std::move(worked->host)) : nullptr;
  if (kept) worked->host = std::move(*kept);  // page-locked now
  auto fresh = prepare_case(m_setting->runtime, m_setting->cases[index], seed_of(*m_setting, index), *worked);
  if (kept) *kept = std::move(worked->host);
  if (!fresh) return with_seed(fresh.error());
  return &m_prepared.emplace(index, *std::move(fresh)).first->second;
}

Result<WorkedOut> Draws::worked_out(std::size_t index) {
  if (auto known = m_worked.extract(index)) return std::move(known.mapped());
  auto host = drawn(index);
  if (!host) return with_seed(host.error());
  auto worked = work_out(*m_oracle, m_setting->cases[index], *std::move(host));
  if (!worked) return with_seed(worked.error());
  return worked;
}

Result<void> Draws::work_out_all() {
  std::size_t bytes = 0;
  for (std::size_t index = 0; index < m_setting->cases.size(); ++index) {
    bytes += bytes_of(m_setting->cases[index]);
    if (m_prepared.contains(index) || m_worked.contains(index) || bytes > k_most_bytes_ahead) continue;
    JUDGE_TRY(auto worked, worked_out(index));
    m_worked.emplace(index, std::move(worked));
  }
  return {};
}

// What a reference does wrong may depend on the inputs.
std::unexpected<Error> Draws::with_seed(Error error) const {
  if (m_oracle->is_broken()) error.message += fmt::format("\nrepeat these inputs with --seed {}", m_setting->seed);
  return std::unexpected(std::move(error));
}

Result<std::vector<HostMemory>> Draws::drawn(std::size_t index) {
  if (m_ahead.index == index && m_ahead.inputs.valid()) return m_ahead.inputs.get();
  return inputs(index);
}

Result<std::vector<HostMemory>> Draws::inputs(std::size_t index) const {
  return draw_inputs(*m_oracle, fill_buffer, m_setting->cases[index], seed_of(*m_setting, index));
}

}  // namespace judge
