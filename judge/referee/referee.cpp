#include "judge/referee/referee.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <span>

#include "judge/model/clock_page.hpp"
#include "judge/referee/output_digests.hpp"
#include "judge/referee/scalar_bits.hpp"

namespace judge {

Result<Referee> Referee::create(const Runtime& runtime, DeviceLibrary kernels, const Oracle& oracle,
                                const std::vector<Case>& cases, std::uint64_t seed) {
  if (cases.empty()) return fail("the problem has no cases");
  Referee referee;
  referee.m_runtime = &runtime;
  referee.m_oracle = &oracle;
  referee.m_kernels = kernels;
  referee.m_random.seed(seed);
  JUDGE_TRY(referee.m_slabs, Slabs::allocate(runtime, cases));
  JUDGE_TRY(referee.m_early_look, EarlyLook::create(runtime));
  JUDGE_TRY(referee.m_reports, DeviceMemory::allocate(runtime, (3 * cases.front().arguments.size() + 1) * sizeof(Report)));
  return referee;
}

// Whole pages of a file are given back, which costs nothing where nobody has written to them.
static void clear_pages(std::span<char> range) {
  constexpr std::uintptr_t k_page_bytes = 4096;
  const auto begin = reinterpret_cast<std::uintptr_t>(range.data()), end = begin + range.size();
  const auto first = std::min(end, (begin + k_page_bytes - 1) / k_page_bytes * k_page_bytes),
             last = std::max(first, end / k_page_bytes * k_page_bytes);
  const auto pages = range.subspan(first - begin, last - first);
  if (pages.empty() || ::madvise(pages.data(), pages.size(), MADV_REMOVE) != 0) std::ranges::fill(pages, '\0');
  std::ranges::fill(range.first(first - begin), '\0');
  std::ranges::fill(range.subspan(last - begin), '\0');
}

// All players have the slabs open. What one leaves beside the buffers is nothing that the next may read: it could be the answer.
Result<void> Referee::erase_notes(const Player& player, std::span<const Slabs::Window> windows) {
  if (std::exchange(m_last_player, player.number()) == player.number()) return {};
  for (const std::span<char> range : m_slabs.beside(windows)) {
    if (m_slabs.kind() == RuntimeKind::emulated) clear_pages(range);
    else JUDGE_CUDA(*m_runtime, cudaMemsetAsync(range.data(), 0, range.size(), nullptr));
  }
  return {};
}

Result<Placed> Referee::place(const PreparedCase& prepared, std::vector<Slabs::Window> windows, OutputContent content,
                              std::uint32_t poison) {
  Placed placed{.windows = std::move(windows), .content = content, .poison = poison, .sample_seed = m_random()};
  for (std::size_t i = 0; i < prepared.test.arguments.size(); ++i) {
    const auto& window = placed.windows[i];
    if (window.slab < 0) continue;
    const auto& buffer = std::get<BufferArgument>(prepared.test.arguments[i]);
    const std::uint32_t word = placed.red_zone_word(buffer, i);
    JUDGE_CHECK(m_kernels.fill(window.pointer - window.red_before, window.red_before, word));
    JUDGE_CHECK(m_kernels.fill(window.pointer + window.bytes, window.red_after, word));
    if (buffer.direction == Direction::out)
      JUDGE_CHECK(m_kernels.fill(window.pointer, window.bytes, placed.content_of(buffer)));
    else
      JUDGE_CUDA(*m_runtime, cudaMemcpyAsync(window.pointer, prepared.buffers[i].pristine.data(), window.bytes,
                                             cuda::MemcpyKind::device_to_device, nullptr));
  }
  return placed;
}

static protocol::Call request(const PreparedCase& prepared, const Placed& placed, const Referee::CallOptions& options) {
  protocol::Call call{.bracket = options.bracket,
                      .cold_l2 = options.l2 == Referee::L2::cold,
                      .by_operation = options.detail == Referee::Detail::by_operation,
                      .sample_seed = placed.sample_seed,
                      .gives_decoys = options.host_code == Referee::HostCode::gets_decoys,
                      .refused = options.refused,
                      .records = options.source == Referee::CallOptions::Source::solve_recorded,
                      .plays_back = options.source == Referee::CallOptions::Source::recording};
  for (std::size_t i = 0; i < prepared.test.arguments.size(); ++i) {
    const auto& argument = prepared.test.arguments[i];
    if (const auto* scalar = std::get_if<ScalarArgument>(&argument)) {
      call.arguments.push_back({.type = scalar->type, .bits = bits_of(scalar->type, scalar->value)});
      continue;
    }
    const auto& window = placed.windows[i];
    call.arguments.push_back({.slab = window.slab,
                              .offset = window.offset,
                              .bytes = window.bytes,
                              .red_before = window.red_before,
                              .red_after = window.red_after,
                              .read_only = std::get<BufferArgument>(argument).direction == Direction::in,
                              .holds_input = std::get<BufferArgument>(argument).holds_something()});
  }
  return call;
}

static Outcome done_late(const std::string& buffer) {
  return outcome::Cheated{
      fmt::format("solve() returns before its work is done: {} still changed afterwards\n"
                  "look at: a thread that is not joined, a timer or a signal that still comes; work on the device need not be "
                  "waited for, the clock runs until it is done",
                  buffer)};
}

// Says the attempt's process: a name that is none of an argument's is not repeated.
static Outcome touched_by_host(const PreparedCase& prepared, const std::string& name) {
  Fault fault{.kind = Fault::Kind::host_access,
              .in_kernel = false,
              .note = "seen in a call in which host code and kernels have different memory, as on a GPU"};
  fault.thing = "device memory";  // the page is known, the element is not
  for (const auto& argument : prepared.test.arguments) {
    const auto* buffer = std::get_if<BufferArgument>(&argument);
    if (!buffer || buffer->name != name) continue;
    fault.buffer = fault.thing = name;
    fault.is_write = buffer->direction == Direction::out;
  }
  return outcome::Faulted{std::move(fault)};
}

static Outcome cuda_error(const protocol::Returned& returned) {
  return outcome::CudaError{returned.error, returned.error_name, returned.error_text, returned.error_call};
}

// What the player has to have seen when its clock stopped.
Result<void> Referee::sum_outputs(const PreparedCase& prepared, const Placed& placed) {
  auto* device_sum = reinterpret_cast<std::uint64_t*>(m_reports.data() + m_reports.bytes() - sizeof(Report));
  for (std::size_t i = 0; i < prepared.test.arguments.size(); ++i) {
    const auto* buffer = std::get_if<BufferArgument>(&prepared.test.arguments[i]);
    if (!buffer || buffer->direction == Direction::in || buffer->memory != MemoryPlace::device) continue;
    const auto& window = placed.windows[i];
    JUDGE_CHECK(m_kernels.sample(window.pointer, window.bytes, placed.sample_seed, device_sum));
  }
  return {};
}

// A player that does not look where it can hides something.
static bool has_outputs_to_look_at(const PreparedCase& prepared, const Placed& placed) {
  std::size_t outputs = 0;
  for (std::size_t i = 0; i < prepared.test.arguments.size(); ++i) {
    const auto* buffer = std::get_if<BufferArgument>(&prepared.test.arguments[i]);
    outputs +=
        buffer && buffer->direction != Direction::in && buffer->memory == MemoryPlace::device && placed.windows[i].bytes > 0;
  }
  return outputs > 0 && outputs <= k_most_outputs_looked_at;
}

// Of outputs that were just placed.
Result<std::uint64_t> Referee::longest_gap(std::uint64_t cycles) const {
  char* const device_gap = m_reports.data() + m_reports.bytes() - sizeof(Report);
  JUDGE_CHECK(m_kernels.watch(cycles, reinterpret_cast<std::uint64_t*>(device_gap)));
  std::uint64_t gap = 0;
  JUDGE_CUDA(*m_runtime, cudaMemcpy(&gap, device_gap, sizeof gap, cuda::MemcpyKind::device_to_host));
  return gap;
}

Result<std::uint64_t> Referee::output_sum(const PreparedCase& prepared, const Placed& placed) {
  char* const device_sum = m_reports.data() + m_reports.bytes() - sizeof(Report);
  JUDGE_CUDA(*m_runtime, cudaMemsetAsync(device_sum, 0, sizeof(Report), nullptr));
  JUDGE_CHECK(sum_outputs(prepared, placed));
  std::uint64_t sum = 0;
  JUDGE_CUDA(*m_runtime, cudaMemcpy(&sum, device_sum, sizeof sum, cuda::MemcpyKind::device_to_host));
  return sum;
}

Result<Referee::CallResult> Referee::call(Player& player, const PreparedCase& prepared, const CallOptions& options) {
  return call_with(OutputContent{}, player, prepared, options);
}

static Slabs::Layout layout_for(const Player& player, std::uint64_t shift) {
  const bool as_on_gpu = player.memory() == Player::MemoryLayout::of_gpu;
  return {.shift = shift, .ends = as_on_gpu ? Slabs::Ends::as_on_gpu : Slabs::Ends::at_guard};
}

Player::Answer<Player::Called> Referee::call_nothing(Player& player, const PreparedCase& prepared,
                                                     const CallOptions& options) const {
  const Placed nothing{.windows = m_slabs.windows(prepared.test, layout_for(player, options.shift))};
  return player.call(request(prepared, nothing, options), prepared.test.time_limit, {});
}

Result<Referee::CallResult> Referee::call_with(OutputContent content, Player& player, const PreparedCase& prepared,
                                               const CallOptions& options) {
  auto windows = m_slabs.windows(prepared.test, layout_for(player, options.shift));
  JUDGE_CHECK(erase_notes(player, windows));
  JUDGE_TRY(auto placed, place(prepared, std::move(windows), content, static_cast<std::uint32_t>(m_random())));
  const bool is_cold = options.bracket != Bracket::none && options.l2 == L2::cold;
  if (is_cold && m_runtime->kind == RuntimeKind::cuda) JUDGE_CHECK(m_cold_cache.empty(*m_runtime, m_kernels));
  else JUDGE_CUDA(*m_runtime, cudaDeviceSynchronize());
  const bool looks_for_early_work = options.early_work == EarlyWork::is_looked_for && options.bracket == Bracket::blocked;
  std::uint64_t sum_before = 0;
  if (looks_for_early_work) {
    JUDGE_TRY(sum_before, output_sum(prepared, placed));
  }
  m_early_look.choose(prepared, placed, m_random);
  std::optional<Result<std::vector<Check>>> begun;  // checks, while the answer is under way
  const auto when_done = [&] {
    m_early_look.look();
    // No host code of the attempt's is there that could still change something.
    if (options.source == CallOptions::Source::recording) begun = begin_inspection(prepared, placed, OutputSum::is_wanted);
  };
  const auto returned = player.call(request(prepared, placed, options), std::min(prepared.test.time_limit, options.most_time),
                                    {.when_done = when_done, .looks_for_early_work = looks_for_early_work});
  if (!returned) return CallResult{.outcome = returned.error(), .placed = std::move(placed)};
  CallResult result{.outcome = outcome::Passed{}, .placed = std::move(placed), .returned = *returned};
  result.works_early =
      looks_for_early_work && has_outputs_to_look_at(prepared, result.placed) && returned->early_sum != sum_before;
  auto findings = player.take_findings();
  if (!returned->trace.forbidden_call.empty()) {
    result.outcome = outcome::ForbiddenCall{returned->trace.forbidden_call};
  } else if (returned->error && !returned->error_is_pending) {
    result.outcome = cuda_error(*returned);
  } else if (!returned->trace.touched_by_host.empty()) {
    result.outcome = touched_by_host(prepared, returned->trace.touched_by_host);
  } else if (!returned->trace.changed_late.empty()) {
    result.outcome = done_late(returned->trace.changed_late);
  } else {
    std::uint64_t sum = 0;
    if (!begun) begun = begin_inspection(prepared, result.placed, OutputSum::is_wanted);
    JUDGE_TRY(const auto checks, *std::move(begun));
    JUDGE_TRY(result.outcome, end_inspection(prepared, result.placed, checks, std::move(findings), &sum));
    JUDGE_CHECK(append_output_digests(*m_runtime, prepared, result.placed));
    if (std::holds_alternative<outcome::Passed>(result.outcome) && (m_early_look.has_changed() || sum != returned->output_sum))
      result.outcome = done_late("an output");
    // A call that failed is why an answer is wrong; where the answer is right all the same it is a finding.
    if (returned->error && !std::holds_alternative<outcome::Passed>(result.outcome)) result.outcome = cuda_error(*returned);
  }
  if (returned->trace.refused_bytes && (returned->error || !std::holds_alternative<outcome::Passed>(result.outcome)))
    result.outcome = outcome::TooMuchMemory{.device = true, .asked_bytes = returned->trace.refused_bytes};
  return result;
}

Result<void> Referee::allocate_for_timing(L2 l2) {
  if (l2 == L2::warm || m_runtime->kind != RuntimeKind::cuda) return {};
  return m_cold_cache.allocate(*m_runtime);
}

Result<std::vector<HostMemory>> Referee::contents(const Placed& placed) const {
  std::vector<HostMemory> contents(placed.windows.size());
  for (std::size_t i = 0; i < contents.size(); ++i) {
    const auto& window = placed.windows[i];
    if (window.slab < 0) continue;
    contents[i] = HostMemory(window.bytes);
    JUDGE_CUDA(*m_runtime, cudaMemcpy(contents[i].data(), window.pointer, window.bytes, cuda::MemcpyKind::device_to_host));
  }
  return contents;
}

Result<std::vector<Referee::Check>> Referee::launch_checks(const PreparedCase& prepared, const Placed& placed) {
  std::vector<Check> checks;
  auto* reports = reinterpret_cast<Report*>(m_reports.data());
  JUDGE_CUDA(*m_runtime, cudaMemsetAsync(reports, 0, m_reports.bytes(), nullptr));
  const auto next_report = [&](Check::Kind kind, std::size_t argument) {
    checks.push_back({kind, argument});
    return reports + checks.size() - 1;
  };
  for (std::size_t i = 0; i < prepared.test.arguments.size(); ++i) {
    const auto& window = placed.windows[i];
    if (window.slab < 0) continue;
    const auto& buffer = std::get<BufferArgument>(prepared.test.arguments[i]);
    const std::uint32_t word = placed.red_zone_word(buffer, i);
    JUDGE_CHECK(m_kernels.check_fill(window.pointer - window.red_before, window.red_before, word,
                                     next_report(Check::Kind::red_before, i)));
    JUDGE_CHECK(
        m_kernels.check_fill(window.pointer + window.bytes, window.red_after, word, next_report(Check::Kind::red_after, i)));
    if (buffer.direction == Direction::in)
      JUDGE_CHECK(m_kernels.compare_bytes(window.pointer, prepared.buffers[i].pristine.data(), window.bytes, buffer.type,
                                          next_report(Check::Kind::input, i)));
    else if (prepared.answer_is_known && buffer.checker.kind != CheckerKind::custom)
      JUDGE_CHECK(m_kernels.compare(window.pointer, prepared.buffers[i].expected.data(), buffer, placed.unwritten_word(buffer),
                                    DeviceLibrary::Detail::counts, next_report(Check::Kind::output, i)));
  }
  return checks;
}

static bool norm_fails(const BufferArgument& buffer, const Report& report) {
  return !(std::sqrt(report.squared_error) <=
           buffer.checker.relative * std::sqrt(report.squared_norm) + buffer.checker.absolute);
}

Result<std::vector<Referee::Check>> Referee::begin_inspection(const PreparedCase& prepared, const Placed& placed,
                                                              OutputSum sum) {
  JUDGE_TRY(auto checks, launch_checks(prepared, placed));
  if (sum == OutputSum::is_wanted) {
    JUDGE_CHECK(sum_outputs(prepared, placed));
    JUDGE_CHECK(m_early_look.look_again());
  }
  return checks;
}

// Damage outside the buffers comes before a changed input, and that before a wrong output: the first may cause the others.
Result<Outcome> Referee::end_inspection(const PreparedCase& prepared, const Placed& placed, std::span<const Check> checks,
                                        std::vector<Finding> findings, std::uint64_t* output_sum) {
  std::vector<Report> reports(m_reports.bytes() /
                              sizeof(Report));  // all at once: waiting for the device takes longer than the copy
  JUDGE_CUDA(*m_runtime, cudaMemcpy(reports.data(), m_reports.data(), m_reports.bytes(), cuda::MemcpyKind::device_to_host));
  if (output_sum) std::memcpy(output_sum, &reports.back(), sizeof *output_sum);
  for (const auto kind : {Check::Kind::red_before, Check::Kind::red_after, Check::Kind::input, Check::Kind::output}) {
    for (std::size_t i = 0; i < checks.size(); ++i) {
      if (checks[i].kind != kind) continue;
      const auto& buffer = std::get<BufferArgument>(prepared.test.arguments[checks[i].argument]);
      const bool norm = kind == Check::Kind::output && buffer.checker.kind == CheckerKind::norm;
      if (reports[i].wrong || (norm && norm_fails(buffer, reports[i])))
        return outcome_of(prepared, placed, checks[i], reports[i], std::move(findings));
    }
  }
  if (!prepared.answer_is_known || !has_custom_check(prepared.test)) return outcome::Passed{std::move(findings)};
  JUDGE_TRY(auto custom, custom_check(prepared, placed));
  if (custom) return *std::move(custom);
  if (output_sum) {  // once more behind what check() was given
    auto* const device_sum = m_reports.data() + m_reports.bytes() - sizeof(Report);
    JUDGE_CUDA(*m_runtime, cudaMemsetAsync(device_sum, 0, sizeof *output_sum, nullptr));
    JUDGE_CHECK(sum_outputs(prepared, placed));
    JUDGE_CHECK(m_early_look.look_again());
    JUDGE_CUDA(*m_runtime, cudaMemcpy(output_sum, device_sum, sizeof *output_sum, cuda::MemcpyKind::device_to_host));
  }
  return outcome::Passed{std::move(findings)};
}

// A stray element's first bytes may equal the red zone's by chance: the damage began where the element does.
static std::int64_t element_start(const BufferArgument& buffer, std::int64_t offset_bytes) {
  const auto size = static_cast<std::int64_t>(size_of(buffer.type));
  return offset_bytes - ((offset_bytes % size) + size) % size;
}

Result<Outcome> Referee::outcome_of(const PreparedCase& prepared, const Placed& placed, const Check& check,
                                    const Report& report, std::vector<Finding> findings) {
  const auto& buffer = std::get<BufferArgument>(prepared.test.arguments[check.argument]);
  const auto& window = placed.windows[check.argument];
  const bool on_gpu = m_runtime->kind == RuntimeKind::cuda;
  switch (check.kind) {
    case Check::Kind::red_before:
      return outcome::OutOfBoundsWrite{buffer.name,
                                       element_start(buffer, report.first() - static_cast<std::int64_t>(window.red_before)),
                                       window.bytes, on_gpu};
    case Check::Kind::red_after:
      return outcome::OutOfBoundsWrite{
          buffer.name, element_start(buffer, static_cast<std::int64_t>(window.bytes) + report.first()), window.bytes, on_gpu};
    case Check::Kind::input:
      return outcome::InputChanged{buffer.name, report.first(), static_cast<std::int64_t>(report.wrong), buffer.elements()};
    case Check::Kind::output: break;
  }
  JUDGE_TRY(auto wrong, mismatch(prepared, placed, check.argument, report));
  return outcome::WrongAnswer{std::move(wrong), std::move(findings)};
}

Result<double> Referee::element(const void* device, const BufferArgument& buffer, std::int64_t index) const {
  std::array<std::byte, 8> bytes{};
  const std::size_t size = size_of(buffer.type);
  JUDGE_CUDA(*m_runtime, cudaMemcpy(bytes.data(), static_cast<const char*>(device) + static_cast<std::size_t>(index) * size,
                                    size, cuda::MemcpyKind::device_to_host));
  return load_as_double(buffer.type, bytes.data());
}

Result<Mismatch> Referee::mismatch(const PreparedCase& prepared, const Placed& placed, std::size_t argument,
                                   const Report& first_report) {
  const auto& buffer = std::get<BufferArgument>(prepared.test.arguments[argument]);
  const auto& window = placed.windows[argument];
  const void* expected = prepared.buffers[argument].expected.data();
  auto* device_report = reinterpret_cast<Report*>(m_reports.data());
  JUDGE_CUDA(*m_runtime, cudaMemset(device_report, 0, sizeof(Report)));
  JUDGE_CHECK(m_kernels.compare(window.pointer, expected, buffer, placed.unwritten_word(buffer),
                                DeviceLibrary::Detail::largest_errors, device_report));
  Report report;
  JUDGE_CUDA(*m_runtime, cudaMemcpy(&report, device_report, sizeof report, cuda::MemcpyKind::device_to_host));
  Mismatch wrong{.buffer = buffer.name,
                 .type = buffer.type,
                 .shape = buffer.shape,
                 .wrong = static_cast<std::int64_t>(first_report.wrong),
                 .total = buffer.elements(),
                 .unwritten = placed.content_of(buffer) == 0 ? 0 : static_cast<std::int64_t>(first_report.unwritten),
                 .first_index = first_report.first(),
                 .largest_absolute_error = report.largest_absolute,
                 .largest_relative_error = report.largest_relative};
  if (wrong.first_index >= 0) {
    JUDGE_TRY(wrong.expected, element(expected, buffer, wrong.first_index));
    JUDGE_TRY(wrong.got, element(window.pointer, buffer, wrong.first_index));
  } else {
    wrong.note = fmt::format("the error's norm is {:.6g}, the expected output's {:.6g}; allowed is {:.3g} of it plus {:.3g}",
                             std::sqrt(report.squared_error), std::sqrt(report.squared_norm), buffer.checker.relative,
                             buffer.checker.absolute);
  }
  return wrong;
}

Result<std::optional<Outcome>> Referee::custom_check(const PreparedCase& prepared, const Placed& placed) {
  const auto& arguments = prepared.test.arguments;
  Oracle::Buffers buffers(arguments.size()), originals(arguments.size());
  std::vector<HostMemory> results(arguments.size());
  const BufferArgument* decided = nullptr;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto* buffer = std::get_if<BufferArgument>(&arguments[i]);
    if (!buffer) continue;
    const HostMemory* input = prepared.buffers[i].host_input.data() ? &prepared.buffers[i].host_input : nullptr;
    if (buffer->direction == Direction::in) {
      buffers[i] = input;
      continue;
    }
    originals[i] = input;
    if (buffer->checker.kind == CheckerKind::custom) decided = buffer;
    const auto& window = placed.windows[i];
    results[i] = HostMemory(window.bytes);
    JUDGE_CUDA(*m_runtime, cudaMemcpy(results[i].data(), window.pointer, window.bytes, cuda::MemcpyKind::device_to_host));
    buffers[i] = &results[i];
  }
  JUDGE_TRY(const auto opinion, m_oracle->check(prepared.test, buffers, originals));
  if (opinion.accepted) return std::nullopt;
  Mismatch wrong{.buffer = decided->name,
                 .type = decided->type,
                 .shape = decided->shape,
                 .total = decided->elements(),
                 .first_index = -1,
                 .note = opinion.message};
  return Outcome(outcome::WrongAnswer{.mismatch = std::move(wrong)});
}

}  // namespace judge
