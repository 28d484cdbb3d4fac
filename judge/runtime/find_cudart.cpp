#include <dlfcn.h>

#include <array>
#include <cstdlib>

#include "judge/runtime/runtime.hpp"
#include "judge/util/cuda_toolkit.hpp"
#include "judge/util/symbol.hpp"

namespace judge {

namespace fs = std::filesystem;

static constexpr std::array k_library_names{"libcudart.so", "libcudart.so.13", "libcudart.so.12", "libcudart.so.11.0"};

Result<fs::path> find_cudart() {
  if (const char* chosen = std::getenv("JUDGE_CUDART"); chosen && *chosen) return fs::path(chosen);
  std::string looked;
  for (const auto& folder : toolkit_folders()) {
    for (const char* below : {"lib64", "targets/x86_64-linux/lib", "lib"}) {
      for (const char* name : k_library_names) {
        std::error_code error;
        if (fs::exists(folder / below / name, error)) return folder / below / name;
      }
    }
    looked += folder.string() + ", ";
  }
  for (const char* name : k_library_names)
    if (void* handle = ::dlopen(name, RTLD_LAZY | RTLD_LOCAL)) {
      ::dlclose(handle);
      return fs::path(name);
    }
  return fail("no libcudart found (looked in {}and the linker's path): install the CUDA Toolkit or set JUDGE_CUDART", looked);
}

namespace {

// The four functions of the driver API that a probe needs (CUDA Driver API reference manual).
struct Driver {
  int (*init)(unsigned) = nullptr;
  int (*device_count)(int*) = nullptr;
  int (*device_get)(int*, int) = nullptr;
  int (*attribute)(int*, int, int) = nullptr;
  int (*version)(int*) = nullptr;
};

}  // namespace

Result<GpuProbe> probe_cuda() {
  void* handle = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_GLOBAL);
  if (!handle) return fail("no NVIDIA driver on this machine (libcuda.so.1 is not there)");
  Driver driver;
  if (!find_symbol(handle, "cuInit", driver.init) || !find_symbol(handle, "cuDeviceGetCount", driver.device_count) ||
      !find_symbol(handle, "cuDeviceGet", driver.device_get) ||
      !find_symbol(handle, "cuDeviceGetAttribute", driver.attribute) ||
      !find_symbol(handle, "cuDriverGetVersion", driver.version))
    return fail("libcuda.so.1 lacks the functions of a CUDA driver");
  GpuProbe probe;
  int count = 0, device = 0;
  if (const int error = driver.init(0)) return fail("the NVIDIA driver finds no usable GPU (cuInit gives {})", error);
  if (driver.device_count(&count) || count == 0) return fail("the NVIDIA driver lists no GPU");
  if (driver.device_get(&device, 0) || driver.attribute(&probe.compute_major, cuda::attribute_compute_major, device) ||
      driver.attribute(&probe.compute_minor, cuda::attribute_compute_minor, device) || driver.version(&probe.driver_version))
    return fail("the NVIDIA driver does not describe its first GPU");
  JUDGE_TRY(probe.runtime_library, find_cudart());
  return probe;
}

}  // namespace judge
