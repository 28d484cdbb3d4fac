#include "judge/player/bracket.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iterator>
#include <numeric>
#include <vector>

#include "judge/model/output_sample.hpp"
#include "judge/player/operations.hpp"
#include "judge/player/tracer.hpp"
#include "judge/util/symbol.hpp"

namespace judge {

namespace {

// Long enough for the host to queue a thousand launches, short enough that a call that waits for held work costs little.
constexpr long long k_spin_limit_cycles = 200'000'000;  // 0.1 s at 2 GHz
// Right behind the flush memory is slower by up to 1.5% for a while. See docs/timing.md.
constexpr long long k_rest_cycles = 200'000;  // 0.1 ms at 2 GHz
// An empty device takes a few microseconds to place all blocks of a kernel.
constexpr long long k_most_until_resident_cycles = 200'000;
// Behind the stop event nothing runs, or what runs is nobody's secret any more.
constexpr long long k_most_until_gathered_cycles = 20'000'000;  // 10 ms at 2 GHz
// What does not wait for the start event has begun by then, and written something.
constexpr long long k_alone_cycles = 100'000;  // 0.05 ms at 2 GHz
constexpr std::chrono::seconds k_patience_with_a_launch{5};
// Stopwatch::m_counters
enum Counter : std::size_t { c_arrived, c_released, c_left, c_gathered, c_sum, c_sampled, c_number };
constexpr unsigned k_hold_threads = 512;  // as in judge/device/bracket.cu

using Clock = std::chrono::steady_clock;

double since_ns(Clock::time_point start) { return std::chrono::duration<double, std::nano>(Clock::now() - start).count(); }

}  // namespace

Result<void> Stopwatch::load_kernels(const std::string& bracket_library) {
  if (m_done) return {};
  void* handle = ::dlopen(bracket_library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) return fail("{}: cannot be loaded: {}", bracket_library, ::dlerror());
  const void* (*sample)() = nullptr;
  const void* (*done)() = nullptr;
  if (!find_symbol(handle, "judge_load_kernels", m_load) || !find_symbol(handle, "judge_hold", m_hold) ||
      !find_symbol(handle, "judge_hold_blocks", m_blocks) || !find_symbol(handle, "judge_touch", m_touch) ||
      !find_symbol(handle, "judge_sample_kernel", sample) || !find_symbol(handle, "judge_done_kernel", done))
    return fail("{}: is not the judge's bracket library", bracket_library);
  m_sample = sample();
  m_done = done();
  return {};
}

Result<void> Stopwatch::prepare() {
  if (m_device_page) return {};
  if (const int error = m_load ? m_load() : cuda::success)
    return fail("the judge's kernels cannot be loaded: {}", describe_error(*m_runtime, error));
  int device = 0, l2_bytes = 0;
  JUDGE_CUDA(*m_runtime, cudaGetDevice(&device));
  JUDGE_CUDA(*m_runtime, cudaDeviceGetAttribute(&l2_bytes, cuda::attribute_l2_cache_bytes, device));
  if (m_hold && m_runtime->kind == RuntimeKind::cuda) {
    m_flush_bytes = 2 * static_cast<std::size_t>(l2_bytes);
    JUDGE_CUDA(*m_runtime, cudaMalloc(&m_flush, m_flush_bytes));
    JUDGE_CUDA(*m_runtime, cudaMalloc(&m_counters, c_number * sizeof(unsigned long long)));
    JUDGE_CUDA(*m_runtime, cudaMemset(m_counters, 0, c_number * sizeof(unsigned long long)));
  }
  if (!m_page) m_page = new (std::align_val_t(k_clock_page_bytes)) ClockPage;
  // No kernel of the judge's runs on the emulated runtime, which launches the attempt's faster while no memory is page-locked.
  void* device_page = m_page;
  if (m_runtime->kind == RuntimeKind::cuda) {
    JUDGE_CUDA(*m_runtime, cudaHostRegister(m_page, k_clock_page_bytes, cuda::host_register_mapped));
    JUDGE_CUDA(*m_runtime, cudaHostGetDevicePointer(&device_page, m_page, 0));
  }
  JUDGE_CUDA(*m_runtime, cudaEventCreateWithFlags(&m_joint, cuda::event_disable_timing));
  for (auto& pair : m_pairs) {
    JUDGE_CUDA(*m_runtime, cudaEventCreateWithFlags(&pair.start, 0));
    JUDGE_CUDA(*m_runtime, cudaEventCreateWithFlags(&pair.stop, 0));
  }
  m_device_page = device_page;
  return {};
}

// Reads the flush buffer while it holds: what had been written is written back and leaves the L2, what comes is clean. After
// writing, the call that is timed would wait for other people's lines to be written back. Nothing of solve()'s may run before the
// whole device is held: it would be done before the clock starts.
Result<void> Stopwatch::hold(L2 l2) {
  if (l2 == L2::cold) JUDGE_CUDA(*m_runtime, cudaCtxResetPersistingL2Cache());
  m_page->resident = 0;
  m_page->crowded = 0;
  m_page->rested = 0;
  std::atomic_thread_fence(std::memory_order_seq_cst);
  auto* counters = static_cast<unsigned long long*>(m_counters);
  const Hold hold{.flags = m_device_page,
                  .arrived = counters + c_arrived,
                  .released = counters + c_released,
                  .left = counters + c_left,
                  .flush = m_flush,
                  .flush_quads = l2 == L2::cold ? m_flush_bytes / 16 : 0,
                  .number = ++m_holds,
                  .rest = k_rest_cycles,
                  .limit = k_spin_limit_cycles,
                  .most_until_resident = k_most_until_resident_cycles,
                  .alone = k_alone_cycles,
                  .outputs = m_outputs.size() <= k_most_outputs_looked_at ? outputs() : Outputs{}};
  if (const int error = m_hold(&hold))
    return fail("the holding kernel cannot be launched: {}", describe_error(*m_runtime, error));
  wait_until_resident();
  return {};
}

// A launch that fails later shows in the call's synchronisation.
void Stopwatch::wait_until_resident() const {
  const auto start = Clock::now();
  while (!m_page->resident && Clock::now() - start < k_patience_with_a_launch) {
  }
}

// As many as a kernel may be told of.
Stopwatch::Outputs Stopwatch::outputs() const {
  Outputs told{.number = std::min(m_outputs.size(), k_most_outputs_looked_at), .seed = m_wish.sample_seed};
  for (std::size_t i = 0; i < told.number; ++i) {
    told.bytes[i] = m_outputs[i].pointer;
    told.counts[i] = m_outputs[i].bytes;
  }
  return told;
}

// By the runtime's own function, as the tracer would take a launch for solve()'s. So below.
void Stopwatch::launch_done() {
  if (!m_done) return;
  std::uint32_t number = m_wish.watched_call;
  const unsigned blocks = m_blocks();
  auto* const counters = static_cast<unsigned long long*>(m_counters);
  unsigned long long* gathered = counters + c_gathered;
  unsigned long long wanted = (m_gatherings + 1) * blocks;
  long long limit = k_most_until_gathered_cycles;
  Outputs told = outputs();
  Samples samples{
      .sum = counters + c_sum, .taken = counters + c_sampled, .wanted = m_samples + told.number, .host_sum = device_sum()};
  void* arguments[] = {
      static_cast<void*>(&m_device_page), &number, static_cast<void*>(&gathered), &wanted, &limit, &samples, &told};
  if (m_runtime->cuda.cudaLaunchKernel(m_done, {blocks, 1, 1}, {k_hold_threads, 1, 1}, arguments, 0, nullptr)) return;
  ++m_gatherings;
  m_samples += told.number;
  sample_outputs(told.number);
}

std::uint64_t* Stopwatch::device_sum() const {
  return const_cast<std::uint64_t*>(&static_cast<ClockPage*>(m_device_page)->output_sum);
}

// Who is done now and who only later: the referee samples the same places once more when it has found the outputs right.
void Stopwatch::sample_outputs(std::size_t first) {
  if (m_runtime->kind == RuntimeKind::emulated) {
    for (const Window& output : m_outputs)
      m_page->output_sum = m_page->output_sum + output_sample(output.pointer, output.bytes, m_wish.sample_seed);
    return;
  }
  if (!m_sample) return;
  std::uint64_t* sum = device_sum();
  for (const Window& window : std::span(m_outputs).subspan(first)) {
    const void* pointer = window.pointer;
    unsigned long long bytes = window.bytes, seed = m_wish.sample_seed;
    void* arguments[] = {static_cast<void*>(&pointer), &bytes, &seed, static_cast<void*>(&sum)};
    m_runtime->cuda.cudaLaunchKernel(m_sample, {1, 1, 1}, {256, 1, 1}, arguments, 0, nullptr);
  }
}

void Stopwatch::make_wait(cuda::Stream stream) {
  if (m_start_recorded) m_runtime->cuda.cudaStreamWaitEvent(stream, m_pair.start, 0);
}

// Inside a call's hooks; a failed call shows in the synchronisation that follows.
void Stopwatch::join(cuda::Stream stream) {
  m_runtime->cuda.cudaEventRecord(m_joint, stream);
  m_runtime->cuda.cudaStreamWaitEvent(nullptr, m_joint, 0);
}

// The referee and other players worked on the device since this process last did, and their pages took the place of ours
// in its TLBs. A solve() that runs again and again, as in any real use, finds them there.
Result<void> Stopwatch::warm_translations(std::span<const Window> windows) {
  for (const auto& window : windows)
    if (const int error = m_touch(window.pointer, window.bytes))
      return fail("the touch kernel cannot be launched: {}", describe_error(*m_runtime, error));
  return {};
}

Result<void> Stopwatch::open(Bracket bracket, L2 l2, std::span<const Window> windows) {
  JUDGE_CHECK(prepare());
  m_start_recorded = false;
  m_pair = m_pairs[m_calls++ % m_pairs.size()];
  m_page->expired = 0;
  m_page->output_sum = 0;
  m_outputs.clear();
  std::ranges::copy_if(windows, std::back_inserter(m_outputs),
                       [](const Window& window) { return window.is_output && window.bytes > 0; });
  m_page->release = bracket != Bracket::blocked;
  const bool is_timed = bracket != Bracket::none || l2 == L2::cold;  // or its host's time is
  if (is_timed && m_touch) JUDGE_CHECK(warm_translations(windows));
  if (is_timed && m_hold) JUDGE_CHECK(hold(l2));
  if (bracket != Bracket::blocked) JUDGE_CUDA(*m_runtime, cudaDeviceSynchronize());
  if (bracket == Bracket::blocked || bracket == Bracket::host_paced) {
    JUDGE_CUDA(*m_runtime, cudaEventRecord(m_pair.start, nullptr));
    m_start_recorded = true;
    for (const auto stream : tracer().streams()) make_wait(stream);
  }
  if (bracket == Bracket::host_paced) m_page->queued = m_wish.watched_call;
  return {};
}

void Stopwatch::complete(std::span<const cuda::Stream> streams) {
  for (const auto stream : streams) join(stream);
  m_runtime->cuda.cudaEventRecord(m_pair.stop, nullptr);
  launch_done();
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (m_wish.watched_call) m_page->queued = m_wish.watched_call;
  else m_page->release = 1;
}

Result<Stopwatch::Timing> Stopwatch::time(Bracket bracket, L2 l2, std::span<const Window> windows, Wish wish,
                                          const std::function<void()>& solve, Detail detail) {
  if (bracket == Bracket::blocked && !m_hold) return fail("no blocked bracket without the judge's device library");
  m_wish = wish;
  JUDGE_CHECK(open(bracket, l2, windows));
  Timing timing;
  Tracer::Hooks hooks;
  if (m_start_recorded) {
    hooks.stream_created = [this](cuda::Stream stream) { make_wait(stream); };
    hooks.stream_about_to_go = [this](cuda::Stream stream) { join(stream); };
  }
  if (bracket == Bracket::blocked) hooks.complete = [this](std::span<const cuda::Stream> streams) { complete(streams); };
  OperationLog operations(*m_runtime);
  if (detail == Detail::by_operation) operations.listen(hooks);
  tracer().begin(std::move(hooks));
  const auto start = Clock::now();
  solve();
  timing.trace = tracer().end();
  if (bracket == Bracket::host_paced) complete(tracer().streams());
  timing.error = m_runtime->cuda.cudaDeviceSynchronize();
  timing.wall_ns = since_ns(start);
  // At once: a signal may come that was set up in solve().
  if (m_runtime->kind == RuntimeKind::emulated && !timing.error) sample_outputs();
  const cuda::Error last = m_runtime->cuda.cudaGetLastError();
  if (!timing.error) timing.pending_error = last;
  if (m_runtime->kind == RuntimeKind::cuda && !m_start_recorded && !timing.error) {
    sample_outputs();
    timing.error = m_runtime->cuda.cudaDeviceSynchronize();
  }
  timing.output_sum = m_page->output_sum;
  timing.trace.spin_expired = m_page->expired != 0;
  timing.trace.crowded = m_page->crowded != 0;
  if (bracket == Bracket::host_clock) timing.device_ns = timing.wall_ns;
  if (!timing.error) timing.operations = operations.finish();
  if (timing.error || !m_start_recorded) return timing;
  float milliseconds = 0;
  JUDGE_CUDA(*m_runtime, cudaEventElapsedTime(&milliseconds, m_pair.start, m_pair.stop));
  timing.device_ns = static_cast<double>(milliseconds) * 1e6;
  return timing;
}

Result<double> Stopwatch::empty_bracket_ns(Bracket bracket, L2 l2, int repeats) {
  std::vector<double> samples;
  for (int i = 0; i < repeats; ++i) {
    JUDGE_TRY(const Timing timing, time(bracket, l2, {}, {}, [] {}));
    samples.push_back(timing.device_ns);
  }
  std::ranges::sort(samples);
  const auto quarter = static_cast<std::ptrdiff_t>(samples.size() / 4);
  const std::span middle(samples.begin() + quarter, samples.end() - quarter);
  return std::accumulate(middle.begin(), middle.end(), 0.0) / static_cast<double>(middle.size());
}

}  // namespace judge
