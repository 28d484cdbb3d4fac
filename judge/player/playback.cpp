#include "judge/player/playback.hpp"

#include <dlfcn.h>

#include <cstring>

#include "judge/player/launch_config.hpp"

namespace judge {

namespace {

using Status = cuda::Error;

// Of the runtime's library, past the functions that this process exports for attempts.
template <class Function>
Function* find(const Runtime& runtime, const char* name) {
  return reinterpret_cast<Function*>(::dlsym(runtime.handle, name));
}

constexpr int k_most_dynamic_shared_bytes = 8, k_shared_carveout = 9;  // cudaFuncAttribute
constexpr std::uint64_t k_most_scratch_bytes = std::uint64_t{1} << 30;

bool takes_arguments(const Runtime& runtime, const void* function, const RecordedOperation& operation) {
  const auto where = find<Status(const void*, std::size_t, std::size_t*, std::size_t*)>(runtime, "cudaFuncGetParamInfo");
  std::size_t count = 0, place = 0, bytes = 0;
  for (; where && !where(function, count, &place, &bytes); ++count)
    if (count >= operation.argument_places.size() || operation.argument_places[count] != place ||
        place + bytes > operation.arguments.size())
      return false;
  return where && count == operation.argument_places.size();
}

// Modulo 2^64: no memory is so large that a sum beside it comes to lie within.
std::uint64_t place_of(const Playback::Window& window, std::int64_t offset) {
  return static_cast<std::uint64_t>(window.pointer - window.memory) + static_cast<std::uint64_t>(offset);
}

bool is_within(const Playback::Window& window, std::int64_t offset, std::uint64_t bytes) {
  const std::uint64_t place = place_of(window, offset);
  return place <= window.memory_bytes && bytes <= window.memory_bytes - place;
}

}  // namespace

Playback::~Playback() {
  if (!m_runtime) return;
  const auto unload = find<Status(void*)>(*m_runtime, "cudaLibraryUnload");
  for (void* library : m_libraries) unload(library);
  for (void* memory : m_allocated) m_runtime->cuda.cudaFree(memory);
}

Result<void> Playback::load(const Runtime& runtime, Recording recording, std::span<const std::string> images) {
  m_runtime = &runtime;
  m_recording = std::move(recording);
  const auto load_library =
      find<Status(void**, const void*, int*, void**, unsigned, int*, void**, unsigned)>(runtime, "cudaLibraryLoadData");
  if (!images.empty() && (!load_library || !find<Status(void*)>(runtime, "cudaLibraryUnload")))
    return fail("this CUDA runtime loads no libraries of kernels");
  for (const std::string& image : images) {
    void* library = nullptr;
    // One without kernels cannot be loaded; what is missed is seen below.
    if (!load_library(&library, image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0)) m_libraries.push_back(library);
  }
  for (const RecordedScratch& scratch : m_recording.scratch) {
    JUDGE_TRY(void* const memory, scratch.variable.empty() ? allocate(scratch.bytes) : find_variable(scratch));
    m_scratch.push_back(memory);
  }
  for (const RecordedOperation& operation : m_recording.operations) JUDGE_CHECK(prepare(operation));
  JUDGE_CUDA(runtime, cudaDeviceSynchronize());
  return {};
}

// Zeros, where a first call of solve() would have found what it likes: what relies on more than that is not right.
Result<void*> Playback::allocate(std::uint64_t bytes) {
  if (bytes > k_most_scratch_bytes || (m_allocated_bytes += bytes) > k_most_scratch_bytes)
    return fail("too much scratch memory");
  void* memory = nullptr;
  JUDGE_CUDA(*m_runtime, cudaMalloc(&memory, bytes));
  m_allocated.push_back(memory);
  JUDGE_CUDA(*m_runtime, cudaMemset(memory, 0, bytes));
  return memory;
}

Result<void*> Playback::find_variable(const RecordedScratch& scratch) const {
  const auto get_variable = find<Status(void**, std::size_t*, void*, const char*)>(*m_runtime, "cudaLibraryGetGlobal");
  for (void* library : m_libraries) {
    void* memory = nullptr;
    std::size_t bytes = 0;
    if (get_variable && !get_variable(&memory, &bytes, library, scratch.variable.c_str()) && bytes == scratch.bytes)
      return memory;
  }
  return fail("no variable {} in the attempt's file", scratch.variable);
}

Result<const void*> Playback::find_kernel(const RecordedOperation& operation) const {
  const auto get_kernel = find<Status(void**, void*, const char*)>(*m_runtime, "cudaLibraryGetKernel");
  for (void* library : m_libraries) {
    void* kernel = nullptr;
    if (get_kernel && !get_kernel(&kernel, library, operation.kernel.c_str())) return kernel;
  }
  m_runtime->cuda.cudaGetLastError();
  return fail("no kernel {} in the attempt's file", operation.kernel);
}

Playback::Window Playback::scratch_of(const RecordedPointer& pointer) const {
  const auto number = static_cast<std::size_t>(pointer.scratch);
  auto* const memory = static_cast<char*>(m_scratch[number]);
  return {memory, memory, m_recording.scratch[number].bytes};
}

// What comes from another process is what its attempt likes: everything is looked at before it is used.
Result<void> Playback::prepare(const RecordedOperation& operation) {
  using enum RecordedOperation::Kind;
  const std::size_t words = operation.kind == kernel ? 0 : operation.kind == set ? 1 : 2;
  if (operation.arguments.size() < words * sizeof(void*) || operation.launch_attributes.size() % sizeof(LaunchAttribute) != 0)
    return fail("an operation that cannot be");
  for (std::size_t i = 0; i < operation.launch_attributes.size(); i += sizeof(LaunchAttribute)) {
    LaunchAttribute attribute;
    std::memcpy(&attribute, operation.launch_attributes.data() + i, sizeof attribute);
    if (!can_be_played_back(attribute)) return fail("a launch with an attribute that cannot be played back");
  }
  for (const std::uint32_t place : operation.argument_places)
    if (place >= operation.arguments.size()) return fail("an argument beside the others");
  for (const RecordedPointer& pointer : operation.pointers) {
    if (pointer.place + sizeof(void*) > operation.arguments.size()) return fail("a pointer beside the arguments");
    if (pointer.argument < 0 && (pointer.scratch < 0 || static_cast<std::size_t>(pointer.scratch) >= m_scratch.size()))
      return fail("a pointer into nothing");
  }
  for (const RecordedCounter& counter : operation.counters)
    if (counter.place + sizeof counter.value > operation.arguments.size()) return fail("a counter beside the arguments");
  if (operation.kind != kernel) {
    // Each word is one of these pointers: the host's functions would follow any other, too. How far an argument's reaches is another number in
    // each call.
    bool is_known = operation.pointers.size() == words && operation.counters.empty();
    for (std::size_t i = 0; is_known && i < words; ++i) {
      const RecordedPointer& pointer = operation.pointers[i];
      is_known = pointer.place == i * sizeof(void*) &&
                 (pointer.argument >= 0 || is_within(scratch_of(pointer), pointer.offset, operation.bytes));
    }
    if (!is_known) return fail("{} of memory that is not known", operation.kind == set ? "a set" : "a copy");
    m_kernels.push_back(nullptr);
    return {};
  }
  JUDGE_TRY(const void* const function, find_kernel(operation));
  m_kernels.push_back(function);
  if (!takes_arguments(*m_runtime, function, operation)) return fail("{} takes other arguments", operation.kernel);
  const auto set_attribute = find<Status(const void*, int, int)>(*m_runtime, "cudaFuncSetAttribute");
  if (operation.shared_bytes > 0)
    if (const Status error = set_attribute(function, k_most_dynamic_shared_bytes, operation.most_shared_bytes))
      return fail("the shared memory of {}: {}", operation.kernel, describe_error(*m_runtime, error));
  if (operation.shared_carveout >= 0)
    if (const Status error = set_attribute(function, k_shared_carveout, operation.shared_carveout))
      return fail("the carveout of {}: {}", operation.kernel, describe_error(*m_runtime, error));
  return {};
}

cuda::Error Playback::play(const std::function<Window(int argument)>& window_of) {
  static const auto launch = find<Status(const LaunchConfig*, const void*, void**)>(*m_runtime, "cudaLaunchKernelExC");
  Status first = cuda::success;
  std::vector<void*> arguments;
  for (std::size_t i = 0; i < m_recording.operations.size(); ++i) {
    RecordedOperation& operation = m_recording.operations[i];
    for (const RecordedPointer& pointer : operation.pointers) {
      const Window window = pointer.argument >= 0 ? window_of(pointer.argument) : scratch_of(pointer);
      const bool may_be_anywhere = operation.kind == RecordedOperation::Kind::kernel;
      if (!window.pointer || (!may_be_anywhere && !is_within(window, pointer.offset, operation.bytes)))
        return cuda::error_not_supported;
      const std::uint64_t now = reinterpret_cast<std::uintptr_t>(window.memory) + place_of(window, pointer.offset);
      std::memcpy(operation.arguments.data() + pointer.place, &now, sizeof now);
    }
    for (RecordedCounter& counter : operation.counters) {
      std::memcpy(operation.arguments.data() + counter.place, &counter.value, sizeof counter.value);
      counter.value += counter.step;
    }
    const auto word = [&](std::size_t number) {
      void* pointer = nullptr;
      std::memcpy(&pointer, operation.arguments.data() + number * sizeof pointer, sizeof pointer);
      return pointer;
    };
    Status error = cuda::success;
    switch (operation.kind) {
      case RecordedOperation::Kind::set:
        error = m_runtime->cuda.cudaMemsetAsync(word(0), operation.value, operation.bytes, nullptr);
        break;
      case RecordedOperation::Kind::copy:
        error = m_runtime->cuda.cudaMemcpyAsync(word(0), word(1), operation.bytes, cuda::MemcpyKind::device_to_device, nullptr);
        break;
      case RecordedOperation::Kind::kernel:
        arguments.clear();
        for (const std::uint32_t place : operation.argument_places) arguments.push_back(operation.arguments.data() + place);
        const LaunchConfig config{
            .grid = {operation.grid[0], operation.grid[1], operation.grid[2]},
            .block = {operation.block[0], operation.block[1], operation.block[2]},
            .shared_bytes = operation.shared_bytes,
            .attributes = reinterpret_cast<const LaunchAttribute*>(operation.launch_attributes.data()),
            .attribute_count = static_cast<unsigned>(operation.launch_attributes.size() / sizeof(LaunchAttribute))};
        error = launch(&config, m_kernels[i], arguments.data());
        break;
    }
    if (!first) first = error;
  }
  return first;
}

}  // namespace judge
