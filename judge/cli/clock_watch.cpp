#include "judge/cli/clock_watch.hpp"

namespace judge {

static constexpr std::chrono::milliseconds k_between_queries{3};

ClockWatch ClockWatch::start(const Runtime& runtime, const Device& device) {
  ClockWatch watch;
  if (runtime.kind == RuntimeKind::emulated) return watch;
  char bus[32] = "";
  int index = 0;
  if (runtime.cuda.cudaGetDevice(&index) != cuda::success || runtime.cuda.cudaDeviceGetPCIBusId(bus, sizeof bus, index) != cuda::success)
    bus[0] = 0;
  watch.m_loading = std::async(std::launch::async, [id = device.id, bus_id = std::string(bus)] { return Nvml::open(id, bus_id); });
  return watch;
}

const Nvml* ClockWatch::nvml() {
  if (m_loading.valid()) m_nvml = m_loading.get();
  return m_nvml ? &*m_nvml : nullptr;
}

void ClockWatch::read() {
  const Nvml* source = nvml();
  if (!source) return;
  m_last = source->read();
  m_limits |= m_last.clock_limits;
  m_last_read = std::chrono::steady_clock::now();
}

int ClockWatch::sm_clock_mhz() {
  if (std::chrono::steady_clock::now() - m_last_read >= k_between_queries) read();
  return m_last.sm_clock_mhz;
}

void ClockWatch::restart() {
  m_last = {};
  m_limits = 0;
  m_last_read = {};
}

DeviceState ClockWatch::state() {
  read();
  return {.sm_clock_mhz = m_last.sm_clock_mhz,
          .memory_clock_mhz = m_last.memory_clock_mhz,
          .temperature_c = m_last.temperature_c,
          .power_w = m_last.power_w,
          .clock_limits = clock_limits_text(m_limits)};
}

}  // namespace judge
