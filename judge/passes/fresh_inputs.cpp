#include "judge/passes/fresh_inputs.hpp"

#include <cstring>

#include "judge/catalog/fill_buffer.hpp"
#include "judge/passes/draws.hpp"

namespace judge {

namespace {

// Who leaves waits for those who time, one after another, before it goes on.
constexpr std::chrono::milliseconds k_worth_leaving{150};

const BufferArgument* input_at(const Case& test, std::size_t index) {
  const auto* buffer = std::get_if<BufferArgument>(&test.arguments[index]);
  return buffer && buffer->direction != Direction::out ? buffer : nullptr;
}

bool can_be_drawn_on_device(const Case& test) {
  for (std::size_t i = 0; i < test.arguments.size(); ++i)
    if (const auto* buffer = input_at(test, i); buffer && !is_same_for_every_seed(buffer->fill) && !device_draw(*buffer, 0))
      return false;
  return true;
}

}  // namespace

Result<FreshInputs> FreshInputs::create(const Setting& setting, const Oracle& oracle, const InputDrawer& drawer,
                                        std::size_t index, const PreparedCase& like) {
  FreshInputs fresh;
  fresh.m_setting = &setting;
  fresh.m_oracle = &oracle;
  fresh.m_drawer = &drawer;
  fresh.m_index = index;
  fresh.m_on_device = can_be_drawn_on_device(like.test);
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

FreshInputs::~FreshInputs() {
  for (const HostMemory& memory : m_host)
    if (memory.data() && m_setting->runtime.kind == RuntimeKind::cuda &&
        m_setting->runtime.cuda.cudaHostUnregister(memory.pages().data()))
      m_setting->runtime.cuda.cudaGetLastError();  // it could not be locked
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
  JUDGE_CHECK(of_turn(turn));
  allocate_host();
  JUDGE_CHECK(fetch_into(m_host));
  m_case.answer_is_known = true;
  if (has_custom_check(m_case.test)) {
    for (std::size_t i = 0; i < m_host.size(); ++i)
      if (m_case.buffers[i].pristine.data()) m_case.buffers[i].host_input = std::move(m_host[i]);
  } else {
    JUDGE_CHECK(compute_in(m_host));
    JUDGE_CHECK(upload(m_host));
  }
  return &m_case;
}

bool FreshInputs::is_worth_leaving() const {
  return m_setting->runtime.kind == RuntimeKind::cuda && m_reference_took > k_worth_leaving && !has_custom_check(m_case.test);
}

Result<FreshInputs::OnHost> FreshInputs::fetch(std::uint64_t turn) {
  JUDGE_CHECK(of_turn(turn));
  OnHost host{turn, std::vector<HostMemory>(m_case.test.arguments.size())};
  for (std::size_t i = 0; i < host.buffers.size(); ++i)
    if (const auto* buffer = std::get_if<BufferArgument>(&m_case.test.arguments[i]))
      host.buffers[i] = HostMemory(buffer->bytes());
  JUDGE_CHECK(fetch_into(host.buffers));
  return host;
}

Result<void> FreshInputs::compute(OnHost& host) { return compute_in(host.buffers); }

// The inputs on the device are another turn's: of an answer that is there nothing else is looked at.
Result<const PreparedCase*> FreshInputs::with_answer(const OnHost& host) {
  JUDGE_CHECK(upload(host.buffers));
  m_drawn = false;
  m_case.seed = seed_of_turn(*m_setting, m_index, host.turn);
  m_case.answer_is_known = true;
  return &m_case;
}

void FreshInputs::allocate_host() {
  if (!m_host.empty()) return;
  m_host.resize(m_case.test.arguments.size());
  for (std::size_t i = 0; i < m_host.size(); ++i) {
    const auto* buffer = std::get_if<BufferArgument>(&m_case.test.arguments[i]);
    if (!buffer) continue;
    m_host[i] = HostMemory(buffer->bytes());
    // Best effort: where no memory can be locked, copies take longer.
    if (m_setting->runtime.kind != RuntimeKind::cuda || has_custom_check(m_case.test)) continue;
    if (m_setting->runtime.cuda.cudaHostRegister(m_host[i].pages().data(), m_host[i].pages().size(), 0))
      m_setting->runtime.cuda.cudaGetLastError();
  }
}

// Inputs as they were drawn; outputs zeroed.
Result<void> FreshInputs::fetch_into(std::vector<HostMemory>& host) {
  for (std::size_t i = 0; i < host.size(); ++i) {
    auto& [pristine, expected, host_input] = m_case.buffers[i];
    if (host_input.data()) host[i] = std::move(host_input);
    if (pristine.data())
      JUDGE_CUDA(m_setting->runtime,
                 cudaMemcpy(host[i].data(), pristine.data(), pristine.bytes(), cuda::MemcpyKind::device_to_host));
    else if (host[i].data()) std::memset(host[i].data(), 0, host[i].span().size());
  }
  return {};
}

Result<void> FreshInputs::compute_in(const std::vector<HostMemory>& host) {
  const auto begin = m_setting->now();
  JUDGE_CHECK(m_oracle->reference(m_case.test, Oracle::buffers_of(host)));
  m_reference_took = m_setting->now() - begin;
  return {};
}

Result<void> FreshInputs::upload(const std::vector<HostMemory>& host) {
  for (std::size_t i = 0; i < host.size(); ++i) {
    const auto* buffer = std::get_if<BufferArgument>(&m_case.test.arguments[i]);
    if (!buffer || buffer->direction == Direction::in) continue;
    DeviceMemory& expected = m_case.buffers[i].expected;
    if (!expected.data()) {
      JUDGE_TRY(expected, DeviceMemory::allocate(m_setting->runtime, host[i].span().size()));
    }
    JUDGE_CUDA(m_setting->runtime,
               cudaMemcpy(expected.data(), host[i].data(), expected.bytes(), cuda::MemcpyKind::host_to_device));
  }
  return {};
}

}  // namespace judge
