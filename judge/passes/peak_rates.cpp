#include "judge/passes/peak_rates.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "judge/measure/summary.hpp"
#include "judge/passes/utc_now.hpp"
#include "judge/referee/memory.hpp"
#include "judge/util/symbol.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace {

constexpr std::size_t k_buffer_bytes = std::size_t{512} << 20;  // each of three: many times any L2
constexpr std::size_t k_least_buffer_bytes = std::size_t{64} << 20;
constexpr std::size_t k_tile_bytes = 16 << 10;  // of peak_rates.cu
constexpr unsigned k_blocks_for_each_multiprocessor = 8;
constexpr int k_warm_ups = 3, k_samples = 15;
constexpr int k_fma_rounds = 8192, k_tensor_rounds = 512;

struct Kernels {
  int (*traffic)(int kind, const void* a, const void* b, void* c, unsigned long long bytes, unsigned blocks) = nullptr;
  int (*fma)(void* sink, unsigned multiprocessors, int rounds, double* flops) = nullptr;
  int (*tensor)(int arithmetic, void* sink, unsigned multiprocessors, int rounds, double* flops) = nullptr;
};

Result<Kernels> load_kernels(const std::filesystem::path& library) {
  void* handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) return fail("{}: cannot be loaded: {}", library.string(), ::dlerror());
  Kernels kernels;
  if (!find_symbol(handle, "judge_traffic", kernels.traffic) || !find_symbol(handle, "judge_fma", kernels.fma) ||
      !find_symbol(handle, "judge_tensor", kernels.tensor))
    return fail("{}: has no judge_traffic, judge_fma or judge_tensor", library.string());
  return kernels;
}

class EventTimer {
 public:
  explicit EventTimer(const Runtime& runtime) : m_runtime(&runtime) {}
  EventTimer(const EventTimer&) = delete;
  EventTimer& operator=(const EventTimer&) = delete;
  ~EventTimer() {
    for (const auto event : m_events) m_runtime->cuda.cudaEventDestroy(event);
  }

  Result<void> prepare() {
    m_events.reserve(2 * k_samples);
    for (int i = 0; i < 2 * k_samples; ++i) {
      cuda::Event event = nullptr;
      JUDGE_CUDA(*m_runtime, cudaEventCreateWithFlags(&event, 0));
      m_events.push_back(event);
    }
    return {};
  }

  /// The median time of what `launch` puts on the default stream, ns. All samples are queued at once behind some that
  /// warm up, so that the host is ahead of the device.
  Result<double> median_ns(const std::function<int()>& launch) const {
    const auto one = [&]() -> Result<void> {
      if (const int error = launch()) return fail("a launch failed: {}", describe_error(*m_runtime, error));
      return {};
    };
    for (int i = 0; i < k_warm_ups; ++i) JUDGE_CHECK(one());
    for (int i = 0; i < k_samples; ++i) {
      JUDGE_CUDA(*m_runtime, cudaEventRecord(m_events[2 * i], nullptr));
      JUDGE_CHECK(one());
      JUDGE_CUDA(*m_runtime, cudaEventRecord(m_events[2 * i + 1], nullptr));
    }
    JUDGE_CUDA(*m_runtime, cudaDeviceSynchronize());
    std::vector<double> times_ns;
    for (int i = 0; i < k_samples; ++i) {
      float time_ms = 0;
      JUDGE_CUDA(*m_runtime, cudaEventElapsedTime(&time_ms, m_events[2 * i], m_events[2 * i + 1]));
      times_ns.push_back(static_cast<double>(time_ms) * 1e6);
    }
    return summarize(times_ns).median_ns;
  }

 private:
  const Runtime* m_runtime;
  std::vector<cuda::Event> m_events;
};

Result<std::size_t> buffer_bytes_that_fit(const Runtime& runtime) {
  std::size_t free_bytes = 0, total_bytes = 0;
  JUDGE_CUDA(runtime, cudaMemGetInfo(&free_bytes, &total_bytes));
  const std::size_t bytes = std::min(k_buffer_bytes, free_bytes / 4) / k_tile_bytes * k_tile_bytes;
  if (bytes < k_least_buffer_bytes)
    return fail("only {} of device memory are free, too little to measure the device's peak rates",
                format_bytes(static_cast<double>(free_bytes)));
  return bytes;
}

