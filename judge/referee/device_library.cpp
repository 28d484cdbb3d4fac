#include "judge/referee/device_library.hpp"

#include <dlfcn.h>

#include "judge/util/symbol.hpp"

namespace judge {

namespace {

// Mirrors CompareOptions in judge/device/referee.cu.
struct CompareOptions {
  double absolute, relative;
  long long ulps;
  unsigned poison;
  int type, checker, detailed;
};

}  // namespace

Result<DeviceLibrary> DeviceLibrary::load(const Runtime& runtime, const std::filesystem::path& library) {
  void* handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) return fail("{}: cannot be loaded: {}", library.string(), ::dlerror());
  DeviceLibrary kernels;
  kernels.m_runtime = &runtime;
  if (!find_symbol(handle, "judge_fill", kernels.m_fill) || !find_symbol(handle, "judge_check_fill", kernels.m_check_fill) ||
      !find_symbol(handle, "judge_compare_bytes", kernels.m_compare_bytes) ||
      !find_symbol(handle, "judge_compare", kernels.m_compare) || !find_symbol(handle, "judge_sample", kernels.m_sample) ||
      !find_symbol(handle, "judge_read_all", kernels.m_read_all) || !find_symbol(handle, "judge_watch", kernels.m_watch))
    return fail("{}: is not the judge's device library", library.string());
  return kernels;
}

Result<void> DeviceLibrary::check(int error, const char* what) const {
  if (error == cuda::success) return {};
  return fail("the judge's own {} kernel failed: {}", what, describe_error(*m_runtime, error));
}

Result<void> DeviceLibrary::fill(void* pointer, std::size_t bytes, std::uint32_t word) const {
  return check(m_fill(pointer, bytes, word), "fill");
}

Result<void> DeviceLibrary::check_fill(const void* pointer, std::size_t bytes, std::uint32_t word, Report* report) const {
  return check(m_check_fill(pointer, bytes, word, report), "red zone");
}

Result<void> DeviceLibrary::compare_bytes(const void* got, const void* expected, std::size_t bytes, DType type,
                                          Report* report) const {
  return check(m_compare_bytes(got, expected, bytes, static_cast<int>(size_of(type)), report), "input comparison");
}

Result<void> DeviceLibrary::compare(const void* got, const void* expected, const BufferArgument& buffer, std::uint32_t poison,
                                    Detail detail, Report* report) const {
  const CompareOptions options{.absolute = buffer.checker.absolute,
                               .relative = buffer.checker.relative,
                               .ulps = buffer.checker.ulps,
                               .poison = poison,
                               .type = static_cast<int>(buffer.type),
                               .checker = static_cast<int>(buffer.checker.kind),
                               .detailed = detail == Detail::largest_errors};
  return check(m_compare(got, expected, static_cast<Bytes>(buffer.elements()), &options, report), "comparison");
}

Result<void> DeviceLibrary::sample(const void* pointer, std::size_t bytes, std::uint64_t seed,
                                   std::uint64_t* device_sum) const {
  return check(m_sample(pointer, bytes, seed, device_sum), "sampling");
}

Result<void> DeviceLibrary::read_all(const void* pointer, std::size_t bytes) const {
  return check(m_read_all(pointer, bytes), "reading");
}

Result<void> DeviceLibrary::watch(std::uint64_t cycles, std::uint64_t* device_longest_gap) const {
  return check(m_watch(cycles, device_longest_gap), "watching");
}

}  // namespace judge
