#include <dlfcn.h>

#include <fmt/format.h>

#include "judge/runtime/cuda_abi.hpp"
#include "judge/runtime/emulated_extension.hpp"
#include "judge/tests/emulator_testing.hpp"

namespace judge::emulator_testing {
namespace {

/// The runtime's functions, by name, in this process.
template <class Function>
Function* symbol(const char* name) {
  static void* const runtime = ::dlopen(runtime_library().c_str(), RTLD_NOW);
  return reinterpret_cast<Function*>(::dlsym(runtime, name));
}

int device_malloc(void** pointer, std::size_t bytes) { return symbol<int(void**, std::size_t)>("cudaMalloc")(pointer, bytes); }
int device_free(void* pointer) { return symbol<int(void*)>("cudaFree")(pointer); }
int set_window(void* pointer, std::size_t bytes, int read_only) {
  return symbol<decltype(judgeEmulatedSetWindow)>("judgeEmulatedSetWindow")(pointer, bytes, read_only, "A");
}
cuda::IpcMemHandle handle_of(void* pointer) {
  cuda::IpcMemHandle handle{};
  EXPECT_EQ(symbol<int(cuda::IpcMemHandle*, void*)>("cudaIpcGetMemHandle")(&handle, pointer), 0);
  return handle;
}

TEST(DeviceMemory, EndsAtAGuardUpToSixteenBytes) {
  char* p = nullptr;
  ASSERT_EQ(device_malloc(reinterpret_cast<void**>(&p), 1001), 0);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % 16, 0u);
  EXPECT_EQ((reinterpret_cast<std::uintptr_t>(p) + 1008) % 4096, 0u);
  p[0] = p[1007] = 1;
  EXPECT_EQ(device_free(p), 0);
  EXPECT_EQ(device_free(p), 1) << "twice";
}

TEST(DeviceMemory, MoreThanThereIsIsAnError) {
  void* p = nullptr;
  EXPECT_EQ(device_malloc(&p, std::size_t{1} << 50), cuda::error_memory_allocation);
  EXPECT_EQ(symbol<int()>("cudaGetLastError")(), cuda::error_memory_allocation);
  EXPECT_EQ(symbol<int()>("cudaGetLastError")(), 0);
}

TEST(DeviceMemory, ACopyPastTheEndIsAnInvalidValue) {
  void* p = nullptr;
  ASSERT_EQ(device_malloc(&p, 1000), 0);
  std::vector<char> host(1001);
  const auto copy = symbol<int(void*, const void*, std::size_t, int)>("cudaMemcpy");
  EXPECT_EQ(copy(p, host.data(), 1000, 1), 0);
  EXPECT_EQ(copy(p, host.data(), 1001, 1), cuda::error_invalid_value);
  EXPECT_EQ(copy(host.data(), host.data(), 10, 1), cuda::error_invalid_value) << "the target is no device memory";
  device_free(p);
}

/// Of cudaHostAlloc()'s memory, which then passes for malloc()'s.
TEST(PageableMemory, IsNoDeviceMemoryUntilItIsPageLocked) {
  constexpr int to_device = 1, to_host = 2, already_registered = 712;
  constexpr std::size_t bytes = 10'000;
  const auto copy = symbol<int(void*, const void*, std::size_t, int)>("cudaMemcpy");
  const auto lock = symbol<int(void*, std::size_t, unsigned)>("cudaHostRegister");
  const auto device_pointer = symbol<int(void**, void*, unsigned)>("cudaHostGetDevicePointer");
  void *host = nullptr, *device = nullptr, *seen = nullptr;
  ASSERT_EQ(symbol<int(void**, std::size_t, unsigned)>("cudaHostAlloc")(&host, bytes, 0), 0);
  ASSERT_EQ(device_malloc(&device, bytes), 0);
  EXPECT_EQ(device_pointer(&seen, host, 0), 0);
  EXPECT_EQ(lock(host, bytes, 0), already_registered);

  ASSERT_EQ(set_window(host, bytes, judge_emulated_pageable), 0);
  EXPECT_EQ(copy(device, host, bytes, to_device), 0);
  EXPECT_EQ(copy(host, device, bytes, to_host), 0);
  EXPECT_EQ(copy(host, device, bytes, to_device), cuda::error_invalid_value) << "the wrong direction";
  EXPECT_EQ(symbol<int(void*, int, std::size_t)>("cudaMemset")(host, 0, bytes), cuda::error_invalid_value);
  EXPECT_EQ(device_pointer(&seen, host, 0), cuda::error_invalid_value);

  EXPECT_EQ(lock(host, bytes, 0), 0);
  EXPECT_EQ(lock(static_cast<char*>(host) + 5000, 100, 0), already_registered) << "a part of it";
  EXPECT_EQ(device_pointer(&seen, host, 0), 0);
  EXPECT_EQ(symbol<int(void*)>("cudaHostUnregister")(host), 0);
  EXPECT_EQ(device_pointer(&seen, host, 0), cuda::error_invalid_value);
  EXPECT_EQ(symbol<int(void*)>("cudaFreeHost")(host), 0);
  device_free(device);
}

TEST(DeviceMemory, IsSharedWithAnotherProcessByItsHandle) {
  int* p = nullptr;
  ASSERT_EQ(device_malloc(reinterpret_cast<void**>(&p), 1000 * sizeof(int)), 0);
  for (int i = 0; i < 1000; ++i) p[i] = i;
  const cuda::IpcMemHandle handle = handle_of(p);
  EXPECT_EQ(p[999], 999) << "moving into a file keeps the content";
  std::string hex;
  for (const char byte : handle.reserved) hex += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  const auto result = run_command({runner(), runtime_library().string(), "open", hex});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->exit_status, 0) << result->standard_output;
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(p[i], i + 1);
  device_free(p);
  EXPECT_NE(run_command({runner(), runtime_library().string(), "open", hex})->exit_status, 0) << "freed";
}

// What happens outside a window, seen by a child that dies of it.
TEST(Window, MakesEarlierPagesUntouchableAndInputsReadOnly) {
  char* p = nullptr;
  ASSERT_EQ(device_malloc(reinterpret_cast<void**>(&p), 64 << 10), 0);
  p[0] = 42;
  char* const tail = p + (64 << 10) - 4096;
  ASSERT_EQ(set_window(tail, 4096, 0), 0);
  tail[0] = tail[4095] = 1;
  EXPECT_EXIT(p[0] = 1, testing::KilledBySignal(SIGSEGV), "");
  ASSERT_EQ(set_window(tail, 4096, 1), 0);
  EXPECT_EQ(tail[4095], 1);
  EXPECT_EXIT(tail[0] = 2, testing::KilledBySignal(SIGSEGV), "");
  ASSERT_EQ(set_window(p, 64 << 10, 0), 0);
  EXPECT_EQ(p[0], 42) << "the bytes before the window are still there";
  p[1] = 1;
  EXPECT_EQ(set_window(p - 4096, 100, 0), cuda::error_invalid_value);
  device_free(p);
}

}  // namespace
}  // namespace judge::emulator_testing
