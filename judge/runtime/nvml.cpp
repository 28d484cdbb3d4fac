#include "judge/runtime/nvml.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <utility>

#include "judge/util/symbol.hpp"

namespace judge {

namespace {

constexpr int k_success = 0;
constexpr int k_sm_clock = 1, k_memory_clock = 2;  // nvmlClockType_t
constexpr int k_gpu_sensor = 0;                    // nvmlTemperatureSensors_t

/// nvmlProcessInfo_t of versions 2 and 3.
struct ProcessInfo {
  unsigned pid;
  unsigned long long used_bytes;
  unsigned gpu_instance, compute_instance;
};

// nvmlClocksEventReason*. Bit 0, that the GPU is idle, says nothing about a time.
constexpr std::array<std::pair<unsigned long long, const char*>, 8> k_limits{{
    {0x002, "application clocks"},
    {0x004, "power cap"},
    {0x008, "hardware slowdown"},
    {0x010, "sync boost"},
    {0x020, "thermal slowdown"},
    {0x040, "hardware thermal slowdown"},
    {0x080, "power brake"},
    {0x100, "display clocks"},
}};

}  // namespace

std::string clock_limits_text(unsigned long long clock_limits) {
  std::string text;
  for (const auto& [bit, name] : k_limits)
    if (clock_limits & bit) text += text.empty() ? name : std::string(", ") + name;
  return text;
}

std::optional<Nvml> Nvml::open(const std::string& uuid, const std::string& pci_bus_id, const std::filesystem::path& library) {
  void* handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) return std::nullopt;
  int (*init)() = nullptr;
  int (*by_uuid)(const char*, Device*) = nullptr;
  int (*by_bus)(const char*, Device*) = nullptr;
  find_symbol(handle, "nvmlInit_v2", init);
  find_symbol(handle, "nvmlDeviceGetHandleByUUID", by_uuid);
  find_symbol(handle, "nvmlDeviceGetHandleByPciBusId_v2", by_bus);
  if (!init || init() != k_success) return std::nullopt;
  Nvml nvml;
  const bool found = (by_uuid && by_uuid(uuid.c_str(), &nvml.m_device) == k_success) ||
                     (by_bus && by_bus(pci_bus_id.c_str(), &nvml.m_device) == k_success);
  if (!found) return std::nullopt;
  find_symbol(handle, "nvmlDeviceGetClockInfo", nvml.m_clock);
  find_symbol(handle, "nvmlDeviceGetTemperature", nvml.m_temperature);
  find_symbol(handle, "nvmlDeviceGetPowerUsage", nvml.m_power);
  find_symbol(handle, "nvmlDeviceGetCurrentClocksEventReasons", nvml.m_clock_limits);
  // The name before driver 535.
  if (!nvml.m_clock_limits) find_symbol(handle, "nvmlDeviceGetCurrentClocksThrottleReasons", nvml.m_clock_limits);
  find_symbol(handle, "nvmlDeviceGetComputeRunningProcesses_v3", nvml.m_processes);
  if (!nvml.m_processes) find_symbol(handle, "nvmlDeviceGetComputeRunningProcesses_v2", nvml.m_processes);
  return nvml;
}

int Nvml::sm_clock_mhz() const {
  unsigned mhz = 0;
  return m_clock && m_clock(m_device, k_sm_clock, &mhz) == k_success ? static_cast<int>(mhz) : 0;
}

unsigned long long Nvml::clock_limits() const {
  unsigned long long limits = 0;
  return m_clock_limits && m_clock_limits(m_device, &limits) == k_success ? limits : 0;
}

std::vector<pid_t> Nvml::processes() const {
  std::array<ProcessInfo, 256> infos{};
  unsigned count = infos.size();
  if (!m_processes || m_processes(m_device, &count, infos.data()) != k_success) return {};
  std::vector<pid_t> pids;
  for (unsigned i = 0; i < std::min<std::size_t>(count, infos.size()); ++i) pids.push_back(static_cast<pid_t>(infos[i].pid));
  return pids;
}

GpuState Nvml::read() const {
  GpuState state{.sm_clock_mhz = sm_clock_mhz(), .clock_limits = clock_limits()};
  unsigned value = 0;
  if (m_clock && m_clock(m_device, k_memory_clock, &value) == k_success) state.memory_clock_mhz = static_cast<int>(value);
  if (m_temperature && m_temperature(m_device, k_gpu_sensor, &value) == k_success)
    state.temperature_c = static_cast<int>(value);
  if (m_power && m_power(m_device, &value) == k_success) state.power_w = value / 1e3;
  return state;
}

}  // namespace judge
