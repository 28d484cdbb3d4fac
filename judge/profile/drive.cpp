#include "judge/profile/drive.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "judge/catalog/catalog.hpp"
#include "judge/catalog/fill_buffer.hpp"
#include "judge/judging/target.hpp"
#include "judge/referee/prepared_case.hpp"
#include "judge/referee/scalar_bits.hpp"
#include "judge/runtime/dynamic_call.hpp"

namespace judge {

namespace {

// A profiler's switch; runtimes without one are not profiled.
void switch_profiler(const Runtime& runtime, const char* function) {
  if (const auto found = reinterpret_cast<cuda::Error (*)()>(::dlsym(runtime.handle, function))) found();
}

Result<void*> load_solve(const Runtime& runtime, const ProfileDrive& drive) {
  // The attempt finds the runtime's functions by name, in the library that is loaded already.
  ::dlopen(runtime.library.c_str(), RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);
  void* handle = ::dlopen(drive.library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) return fail("{}: cannot be loaded: {}", drive.library, ::dlerror());
  void* solve = ::dlsym(handle, drive.symbol.c_str());
  if (!solve) return fail("{}: exports no {}", drive.library, drive.symbol);
  return solve;
}

/// solve()'s arguments, each in the memory that its problem says.
struct Arguments {
  std::vector<DeviceMemory> memory;  ///< one for each argument; empty for scalars and host memory
  DynamicCall call;
};

// The memory stays until the process ends, which is when it has been profiled.
Result<void*> page_locked_copy(const Runtime& runtime, std::span<std::byte> input) {
  void* pointer = nullptr;
  JUDGE_CUDA(runtime, cudaHostAlloc(&pointer, input.size(), 0));
  std::memcpy(pointer, input.data(), input.size());
  return pointer;
}

// As malloc() aligns it, which draw_inputs()' own memory is not.
void* pageable_copy(std::span<std::byte> input) {
  void* pointer = ::operator new(input.size());
  std::memcpy(pointer, input.data(), input.size());
  return pointer;
}

Result<Arguments> upload(const Runtime& runtime, const Case& test, const std::vector<HostMemory>& inputs) {
  Arguments arguments;
  arguments.memory.resize(test.arguments.size());
  for (std::size_t i = 0; i < test.arguments.size(); ++i) {
    if (const auto* scalar = std::get_if<ScalarArgument>(&test.arguments[i])) {
      JUDGE_CHECK(arguments.call.add_scalar(scalar->type, bits_of(scalar->type, scalar->value)));
      continue;
    }
    const auto& buffer = std::get<BufferArgument>(test.arguments[i]);
    if (buffer.memory != MemoryPlace::device) {
      void* pointer = nullptr;
      if (buffer.memory == MemoryPlace::pinned) {
        JUDGE_TRY(pointer, page_locked_copy(runtime, inputs[i].span()));
      } else pointer = pageable_copy(inputs[i].span());
      arguments.call.add_pointer(pointer);
      continue;
    }
    auto& memory = arguments.memory[i];
    JUDGE_TRY(memory, DeviceMemory::allocate(runtime, buffer.bytes()));
    JUDGE_CUDA(runtime, cudaMemcpy(memory.data(), inputs[i].data(), buffer.bytes(), cuda::MemcpyKind::host_to_device));
    arguments.call.add_pointer(memory.data());
  }
  return arguments;
}

}  // namespace

Result<int> drive_for_profiler(const CommonOptions& common, const ProfileDrive& drive) {
  const Installation installation = find_installation();
  JUDGE_TRY(const Problem problem, load_problem(drive.problem));
  JUDGE_TRY(const auto target, choose_target(common.runtime, installation));
  JUDGE_TRY(const auto cases, cases_of(problem, target.kind, {.name = drive.case_name}));
  const auto test = std::ranges::find(cases, drive.case_name, &Case::name);
  if (test == cases.end()) return fail("{} has no case '{}'", problem.name, drive.case_name);
  JUDGE_TRY(const auto runtime, load_runtime_from(target.kind, target.runtime_library));
  JUDGE_TRY(const auto oracle, Oracle::load(installation.reference(), drive.reference, problem));
  JUDGE_TRY(const auto inputs, draw_inputs(oracle, fill_buffer, *test, drive.seed));
  JUDGE_TRY(auto arguments, upload(runtime, *test, inputs));
  JUDGE_TRY(void* const solve, load_solve(runtime, drive));
  arguments.call(solve);
  JUDGE_CUDA(runtime, cudaDeviceSynchronize());
  switch_profiler(runtime, "cudaProfilerStart");
  arguments.call(solve);
  JUDGE_CUDA(runtime, cudaDeviceSynchronize());
  switch_profiler(runtime, "cudaProfilerStop");
  return 0;
}

}  // namespace judge
