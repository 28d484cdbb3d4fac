// Stands in for libnvidia-ml.so.1 in tests: one GPU, "GPU-fake" at bus 0000:07:00.0, in one state. An older driver's:
// it has only the old name of the clock limits.

#include <cstring>

namespace {
int device;
bool is_ready = false;
constexpr int k_invalid_argument = 2, k_not_found = 6, k_uninitialized = 1;
}  // namespace

extern "C" int nvmlInit_v2() {
  is_ready = true;
  return 0;
}

extern "C" int nvmlDeviceGetHandleByUUID(const char* uuid, void** handle) {
  if (!is_ready) return k_uninitialized;
  if (std::strcmp(uuid, "GPU-fake") != 0) return k_not_found;
  *handle = &device;
  return 0;
}

extern "C" int nvmlDeviceGetHandleByPciBusId_v2(const char* bus, void** handle) {
  if (!is_ready) return k_uninitialized;
  if (std::strcmp(bus, "0000:07:00.0") != 0) return k_not_found;
  *handle = &device;
  return 0;
}

extern "C" int nvmlDeviceGetClockInfo(void* handle, int type, unsigned* mhz) {
  if (handle != &device || type < 1 || type > 2) return k_invalid_argument;
  *mhz = type == 1 ? 1980 : 3201;
  return 0;
}

extern "C" int nvmlDeviceGetTemperature(void* handle, int sensor, unsigned* celsius) {
  if (handle != &device || sensor != 0) return k_invalid_argument;
  *celsius = 41;
  return 0;
}

extern "C" int nvmlDeviceGetPowerUsage(void* handle, unsigned* milliwatts) {
  if (handle != &device) return k_invalid_argument;
  *milliwatts = 345'500;
  return 0;
}

extern "C" int nvmlDeviceGetCurrentClocksThrottleReasons(void* handle, unsigned long long* bits) {
  if (handle != &device) return k_invalid_argument;
  *bits = 0x25;
  return 0;
}

struct ProcessInfo {
  unsigned pid;
  unsigned long long used_bytes;
  unsigned gpu_instance, compute_instance;
};

extern "C" int nvmlDeviceGetComputeRunningProcesses_v3(void* handle, unsigned* count, ProcessInfo* infos) {
  if (handle != &device || *count < 2) return k_invalid_argument;
  infos[0] = {4711, 1 << 20, 0, 0};
  infos[1] = {4712, 1 << 20, 0, 0};
  *count = 2;
  return 0;
}
