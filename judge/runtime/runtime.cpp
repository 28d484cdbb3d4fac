#include "judge/runtime/runtime.hpp"

#include <dlfcn.h>

#include <cstring>
#include <fstream>
#include <thread>
#include <vector>

#include "judge/util/symbol.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

std::string cpu_model() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "this CPU";
}

std::string uuid_text(const unsigned char (&uuid)[16]) {
  std::string text = "GPU-";
  for (int i = 0; i < 16; ++i) text += fmt::format("{}{:02x}", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", uuid[i]);
  return text;
}

// The struct's tail differs between CUDA versions, so it is given room to spare and only its head is read.
Result<cuda::DevicePropertiesHead> properties_head(const Runtime& runtime, int device) {
  cuda::Error (*function)(void*, int) = nullptr;
  if (!find_symbol(runtime.handle, "cudaGetDeviceProperties_v2", function) &&
      !find_symbol(runtime.handle, "cudaGetDeviceProperties", function))
    return fail("{}: has no cudaGetDeviceProperties", runtime.library.string());
  std::vector<char> room(16384);
  if (const auto error = function(room.data(), device))
    return fail("cudaGetDeviceProperties failed: {}", describe_error(runtime, error));
  cuda::DevicePropertiesHead head;
  std::memcpy(&head, room.data(), sizeof head);
  head.name[sizeof head.name - 1] = 0;
  return head;
}

}  // namespace

Result<Runtime> load_runtime_from(RuntimeKind kind, const fs::path& library) {
  Runtime runtime{.kind = kind, .library = library};
  // Global, so that attempts and the judge's own device code bind to it by name.
  runtime.handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (!runtime.handle) return fail("{}: cannot be loaded: {}", library.string(), ::dlerror());
  std::string missing;
#define JUDGE_CUDA_FUNCTION(name, ...) \
  if (!find_symbol(runtime.handle, #name, runtime.cuda.name)) missing += missing.empty() ? #name : ", " #name;
#include "judge/runtime/cuda_functions.inc"
#undef JUDGE_CUDA_FUNCTION
  if (!find_symbol(runtime.handle, "cudaGetErrorString", runtime.cuda.cudaGetErrorString) ||
      !find_symbol(runtime.handle, "cudaGetErrorName", runtime.cuda.cudaGetErrorName))
    missing += " cudaGetErrorString or cudaGetErrorName";
  if (!missing.empty()) return fail("{}: is no CUDA runtime that judge can use: it lacks {}", library.string(), missing);
  find_symbol(runtime.handle, "judgeEmulatedSetFaultHandler", runtime.cuda.judgeEmulatedSetFaultHandler);
  find_symbol(runtime.handle, "judgeEmulatedSetWindow", runtime.cuda.judgeEmulatedSetWindow);
  find_symbol(runtime.handle, "judgeEmulatedUseGpuLayout", runtime.cuda.judgeEmulatedUseGpuLayout);
  find_symbol(runtime.handle, "judgeEmulatedUseOrder", runtime.cuda.judgeEmulatedUseOrder);
  find_symbol(runtime.handle, "judgeEmulatedTakeGate", runtime.cuda.judgeEmulatedTakeGate);
  find_symbol(runtime.handle, "judgeEmulatedBeginDryCall", runtime.cuda.judgeEmulatedBeginDryCall);
  find_symbol(runtime.handle, "judgeEmulatedEndDryCall", runtime.cuda.judgeEmulatedEndDryCall);
  find_symbol(runtime.handle, "judgeEmulatedRefuseLaunch", runtime.cuda.judgeEmulatedRefuseLaunch);
  find_symbol(runtime.handle, "judgeEmulatedCheckedBlocks", runtime.cuda.judgeEmulatedCheckedBlocks);
  return runtime;
}

Result<Device> describe_device(const Runtime& runtime) {
  Device device{.runtime = runtime.kind};
  int index = 0;
  JUDGE_CUDA(runtime, cudaGetDevice(&index));
  JUDGE_CUDA(runtime, cudaDeviceGetAttribute(&device.compute_major, cuda::attribute_compute_major, index));
  JUDGE_CUDA(runtime, cudaDeviceGetAttribute(&device.compute_minor, cuda::attribute_compute_minor, index));
  JUDGE_CUDA(runtime, cudaDeviceGetAttribute(&device.multiprocessors, cuda::attribute_multiprocessors, index));
  JUDGE_CUDA(runtime, cudaRuntimeGetVersion(&device.runtime_version));
  JUDGE_CUDA(runtime, cudaDriverGetVersion(&device.driver_version));
  if (runtime.kind == RuntimeKind::emulated) {
    const std::string host = fmt::format("{}, {} threads", cpu_model(), std::thread::hardware_concurrency());
    device.id = "emulated:" + host;
    device.name = "emulated on " + host;
    return device;
  }
  JUDGE_TRY(const auto head, properties_head(runtime, index));
  device.name = head.name;
  device.id = uuid_text(head.uuid);
  return device;
}

std::string describe_error(const Runtime& runtime, cuda::Error error) {
  return fmt::format("{} ({}): {}", runtime.cuda.cudaGetErrorName(error), error, runtime.cuda.cudaGetErrorString(error));
}

}  // namespace judge
