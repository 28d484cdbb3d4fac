#include "judge/passes/clock_watch.hpp"

namespace judge {

static constexpr std::chrono::milliseconds k_between_queries{3};

ClockWatch ClockWatch::start(const Runtime& runtime, const Device& device) {
  ClockWatch watch;
  if (runtime.kind == RuntimeKind::emulated) return watch;
  char bus[32] = "";
  int index = 0;
  if (runtime.cuda.cudaGetDevice(&index) != cuda::success ||
      runtime.cuda.cudaDeviceGetPCIBusId(bus, sizeof bus, index) != cuda::success)
    bus[0] = 0;
  watch.m_loading =
      std::async(std::launch::async, [id = device.id, bus_id = std::string(bus)] { return Nvml::open(id, bus_id); });
  return watch;
}

const Nvml* ClockWatch::nvml() {
  if (m_loading.valid()) m_nvml = m_loading.get();
  return m_nvml ? &*m_nvml : nullptr;
}

int ClockWatch::sm_clock_mhz(std::chrono::steady_clock::time_point now) {
  const Nvml* source = nvml();
  if (!source || now - m_last_read < k_between_queries) return m_sm_clock_mhz;
  m_sm_clock_mhz = source->sm_clock_mhz();
  m_limits |= source->clock_limits();
  m_last_read = now;
  return m_sm_clock_mhz;
}

void ClockWatch::restart() {
  m_sm_clock_mhz = 0;
  m_limits = 0;
  m_last_read = {};
}

DeviceState ClockWatch::state() {
  const Nvml* source = nvml();
  if (!source) return {};
  const GpuState now = source->read();
  return {.sm_clock_mhz = now.sm_clock_mhz,
          .memory_clock_mhz = now.memory_clock_mhz,
          .temperature_c = now.temperature_c,
          .power_w = now.power_w,
          .clock_limits = clock_limits_text(m_limits | now.clock_limits)};
}

}  // namespace judge
