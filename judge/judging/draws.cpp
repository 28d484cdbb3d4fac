#include "judge/judging/draws.hpp"

#include <algorithm>

#include "judge/catalog/fill_buffer.hpp"

namespace judge {

namespace {

constexpr std::size_t k_most_bytes_ahead = std::size_t{2} << 30;

// The finaliser of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014).
std::uint64_t mix(std::uint64_t value) {
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
  value = (value ^ value >> 27) * 0x94d049bb133111ebu;
  return value ^ value >> 31;
}

std::uint64_t seed_of(const Setting& setting, std::size_t index, int draw) {
  return mix(setting.seed + 0x9e3779b97f4a7c15u * (index * 64 + static_cast<std::size_t>(draw) + 1));
}

}  // namespace

std::size_t bytes_of(const Case& test) {
  std::size_t bytes = 0;
  for (const auto& argument : test.arguments)
    if (const auto* buffer = std::get_if<BufferArgument>(&argument)) bytes += buffer->bytes();
  return bytes;
}

DrawnAhead draw_ahead(const Setting& setting, std::size_t index, int draws) {
  DrawnAhead ahead;
  const Case& test = setting.cases[index];
  if (needs_generate(test)) return ahead;
  const std::size_t bytes = std::max(bytes_of(test), std::size_t{1});
  std::vector<std::pair<std::uint64_t, std::promise<Result<std::vector<HostMemory>>>>> work;
  for (int draw = 0; draw < draws && static_cast<std::size_t>(draw + 1) <= k_most_bytes_ahead / bytes; ++draw) {
    work.emplace_back(seed_of(setting, index, draw), std::promise<Result<std::vector<HostMemory>>>());
    ahead.inputs[{index, draw}] = work.back().second.get_future();
  }
  ahead.worker = std::async(std::launch::async, [test, work = std::move(work)]() mutable {
    for (auto& [seed, result] : work) result.set_value(draw_inputs(Oracle(), fill_buffer, test, seed));
  });
  return ahead;
}

Draws::Draws(const Setting& setting, const Oracle& oracle, DrawnAhead ahead)
    : m_setting(&setting), m_oracle(&oracle), m_ahead(std::move(ahead)) {}

Result<const PreparedCase*> Draws::prepared(std::size_t index, int draw) {
  const auto key = std::pair(index, draw);
  if (const auto found = m_prepared.find(key); found != m_prepared.end()) return &found->second;
  auto host = drawn(index, draw);
  if (!host) return with_seed(host.error());
  auto fresh =
      prepare_case(m_setting->runtime, *m_oracle, m_setting->cases[index], seed_of(*m_setting, index, draw), *std::move(host));
  if (!fresh) return with_seed(fresh.error());
  return &m_prepared.emplace(key, *std::move(fresh)).first->second;
}

// What a reference does wrong may depend on the inputs.
std::unexpected<Error> Draws::with_seed(Error error) const {
  if (m_oracle->is_broken()) error.message += fmt::format("\nrepeat these inputs with --seed {}", m_setting->seed);
  return std::unexpected(std::move(error));
}

Result<std::vector<HostMemory>> Draws::drawn(std::size_t index, int draw) {
  if (auto ahead = m_ahead.inputs.extract({index, draw})) return ahead.mapped().get();
  return draw_inputs(*m_oracle, fill_buffer, m_setting->cases[index], seed_of(*m_setting, index, draw));
}

Result<std::vector<HostMemory>> Draws::inputs(std::size_t index) const {
  return draw_inputs(*m_oracle, fill_buffer, m_setting->cases[index], seed_of(*m_setting, index, 0));
}

int Draws::that_fit(std::size_t index, int wanted) const {
  std::size_t free_bytes = 0, total_bytes = 0;
  const std::size_t bytes = bytes_of(m_setting->cases[index]);
  if (m_setting->runtime.cuda.cudaMemGetInfo(&free_bytes, &total_bytes) != cuda::success) return 1;
  // Half of what is free stays for the attempts.
  for (int draws = wanted; draws > 1; --draws)
    if (static_cast<std::size_t>(draws) * bytes < free_bytes / 2) return draws;
  return 1;
}

}  // namespace judge
