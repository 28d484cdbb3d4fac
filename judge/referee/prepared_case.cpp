#include "judge/referee/prepared_case.hpp"

#include <algorithm>

namespace judge {

namespace {

// From here on page-locking for one copy costs less than the driver's staging.
constexpr std::size_t k_worth_locking_bytes = 16 << 20;

Result<DeviceMemory> upload(const Runtime& runtime, const HostMemory& host) {
  const std::size_t bytes = host.span().size();
  JUDGE_TRY(auto memory, DeviceMemory::allocate(runtime, bytes));
  const auto pages = host.pages();
  const bool locked = runtime.kind == RuntimeKind::cuda && bytes >= k_worth_locking_bytes &&
                      runtime.cuda.cudaHostRegister(pages.data(), pages.size(), 0) == cuda::success;
  JUDGE_CUDA(runtime, cudaMemcpy(memory.data(), host.data(), bytes, cuda::MemcpyKind::host_to_device));
  if (locked) runtime.cuda.cudaHostUnregister(pages.data());
  runtime.cuda.cudaGetLastError();  // there may be no more memory to lock: then the copy took its time
  return memory;
}

}  // namespace

bool needs_generate(const Case& test) {
  for (const auto& argument : test.arguments)
    if (const auto* buffer = std::get_if<BufferArgument>(&argument))
      if (buffer->direction != Direction::out && std::holds_alternative<fill::Custom>(buffer->fill)) return true;
  return false;
}

bool has_custom_check(const Case& test) {
  for (const auto& argument : test.arguments)
    if (const auto* buffer = std::get_if<BufferArgument>(&argument))
      if (buffer->direction != Direction::in && buffer->checker.kind == CheckerKind::custom) return true;
  return false;
}

Result<std::vector<HostMemory>> draw_inputs(const Oracle& oracle, const Filler& fill, const Case& test, std::uint64_t seed) {
  std::vector<HostMemory> host(test.arguments.size());
  for (std::size_t i = 0; i < test.arguments.size(); ++i) {
    const auto* buffer = std::get_if<BufferArgument>(&test.arguments[i]);
    if (!buffer) continue;
    host[i] = HostMemory(buffer->bytes());
    if (buffer->direction == Direction::out || std::holds_alternative<fill::Custom>(buffer->fill)) continue;
    JUDGE_CHECK(fill(*buffer, seed, host[i].span()));
  }
  if (needs_generate(test)) JUDGE_CHECK(oracle.generate(test, seed, Oracle::buffers_of(host)));
  return host;
}

Result<WorkedOut> work_out(const Oracle& oracle, const Case& test, std::vector<HostMemory> host, InputsOf use) {
  WorkedOut worked{.host = std::move(host)};
  worked.before.resize(test.arguments.size());
  if (has_custom_check(test)) return worked;
  for (std::size_t i = 0; i < test.arguments.size(); ++i) {
    const auto* buffer = std::get_if<BufferArgument>(&test.arguments[i]);
    if (!buffer || buffer->direction != Direction::inout || use == InputsOf::no_further_use) continue;
    worked.before[i] = HostMemory(buffer->bytes());
    std::ranges::copy(worked.host[i].span(), worked.before[i].data());
  }
  const auto buffers = Oracle::buffers_of(worked.host);
  JUDGE_CHECK(oracle.reference_each(test, {&buffers, 1}));
  return worked;
}

static const BufferArgument* buffer_at(const Case& test, std::size_t index) {
  return std::get_if<BufferArgument>(&test.arguments[index]);
}

Result<PreparedCase> upload_inputs(const Runtime& runtime, const Case& test, std::uint64_t seed,
                                   std::span<const HostMemory> inputs) {
  PreparedCase prepared{.test = test, .seed = seed};
  prepared.buffers.resize(test.arguments.size());
  for (std::size_t i = 0; i < test.arguments.size(); ++i)
    if (const auto* buffer = buffer_at(test, i); buffer && buffer->direction != Direction::out) {
      JUDGE_TRY(prepared.buffers[i].pristine, upload(runtime, inputs[i]));
    }
  return prepared;
}

Result<void> upload_answers(const Runtime& runtime, PreparedCase& prepared, WorkedOut& worked) {
  const bool is_custom = has_custom_check(prepared.test);
  for (std::size_t i = 0; i < prepared.buffers.size(); ++i) {
    const auto* buffer = buffer_at(prepared.test, i);
    if (!buffer) continue;
    auto& [pristine, expected, host_input] = prepared.buffers[i];
    if (is_custom) {
      if (pristine.data()) host_input = std::move(worked.host[i]);
    } else if (buffer->direction != Direction::in) {
      JUDGE_TRY(expected, upload(runtime, worked.host[i]));
    }
  }
  return {};
}

Result<PreparedCase> prepare_case(const Runtime& runtime, const Case& test, std::uint64_t seed, WorkedOut& worked) {
  for (std::size_t i = 0; i < worked.before.size(); ++i)
    if (worked.before[i].data()) std::swap(worked.host[i], worked.before[i]);
  auto prepared = upload_inputs(runtime, test, seed, worked.host);
  for (std::size_t i = 0; i < worked.before.size(); ++i)
    if (worked.before[i].data()) std::swap(worked.host[i], worked.before[i]);
  if (prepared) JUDGE_CHECK(upload_answers(runtime, *prepared, worked));
  return prepared;
}

}  // namespace judge