Result<double> best_bytes_per_s(const Runtime& runtime, const Kernels& kernels, const EventTimer& timer, int multiprocessors) {
  JUDGE_TRY(const std::size_t bytes, buffer_bytes_that_fit(runtime));
  std::array<DeviceMemory, 3> buffers;
  for (auto& buffer : buffers) {
    JUDGE_TRY(buffer, DeviceMemory::allocate(runtime, bytes));
    // 0x3f3f3f3f is 0.747 as a float: positive, as the read kernel wants it.
    JUDGE_CUDA(runtime, cudaMemsetAsync(buffer.data(), 0x3f, bytes, nullptr));
  }
  auto *a = buffers[0].data(), *b = buffers[1].data(), *c = buffers[2].data();
  struct Way {
    double buffers_moved;
    std::function<int()> launch;
  };
  std::vector<Way> ways{
      {2, [&] { return runtime.cuda.cudaMemcpyAsync(c, a, bytes, cuda::MemcpyKind::device_to_device, nullptr); }}};
  const std::array buffers_moved{2.0, 3.0, 1.0};  // by Traffic of peak_rates.cu: copy, add, read
  for (int kind = 0; kind < 3; ++kind)
    for (const unsigned blocks : {0u, k_blocks_for_each_multiprocessor * static_cast<unsigned>(multiprocessors)})
      ways.push_back({buffers_moved[kind], [&, kind, blocks] { return kernels.traffic(kind, a, b, c, bytes, blocks); }});
  double best = 0;
  for (const auto& way : ways) {
    JUDGE_TRY(const double time_ns, timer.median_ns(way.launch));
    if (time_ns > 0) best = std::max(best, way.buffers_moved * static_cast<double>(bytes) / time_ns * 1e9);
  }
  return best;
}

/// 0 where the device has no units for this arithmetic.
Result<double> flops_per_s(const Runtime& runtime, const Kernels& kernels, const EventTimer& timer, int multiprocessors,
                           Arithmetic arithmetic) {
  JUDGE_TRY(const DeviceMemory sink, DeviceMemory::allocate(runtime, 256));
  const auto count = static_cast<unsigned>(multiprocessors);
  double flops = 0;
  JUDGE_TRY(const double time_ns, timer.median_ns([&] {
    if (arithmetic == Arithmetic::fp32) return kernels.fma(sink.data(), count, k_fma_rounds, &flops);
    return kernels.tensor(static_cast<int>(arithmetic), sink.data(), count, k_tensor_rounds, &flops);
  }));
  return time_ns > 0 ? flops / time_ns * 1e9 : 0;
}

std::optional<int> l2_bytes(const Runtime& runtime) {
  int device = 0, bytes = 0;
  if (runtime.cuda.cudaGetDevice(&device) ||
      runtime.cuda.cudaDeviceGetAttribute(&bytes, cuda::attribute_l2_cache_bytes, device))
    return std::nullopt;
  return bytes;
}

}  // namespace

Result<PeakRates> measure_peak_rates(const Runtime& runtime, const std::filesystem::path& library, int multiprocessors) {
  JUDGE_TRY(const auto kernels, load_kernels(library));
  EventTimer timer(runtime);
  JUDGE_CHECK(timer.prepare());
  PeakRates peaks{.time = utc_now()};
  JUDGE_TRY(peaks.bytes_per_s, best_bytes_per_s(runtime, kernels, timer, multiprocessors));
  for (std::size_t i = 0; i < k_arithmetics; ++i) {
    JUDGE_TRY(peaks.flops_per_s[i], flops_per_s(runtime, kernels, timer, multiprocessors, static_cast<Arithmetic>(i)));
  }
  return peaks;
}

