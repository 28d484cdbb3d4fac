// The CUDA runtime functions that the player exports; copies and sets are in interpose_copies.cpp, allocations in
// interpose_memory.cpp. An attempt's library binds to the executable's symbols before it looks in the runtime library, so these see
// each call first: they tell the tracer and forward. Functions that are in none of the three go straight to the runtime. `<<<>>>`
// compiles to cudaLaunchKernel, with CUDA 13 to __cudaLaunchKernel.

#include <cxxabi.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>

#include "judge/player/function_attributes.hpp"
#include "judge/player/interposed.hpp"
#include "judge/player/launch_config.hpp"
#include "judge/player/recorder.hpp"

namespace judge {

namespace {

using cuda::Dim3;
using cuda::Event;

/// "add" for "_Z3addPfi", as <<<>>> has it; NVIDIA's runtime gives the name in the file.
std::string short_name(const char* name) {
  const bool is_mangled = std::string_view(name).starts_with("_Z");
  const std::unique_ptr<char, decltype(&std::free)> text(
      is_mangled ? abi::__cxa_demangle(name, nullptr, nullptr, nullptr) : nullptr, &std::free);
  const std::string all = text ? text.get() : name;
  return all.substr(0, all.find('('));
}

std::string launch_text(const void* function, Dim3 grid, Dim3 block, std::size_t shared_bytes) {
  const char* name = nullptr;
  using NameFunction = Status (*)(const char**, const void*);
  if (auto get = reinterpret_cast<NameFunction>(::dlsym(forwards_to(), "cudaFuncGetName")); get && get(&name, function))
    name = nullptr;
  return fmt::format("the launch {}<<<({}, {}, {}), ({}, {}, {}), {}>>>", name ? short_name(name) : "", grid.x, grid.y, grid.z,
                     block.x, block.y, block.z, shared_bytes);
}

// What this asks of the runtime may fail, which is none of the attempt's errors.
Operation kernel_operation(const void* function, Dim3 grid, Dim3 block, std::size_t shared_bytes) {
  Operation operation{.what = "kernel",
                      .is_kernel = true,
                      .grid = {grid.x, grid.y, grid.z},
                      .block = {block.x, block.y, block.z},
                      .shared_bytes = shared_bytes};
  const char* name = nullptr;
  FunctionAttributesHead attributes{};
  const auto get_name = runtime_function<Status(const char**, const void*)>("cudaFuncGetName");
  const auto get_attributes = runtime_function<Status(void*, const void*)>("cudaFuncGetAttributes");
  const Status no_name = get_name ? get_name(&name, function) : cuda::success;
  if (!no_name && name) operation.what = std::string(name).substr(0, 1000);
  const Status no_attributes = get_attributes ? get_attributes(&attributes, function) : cuda::error_not_supported;
  if (!no_attributes) {
    operation.registers = attributes.registers;
    operation.shared_bytes += attributes.static_shared_bytes;
  }
  const bool is_own_error = (no_name || (get_attributes && no_attributes)) && tracer().errors().pending().text.empty();
  if (const auto forget_error = runtime_function<Status()>("cudaGetLastError"); forget_error && is_own_error) forget_error();
  return operation;
}

using Launch = Status(const void*, Dim3, Dim3, void**, std::size_t, Stream);

// What `real` has launched on `stream`, the one that the work really goes to. A failed launch is told with its shape.
Status launched(Status error, const void* function, Dim3 grid, Dim3 block, std::size_t shared_bytes, Stream stream) {
  if (error == cuda::success) tracer().worked(stream, [&] { return kernel_operation(function, grid, block, shared_bytes); });
  else if (tracer().active()) tracer().errors().failed(launch_text(function, grid, block, shared_bytes), error);
  return error;
}

void record(const LaunchConfig& config, const void* function, void* const* arguments, Stream stream) {
  if (!recorder().active()) return;
  const std::span attributes(config.attributes, config.attribute_count);
  if (!std::ranges::all_of(attributes, can_be_played_back))
    return recorder().obstacle("a launch with attributes of its stream");
  recorder().launched(function,
                      {config.grid, config.block, config.shared_bytes, stream,
                       std::string(reinterpret_cast<const char*>(attributes.data()), attributes.size_bytes())},
                      arguments);
}

Status note_stream(Status error, const Stream* stream) {
  if (error == cuda::success && stream) tracer().stream_created(*stream);
  return error;
}

}  // namespace

extern "C" {

// --- launches ---

// What <<<>>> compiles to first: the one place that knows the launch's line.
unsigned __cudaPushCallConfiguration(Dim3 grid, Dim3 block, std::size_t shared_bytes, Stream stream) {
  static Real<Status(Dim3, Dim3, std::size_t, Stream)> real("__cudaPushCallConfiguration");
  tracer().errors().launching(JUDGE_CALLER);
  return static_cast<unsigned>(real.call(grid, block, shared_bytes, stream));
}

// The emulated runtime's; it returns nothing.
void judgeEmulatedPushConfiguration(const unsigned grid[3], const unsigned block[3], std::size_t shared_bytes, void* stream) {
  static Real<Status(const unsigned*, const unsigned*, std::size_t, void*)> real("judgeEmulatedPushConfiguration");
  tracer().errors().launching(JUDGE_CALLER);
  real.call(grid, block, shared_bytes, stream);
}

#define JUDGE_LAUNCH(NAME, SEEN, ATTRIBUTES)                                                                        \
  Status NAME(const void* function, Dim3 grid, Dim3 block, void** args, std::size_t shared_bytes, Stream stream) {  \
    static Real<Launch> real(#NAME);                                                                                \
    tracer().work(SEEN);                                                                                            \
    const Status error = real.call(function, grid, block, args, shared_bytes, stream);                              \
    if (error == cuda::success) recorder().launched(function, {grid, block, shared_bytes, SEEN, ATTRIBUTES}, args); \
    return launched(error, function, grid, block, shared_bytes, SEEN);                                              \
  }
JUDGE_LAUNCH(cudaLaunchKernel, stream, {})
JUDGE_LAUNCH(cudaLaunchKernel_ptsz, per_thread_if_default(stream), {})
JUDGE_LAUNCH(__cudaLaunchKernel, stream, {})
JUDGE_LAUNCH(__cudaLaunchKernel_ptsz, per_thread_if_default(stream), {})
JUDGE_LAUNCH(cudaLaunchCooperativeKernel, stream, attributes_of_cooperative_launch())

#define JUDGE_LAUNCH_EX(NAME, SEEN)                                                            \
  Status NAME(const LaunchConfig* config, const void* function, void** args) {                 \
    static Real<Status(const LaunchConfig*, const void*, void**)> real(#NAME);                 \
    if (!config) return real(config, function, args);                                          \
    tracer().errors().launching(JUDGE_CALLER);                                                 \
    tracer().work(SEEN);                                                                       \
    const Status error = real.call(config, function, args);                                    \
    if (error == cuda::success) record(*config, function, args, SEEN);                         \
    return launched(error, function, config->grid, config->block, config->shared_bytes, SEEN); \
  }
JUDGE_LAUNCH_EX(cudaLaunchKernelExC, config->stream)
JUDGE_LAUNCH_EX(cudaLaunchKernelExC_ptsz, per_thread_if_default(config->stream))

Status cudaLaunchHostFunc(Stream stream, void (*function)(void*), void* data) {
  static Real<Status(Stream, void (*)(void*), void*)> real("cudaLaunchHostFunc");
  tracer().blocking("cudaLaunchHostFunc");
  return real(stream, function, data);
}

Status cudaGraphLaunch(void* graph, Stream stream) {
  static Real<Status(void*, Stream)> real("cudaGraphLaunch");
  tracer().work(stream);
  return told(real(graph, stream), stream, "cudaGraphLaunch");
}

Status cudaGraphInstantiate(void** result, void* graph, unsigned long long flags) {
  static Real<Status(void**, void*, unsigned long long)> real("cudaGraphInstantiate");
  tracer().blocking("cudaGraphInstantiate");
  return real(result, graph, flags);
}

// --- settings ---

#define JUDGE_SETTING(NAME, PARAMETERS, ...)    \
  Status NAME PARAMETERS {                      \
    static Real<Status PARAMETERS> real(#NAME); \
    recorder().set_otherwise(#NAME);            \
    return real(__VA_ARGS__);                   \
  }
JUDGE_SETTING(cudaFuncSetCacheConfig, (const void* function, int config), function, config)
JUDGE_SETTING(cudaDeviceSetCacheConfig, (int config), config)
JUDGE_SETTING(cudaDeviceSetLimit, (int limit, std::size_t value), limit, value)
JUDGE_SETTING(cudaStreamSetAttribute, (Stream stream, int attribute, const void* value), stream, attribute, value)
JUDGE_SETTING(cudaStreamSetAttribute_ptsz, (Stream stream, int attribute, const void* value), stream, attribute, value)

// --- variables ---

// What nvcc's code calls for each variable of the device when the attempt is loaded.
void __cudaRegisterVar(void** handle, char* symbol, char* address, const char* name, int is_external, std::size_t bytes,
                       int is_constant, int is_global) {
  static const auto real =
      runtime_function<void(void**, char*, char*, const char*, int, std::size_t, int, int)>("__cudaRegisterVar");
  if (!real) return;
  real(handle, symbol, address, name, is_external, bytes, is_constant, is_global);
  recorder().registered(symbol, name, bytes);
}

// --- errors ---

Status cudaGetLastError() {
  static Real<Status()> real("cudaGetLastError");
  tracer().errors().asked(SeenErrors::LastError::forgotten);
  return real.call();
}

Status cudaPeekAtLastError() {
  static Real<Status()> real("cudaPeekAtLastError");
  tracer().errors().asked(SeenErrors::LastError::kept);
  return real.call();
}

// --- synchronisation ---

Status cudaDeviceSynchronize() {
  static Real<Status()> real("cudaDeviceSynchronize");
  tracer().synchronisation();
  return real();
}

Status cudaStreamSynchronize(Stream stream) {
  static Real<Status(Stream)> real("cudaStreamSynchronize");
  tracer().synchronisation();
  return real(stream);
}

Status cudaEventSynchronize(Event event) {
  static Real<Status(Event)> real("cudaEventSynchronize");
  tracer().synchronisation();
  return real(event);
}

Status cudaStreamQuery(Stream stream) {
  static Real<Status(Stream)> real("cudaStreamQuery");
  tracer().synchronisation();
  return real(stream);
}

Status cudaEventQuery(Event event) {
  static Real<Status(Event)> real("cudaEventQuery");
  tracer().synchronisation();
  return real(event);
}

Status cudaEventElapsedTime(float* milliseconds, Event start, Event stop) {
  static Real<Status(float*, Event, Event)> real("cudaEventElapsedTime");
  tracer().blocking("cudaEventElapsedTime");
  return real(milliseconds, start, stop);
}

// It would take the judge's open buffers away.
Status cudaDeviceReset() {
  tracer().blocking("cudaDeviceReset");
  tracer().forbidden("cudaDeviceReset");
  return cuda::success;
}

// --- streams ---

Status cudaStreamCreate(Stream* stream) {
  static Real<Status(Stream*)> real("cudaStreamCreate");
  return note_stream(real(stream), stream);
}

Status cudaStreamCreateWithFlags(Stream* stream, unsigned flags) {
  static Real<Status(Stream*, unsigned)> real("cudaStreamCreateWithFlags");
  return note_stream(real(stream, flags), stream);
}

Status cudaStreamCreateWithPriority(Stream* stream, unsigned flags, int priority) {
  static Real<Status(Stream*, unsigned, int)> real("cudaStreamCreateWithPriority");
  return note_stream(real(stream, flags, priority), stream);
}

Status cudaStreamDestroy(Stream stream) {
  static Real<Status(Stream)> real("cudaStreamDestroy");
  tracer().stream_about_to_go(stream);
  return real(stream);
}

}  // extern "C"

}  // namespace judge
