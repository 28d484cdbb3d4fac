#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace judge {

/// What NVIDIA's management library says of one GPU at one moment. Zeros where it would not say.
struct GpuState {
  int sm_clock_mhz = 0, memory_clock_mhz = 0;
  int temperature_c = 0;
  double power_w = 0;                   ///< averaged over about a second by the driver
  unsigned long long clock_limits = 0;  ///< bits: why clocks are held back
};

/// "power cap, thermal slowdown"; empty where nothing holds the clocks back but that the GPU is idle.
std::string clock_limits_text(unsigned long long clock_limits);

/// NVML, loaded where there is one; nothing here fails for want of it. Declared in our own words: the judge builds
/// without its header. Source of the facts: NVIDIA's NVML API reference. A query of a clock takes tens of microseconds.
class Nvml {
 public:
  /// By the GPU's UUID ("GPU-..."), or else by its PCI bus id. Nothing where there is no library, or it does not know
  /// the GPU. Takes tens of milliseconds.
  static std::optional<Nvml> open(const std::string& uuid, const std::string& pci_bus_id,
                                  const std::filesystem::path& library = "libnvidia-ml.so.1");

  /// All of it; the power alone may take a millisecond.
  GpuState read() const;
  int sm_clock_mhz() const;
  unsigned long long clock_limits() const;
  /// Those that compute on the GPU now, ours among them; nothing where it would not say.
  std::vector<pid_t> processes() const;

 private:
  using Device = struct NvmlDeviceOpaque*;
  Device m_device = nullptr;
  int (*m_clock)(Device, int type, unsigned* mhz) = nullptr;
  int (*m_temperature)(Device, int sensor, unsigned* celsius) = nullptr;
  int (*m_power)(Device, unsigned* milliwatts) = nullptr;
  int (*m_clock_limits)(Device, unsigned long long* bits) = nullptr;
  int (*m_processes)(Device, unsigned* count, void* infos) = nullptr;
};

}  // namespace judge