Result<DevicePeaks> DevicePeaks::prepare(const Setting& setting, Ledger& ledger) {
  DevicePeaks peaks(setting, ledger);
  if (setting.runtime.kind == RuntimeKind::emulated) return peaks;
  JUDGE_TRY(peaks.m_known, ledger.peak_rates(setting.device.id));
  if (!peaks.m_known) peaks.start_build();
  return peaks;
}

void DevicePeaks::start_build() {
  m_build = std::async(std::launch::async, [setting = m_setting] {
    return setting->builder.build(
        {.source = setting->installation.device_sources() / "peak_rates.cu", .kind = SourceKind::device});
  });
}

Result<void> DevicePeaks::find_out() {
  if (!have_to_be_measured()) return {};
  return improve();
}

Result<void> DevicePeaks::improve() {
  if (!m_build.valid()) start_build();
  JUDGE_TRY(const BuildResult built, m_build.get());
  if (const auto* failure = std::get_if<CompileFailure>(&built))
    return fail("the judge's own kernels do not compile:\n{}", failure->diagnostics);
  JUDGE_TRY(auto fresh,
            measure_peak_rates(m_setting->runtime, std::get<Artifact>(built).library, m_setting->device.multiprocessors));
  if (m_known) {
    fresh.bytes_per_s = std::max(fresh.bytes_per_s, m_known->bytes_per_s);
    for (std::size_t i = 0; i < k_arithmetics; ++i)
      fresh.flops_per_s[i] = std::max(fresh.flops_per_s[i], m_known->flops_per_s[i]);
  }
  m_known = fresh;
  return m_ledger->put_peak_rates(m_setting->device.id, fresh);
}

std::optional<Verdict> impossible_time_verdict(const Measurement& measurement, const PeakRates& peaks,
                                               const ImpossibleTimeRule& allowance) {
  const bool by_events = measurement.bracket == Bracket::blocked || measurement.bracket == Bracket::host_paced;
  const Work work = work_of(measurement);
  if (!by_events || !is_impossible(measurement.device.median_ns, work, peaks, allowance)) return std::nullopt;
  const double shortest_ns = shortest_possible_ns(work, peaks, allowance);
  return Verdict{.kind = VerdictKind::cheating,
                 .case_name = measurement.case_name,
                 .summary = fmt::format("{} is less than the {} that moving {} takes on this device at least",
                                        format_time_ns(measurement.device.median_ns), format_time_ns(shortest_ns),
                                        format_bytes(work.bytes)),
                 .details = fmt::format(
                     "The device's measured peak is {}, and by its problem this case moves at least {}; "
                     "the size of the caches is already subtracted.\n"
                     "Either a call does not do all the work, or part of it runs outside the timed bracket. Otherwise `work` "
                     "in problem.json is too large.",
                     format_bandwidth(peaks.bytes_per_s, 1e9), format_bytes(work.bytes))};
}

void reject_impossible_times(const Setting& setting, std::vector<Timed>& attempts, TimedCase& timed, DevicePeaks& peaks,
                             DeviceTurn& device, Observer& observer) {
  const auto cache_bytes = l2_bytes(setting.runtime);
  if (!peaks.known() || !cache_bytes) return;
  const ImpossibleTimeRule allowance{.cache_bytes = static_cast<double>(*cache_bytes)};
  bool improved = false;
  for (const std::size_t index : timed.contestants) {
    const Measurement& measurement = attempts[index].measurements.back();
    auto verdict = impossible_time_verdict(measurement, *peaks.known(), allowance);
    if (verdict && !std::exchange(improved, true)) {
      // Not an error: else who fills the device's memory would be safe from the verdict, and take the others' with it.
      const auto turn = device.alone();
      if (const auto better = turn ? peaks.improve() : turn; !better)
        observer.message("the device's peak rates could not be measured again, or not be kept: " + better.error().message);
      verdict = impossible_time_verdict(measurement, *peaks.known(), allowance);
    }
    if (verdict) attempts[index].standing = std::unexpected(Decided{*std::move(verdict), {}, {}, attempts[index].printed()});
  }
  timed.keep_only([&](std::size_t attempt) { return attempts[attempt].is_right(); });
}

}  // namespace judge
