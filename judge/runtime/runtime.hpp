#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "judge/model/attempt.hpp"
#include "judge/model/record.hpp"
#include "judge/runtime/cuda_abi.hpp"
#include "judge/runtime/emulated_extension.hpp"
#include "judge/util/installation.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// The one seam: the CUDA runtime's functions, filled by dlopen from NVIDIA's libcudart or from the emulated runtime.
/// Functions have the CUDA runtime's own names, arguments and error codes.
struct CudaFunctions {
#define JUDGE_CUDA_FUNCTION(name, ...) cuda::Error (*name)(__VA_ARGS__) = nullptr;
#include "judge/runtime/cuda_functions.inc"
#undef JUDGE_CUDA_FUNCTION
  const char* (*cudaGetErrorString)(cuda::Error) = nullptr;
  const char* (*cudaGetErrorName)(cuda::Error) = nullptr;
  /// Emulated runtime only, else null.
  decltype(&::judgeEmulatedSetFaultHandler) judgeEmulatedSetFaultHandler = nullptr;
  decltype(&::judgeEmulatedSetWindow) judgeEmulatedSetWindow = nullptr;
  decltype(&::judgeEmulatedUseGpuLayout) judgeEmulatedUseGpuLayout = nullptr;
  decltype(&::judgeEmulatedUseOrder) judgeEmulatedUseOrder = nullptr;
  decltype(&::judgeEmulatedTakeGate) judgeEmulatedTakeGate = nullptr;
  decltype(&::judgeEmulatedBeginDryCall) judgeEmulatedBeginDryCall = nullptr;
  decltype(&::judgeEmulatedEndDryCall) judgeEmulatedEndDryCall = nullptr;
  decltype(&::judgeEmulatedRefuseLaunch) judgeEmulatedRefuseLaunch = nullptr;
  decltype(&::judgeEmulatedCheckedBlocks) judgeEmulatedCheckedBlocks = nullptr;
};

/// A loaded runtime. Stays loaded until the process ends.
struct Runtime {
  RuntimeKind kind = RuntimeKind::emulated;
  std::filesystem::path library;
  void* handle = nullptr;  ///< of dlopen, for functions outside the table
  CudaFunctions cuda;
};

/// Loads one. Errors: library not found, a function missing from it.
Result<Runtime> load_runtime_from(RuntimeKind kind, const std::filesystem::path& library);

/// The GPU that would be used, as the driver describes it before any context is made.
struct GpuProbe {
  int compute_major = 0, compute_minor = 0;
  int driver_version = 0;                 ///< 13000 = CUDA 13.0
  std::filesystem::path runtime_library;  ///< the libcudart that would be loaded
};

/// Is there a GPU and a libcudart that can drive it? The Error says what is missing. Makes no context.
Result<GpuProbe> probe_cuda();

/// The libcudart to use: $JUDGE_CUDART, else the first of toolkit_folders(), so that of nvcc's toolkit if it has one, else the dynamic
/// linker's. Error: none, and where it was looked for.
Result<std::filesystem::path> find_cudart();

/// The current device. Starts the context.
Result<Device> describe_device(const Runtime& runtime);

/// "cudaErrorIllegalAddress (700): an illegal memory access was encountered"
std::string describe_error(const Runtime& runtime, cuda::Error error);

/// JUDGE_CUDA(runtime, cudaMalloc(&p, n)): returns an Error naming the call where it fails.
#define JUDGE_CUDA(runtime, call)                                                                            \
  do {                                                                                                       \
    if (const ::judge::cuda::Error judge_cuda_ = (runtime).cuda.call; judge_cuda_ != ::judge::cuda::success) \
      return ::judge::fail("{} failed: {}", #call, ::judge::describe_error((runtime), judge_cuda_));         \
  } while (false)

}  // namespace judge
