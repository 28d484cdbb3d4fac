#include "judge/passes/fresh_inputs.hpp"

#include <algorithm>
#include <cstring>

#include "judge/catalog/fill_buffer.hpp"
#include "judge/passes/draws.hpp"
#include "judge/util/parallel.hpp"

namespace judge {

namespace {

// Who leaves waits for those who time, one after another, before it goes on.
constexpr std::chrono::milliseconds k_worth_leaving{150};
constexpr std::size_t k_most_bytes_at_once = std::size_t{4} << 30;
constexpr std::size_t k_zeroed_at_once = 4 << 20;

const BufferArgument* input_at(const Case& test, std::size_t index) {
  const auto* buffer = std::get_if<BufferArgument>(&test.arguments[index]);
  return buffer && buffer->direction != Direction::out ? buffer : nullptr;
}

const BufferArgument* output_at(const Case& test, std::size_t index) {
  const auto* buffer = std::get_if<BufferArgument>(&test.arguments[index]);
  return buffer && buffer->direction != Direction::in ? buffer : nullptr;
}

bool can_be_drawn_on_device(const Case& test) {
  for (std::size_t i = 0; i < test.arguments.size(); ++i)
    if (const auto* buffer = input_at(test, i); buffer && !is_same_for_every_seed(buffer->fill) && !device_draw(*buffer, 0))
      return false;
  return true;
}

void zero(std::span<std::byte> bytes) {
  parallel_for(bytes.size(), k_zeroed_at_once,
               [&](std::size_t begin, std::size_t end) { std::memset(bytes.data() + begin, 0, end - begin); });
}

}  // namespace

Result<FreshInputs> FreshInputs::create(const Setting& setting, const Oracle& oracle, const InputDrawer& drawer, HostSets& sets,
                                        std::size_t index, const PreparedCase& like) {
  FreshInputs fresh;
  fresh.m_setting = &setting;
  fresh.m_oracle = &oracle;
  fresh.m_drawer = &drawer;
  fresh.m_sets = &sets;
  fresh.m_index = index;
  fresh.m_on_device = can_be_drawn_on_device(like.test);
  fresh.m_references_took = oracle.reference_took(like.test);
  fresh.m_case = {.test = like.test, .answer_is_known = false};
  fresh.m_case.buffers.resize(like.buffers.size());
  for (std::size_t i = 0; i < like.buffers.size(); ++i) {
    const DeviceMemory& inputs = like.buffers[i].pristine;
    if (!inputs.data()) continue;
    JUDGE_TRY(fresh.m_case.buffers[i].pristine, DeviceMemory::allocate(setting.runtime, inputs.bytes()));
    JUDGE_CUDA(setting.runtime, cudaMemcpy(fresh.m_case.buffers[i].pristine.data(), inputs.data(), inputs.bytes(),
                                           cuda::MemcpyKind::device_to_device));
  }
  return fresh;
}

Result<const PreparedCase*> FreshInputs::of_turn(std::uint64_t turn) {
  if (!m_drawn || turn != m_turn) JUDGE_CHECK(draw(turn));
  return &m_case;
}

Result<void> FreshInputs::draw(std::uint64_t turn) {
  m_drawn = false;
  m_case.answer_is_known = false;
  m_case.seed = seed_of_turn(*m_setting, m_index, turn);
  if (m_on_device) {
    JUDGE_CHECK(draw_on_device(m_case.seed));
  } else {
    JUDGE_TRY(const auto host, draw_inputs(*m_oracle, fill_buffer, m_case.test, m_case.seed));
    for (std::size_t i = 0; i < host.size(); ++i)
      if (char* const pristine = m_case.buffers[i].pristine.data())
        JUDGE_CUDA(m_setting->runtime,
                   cudaMemcpy(pristine, host[i].data(), m_case.buffers[i].pristine.bytes(), cuda::MemcpyKind::host_to_device));
  }
  m_turn = turn;
  m_drawn = true;
  return {};
}

Result<void> FreshInputs::draw_on_device(std::uint64_t seed) {
  for (std::size_t i = 0; i < m_case.test.arguments.size(); ++i) {
    const auto* buffer = input_at(m_case.test, i);
    if (!buffer) continue;
    if (const auto draw = device_draw(*buffer, seed))
      JUDGE_CHECK(m_drawer->draw(m_case.buffers[i].pristine.data(), *buffer, *draw));
  }
  return {};
}

Result<const PreparedCase*> FreshInputs::with_answer(std::uint64_t turn) {
  if (has_references()) {
    JUDGE_CHECK(fetch(turn, 0));
    JUDGE_CHECK(compute(1));
    JUDGE_CHECK(upload(place_at(0)));
  } else {
    JUDGE_CHECK(of_turn(turn));
    allocate_host();
    JUDGE_CHECK(fetch_into(m_for_check));
    for (std::size_t i = 0; i < m_for_check.size(); ++i)
      if (m_case.buffers[i].pristine.data()) m_case.buffers[i].host_input = std::move(m_for_check[i]);
  }
  m_case.answer_is_known = true;
  return &m_case;
}

bool FreshInputs::is_worth_leaving() const {
  return m_setting->runtime.kind == RuntimeKind::cuda && m_references_took > k_worth_leaving;
}

bool FreshInputs::can_be_drawn_on_host() const {
  for (std::size_t i = 0; i < m_case.test.arguments.size(); ++i)
    if (const auto* buffer = input_at(m_case.test, i); buffer && std::holds_alternative<fill::Normal>(buffer->fill))
      return false;
  return true;
}

std::size_t FreshInputs::at_once(std::size_t turns, bool is_left) const {
  const std::size_t fit = k_most_bytes_at_once / std::max<std::size_t>(bytes_of(m_case.test), 1);
  return std::max<std::size_t>(std::min({turns, fit, is_left ? turns : worth_at_once(turns)}), 1);
}

// New memory, with its mapping in a reference's process, takes about a nanosecond a byte.
std::size_t FreshInputs::worth_at_once(std::size_t turns) const {
  constexpr double k_ns_of_byte = 1;
  const std::size_t count = m_oracle->side_by_side(m_case.test, turns);
  const double saved_ns = static_cast<double>(turns - (turns + count - 1) / count) *
                          static_cast<double>(m_oracle->reference_took(m_case.test).count());
  const double memory_ns = k_ns_of_byte * static_cast<double>((count - 1) * bytes_of(m_case.test));
  return saved_ns > 2 * memory_ns ? count : 1;
}

HostSets::Set& FreshInputs::place_at(std::size_t place) {
  m_turns.resize(std::max(m_turns.size(), place + 1));
  return m_sets->of(m_index, m_case.test, place + 1)[place];
}

Result<void> FreshInputs::fetch(std::uint64_t turn, std::size_t place) {
  JUDGE_CHECK(of_turn(turn));
  JUDGE_CHECK(fetch_into(place_at(place)));
  m_turns[place] = turn;
  return {};
}

Result<void> FreshInputs::draw_on_host(std::uint64_t turn, std::size_t place) {
  HostSets::Set& host = place_at(place);
  for (std::size_t i = 0; i < host.size(); ++i) {
    const auto* buffer = input_at(m_case.test, i);
    if (!buffer) zero(host[i].span());
    else if (!std::holds_alternative<fill::Custom>(buffer->fill))
      JUDGE_CHECK(fill_buffer(*buffer, seed_of_turn(*m_setting, m_index, turn), host[i].span()));
  }
  if (needs_generate(m_case.test))
    JUDGE_CHECK(m_oracle->generate(m_case.test, seed_of_turn(*m_setting, m_index, turn), Oracle::buffers_of(host)));
  m_turns[place] = turn;
  return {};
}

Result<void> FreshInputs::compute(std::size_t count) {
  const auto begin = m_setting->now();
  std::vector<Oracle::Buffers> each;
  for (const HostSets::Set& host : m_sets->of(m_index, m_case.test, count)) each.push_back(Oracle::buffers_of(host));
  JUDGE_CHECK(m_oracle->reference_each(m_case.test, each));
  m_references_took = m_setting->now() - begin;
  return {};
}

Result<const PreparedCase*> FreshInputs::with_inputs_of_answered(std::uint64_t turn) {
  JUDGE_CHECK(of_turn(turn));
  m_case.answer_is_known = true;
  return &m_case;
}

// The inputs on the device are another turn's: of an answer that is there nothing else is looked at.
const PreparedCase* FreshInputs::answered(std::uint64_t turn) {
  m_drawn = false;
  m_case.seed = seed_of_turn(*m_setting, m_index, turn);
  m_case.answer_is_known = true;
  return &m_case;
}

Result<const PreparedCase*> FreshInputs::with_answer_in(std::size_t place) {
  JUDGE_CHECK(upload(place_at(place)));
  return answered(m_turns[place]);
}

std::vector<std::vector<std::byte>> FreshInputs::answer_in(std::size_t place) {
  const HostSets::Set& host = place_at(place);
  std::vector<std::vector<std::byte>> answer(host.size());
  for (std::size_t i = 0; i < host.size(); ++i)
    if (output_at(m_case.test, i)) answer[i].assign(host[i].span().begin(), host[i].span().end());
  return answer;
}

Result<const PreparedCase*> FreshInputs::with_known_answer(std::uint64_t turn,
                                                           const std::vector<std::vector<std::byte>>& answer) {
  for (std::size_t i = 0; i < answer.size(); ++i)
    if (!answer[i].empty()) JUDGE_CHECK(upload_output(i, answer[i]));
  return answered(turn);
}

void FreshInputs::allocate_host() {
  if (has_references()) {
    place_at(0);
  } else if (m_for_check.empty()) {
    m_for_check.resize(m_case.test.arguments.size());
    for (std::size_t i = 0; i < m_for_check.size(); ++i)
      if (const auto* buffer = std::get_if<BufferArgument>(&m_case.test.arguments[i]))
        m_for_check[i] = HostMemory(buffer->bytes());
  }
}

// Inputs as they were drawn; outputs zeroed.
Result<void> FreshInputs::fetch_into(HostSets::Set& host) {
  for (std::size_t i = 0; i < host.size(); ++i) {
    auto& [pristine, expected, host_input] = m_case.buffers[i];
    if (host_input.data()) host[i] = std::move(host_input);
    if (pristine.data())
      JUDGE_CUDA(m_setting->runtime,
                 cudaMemcpy(host[i].data(), pristine.data(), pristine.bytes(), cuda::MemcpyKind::device_to_host));
    else if (host[i].data()) zero(host[i].span());
  }
  return {};
}

Result<void> FreshInputs::upload(const HostSets::Set& host) {
  for (std::size_t i = 0; i < host.size(); ++i)
    if (output_at(m_case.test, i)) JUDGE_CHECK(upload_output(i, host[i].span()));
  return {};
}

Result<void> FreshInputs::upload_output(std::size_t argument, std::span<const std::byte> values) {
  DeviceMemory& expected = m_case.buffers[argument].expected;
  if (!expected.data()) {
    JUDGE_TRY(expected, DeviceMemory::allocate(m_setting->runtime, values.size()));
  }
  JUDGE_CUDA(m_setting->runtime,
             cudaMemcpy(expected.data(), values.data(), expected.bytes(), cuda::MemcpyKind::host_to_device));
  return {};
}

}  // namespace judge
