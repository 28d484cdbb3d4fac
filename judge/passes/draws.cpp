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
  upload_ahead();
  auto fresh = prepare(index);
  if (!fresh) return with_seed(fresh.error());
  return &m_prepared.emplace(index, *std::move(fresh)).first->second;
}

// The case that is timed, while calls on smaller ones are made: page-locking and copying its inputs may take as long as all of these.
void Draws::upload_ahead() {
  using namespace std::chrono_literals;
  if (m_setting->runtime.kind != RuntimeKind::cuda || !m_ahead.inputs.valid() ||
      m_ahead.inputs.wait_for(0s) != std::future_status::ready)
    return;
  m_uploaded = std::async(std::launch::async, [this]() -> Result<Uploaded> {
    JUDGE_TRY(auto host, m_ahead.inputs.get());
    return upload(m_ahead.index, std::move(host));
  });
}

Result<Draws::Uploaded> Draws::upload(std::size_t index, std::vector<HostMemory> host) {
  lock_pages(index, host);
  JUDGE_TRY(auto prepared, upload_inputs(m_setting->runtime, m_setting->cases[index], seed_of(*m_setting, index), host));
  return Uploaded{std::move(host), std::move(prepared)};
}

Result<PreparedCase> Draws::prepare(std::size_t index) {
  const Case& test = m_setting->cases[index];
  if (auto known = m_worked.extract(index)) {
    WorkedOut worked = std::move(known.mapped());
    lock_pages(index, worked.host);
    auto prepared = prepare_case(m_setting->runtime, test, seed_of(*m_setting, index), worked);
    keep_pages(index, std::move(worked.host));
    return prepared;
  }
  std::optional<Uploaded> uploaded;
  if (m_uploaded.valid() && index == m_ahead.index) {
    JUDGE_TRY(uploaded, m_uploaded.get());
  } else {
    JUDGE_TRY(auto host, drawn(index));
    JUDGE_TRY(uploaded, upload(index, std::move(host)));
  }
  JUDGE_TRY(auto worked, work_out(*m_oracle, test, std::move(uploaded->host), InputsOf::no_further_use));
  JUDGE_CHECK(upload_answers(m_setting->runtime, uploaded->prepared, worked));
  keep_pages(index, std::move(worked.host));
  return std::move(uploaded->prepared);
}

void Draws::lock_pages(std::size_t index, std::vector<HostMemory>& host) {
  if (m_kept == index) host = std::move(m_sets->keep(index, std::move(host)));
}

void Draws::keep_pages(std::size_t index, std::vector<HostMemory> host) {
  if (m_kept == index) m_sets->of(index, m_setting->cases[index], 1).front() = std::move(host);
}

Result<void> Draws::work_out_all() {
  std::size_t bytes = 0;
  for (std::size_t index = 0; index < m_setting->cases.size(); ++index) {
    bytes += bytes_of(m_setting->cases[index]);
    if (m_prepared.contains(index) || m_worked.contains(index) || bytes > k_most_bytes_ahead) continue;
    auto host = drawn(index);
    if (!host) return with_seed(host.error());
    auto worked = work_out(*m_oracle, m_setting->cases[index], *std::move(host), InputsOf::later_use);
    if (!worked) return with_seed(worked.error());
    m_worked.emplace(index, *std::move(worked));
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
