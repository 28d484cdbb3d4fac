/// The copies that the player exports, called as an attempt's library does, over the emulated runtime.

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "judge/player/real_runtime.hpp"
#include "judge/player/tracer.hpp"

using judge::cuda::MemcpyKind;
using judge::cuda::Stream;
using Status = judge::cuda::Error;

extern "C" {
Status cudaMemcpyAsync(void*, const void*, std::size_t, MemcpyKind, Stream);
Status cudaMemcpy2DAsync(void*, std::size_t, const void*, std::size_t, std::size_t, std::size_t, MemcpyKind, Stream);
Status cudaMemcpyToSymbolAsync(const void*, const void*, std::size_t, std::size_t, MemcpyKind, Stream);
Status cudaMemcpyFromSymbolAsync(void*, const void*, std::size_t, std::size_t, MemcpyKind, Stream);
}

namespace judge {
struct JudgeBox;
extern "C" Status cudaMemcpy3D(const JudgeBox*);
}  // namespace judge

namespace judge {
namespace {

using testing::HasSubstr;

constexpr std::size_t k_bytes = 64;

struct PlayerCopies : testing::Test {
  static void SetUpTestSuite() {
    void* const runtime = ::dlopen(JUDGE_EMULATED_RUNTIME, RTLD_NOW);
    ASSERT_NE(runtime, nullptr) << ::dlerror();
    forward_to(runtime);
    const auto allocate = reinterpret_cast<Status (*)(void**, std::size_t)>(::dlsym(runtime, "cudaMalloc"));
    void* memory = nullptr;
    ASSERT_EQ(allocate(&memory, k_bytes), cuda::success);
    device = static_cast<char*>(memory);
  }

  void SetUp() override {
    tracer().begin({});
    tracer().memory().set_callers_memory({{.begin = device, .bytes = k_bytes, .name = "C"}});
  }
  void TearDown() override { tracer().end(); }

  static void expect_failed(Status status, const std::string& function, const std::string& reason) {
    EXPECT_NE(status, cuda::success);
    EXPECT_EQ(tracer().errors().first().text, function);
    EXPECT_THAT(tracer().errors().first().reason, HasSubstr(reason));
  }

  static inline char* device = nullptr;
  std::array<char, 4 * k_bytes> host{};
};

TEST_F(PlayerCopies, OneThatFailsNamesItsArgument) {
  expect_failed(cudaMemcpyAsync(device, host.data(), 2 * k_bytes, MemcpyKind::host_to_device, nullptr), "cudaMemcpyAsync",
                "dst points at C, which is 64 bytes large, and 128 bytes from there on were asked for");
}

TEST_F(PlayerCopies, OneOfRowsNamesItsArgument) {
  expect_failed(cudaMemcpy2DAsync(host.data(), 16, device, 16, 8, 5, MemcpyKind::device_to_host, nullptr), "cudaMemcpy2DAsync",
                "src points at C, which is 64 bytes large, and 72 bytes from there on were asked for");
}

// The emulated runtime gives no symbol where the variable is too small.
TEST_F(PlayerCopies, OneToOrFromAVariableNamesItsArgument) {
  expect_failed(cudaMemcpyToSymbolAsync(nullptr, host.data(), 8, 4, MemcpyKind::host_to_device, nullptr),
                "cudaMemcpyToSymbolAsync", "symbol names a variable that ends before byte 12");
  tracer().begin({});
  expect_failed(cudaMemcpyFromSymbolAsync(host.data(), nullptr, 8, 4, MemcpyKind::device_to_host, nullptr),
                "cudaMemcpyFromSymbolAsync", "symbol names a variable that ends before byte 12");
}

TEST_F(PlayerCopies, OneFromAVariableIsSeenAsACopyWithTheHost) {
  EXPECT_EQ(cudaMemcpyFromSymbolAsync(host.data(), device, 8, 4, MemcpyKind::device_to_host, nullptr), cuda::success);
  const auto trace = tracer().end();
  EXPECT_EQ(trace.first_blocking, "cudaMemcpyFromSymbolAsync");
}

TEST(Tracer, CountsStreamsAndNotWhatIsPutOnThem) {
  Tracer one;
  one.begin({});
  for (const std::uintptr_t handle : {0, 1, 0x100, 0x200, 0x100, 0x100, 2}) one.work(reinterpret_cast<cuda::Stream>(handle));
  const auto trace = one.end();
  EXPECT_EQ(trace.launches, 7);
  EXPECT_EQ(trace.side_streams, 3);
  one.begin({});
  one.work(reinterpret_cast<cuda::Stream>(0x100));
  EXPECT_EQ(one.end().side_streams, 1) << "of each call";
}

// As CUDA lays out cudaMemcpy3DParms.
struct Box {
  void* source_array = nullptr;
  std::size_t source_position[3] = {};
  void* source;
  std::size_t source_sizes[3];
  void* destination_array = nullptr;
  std::size_t destination_position[3] = {};
  void* destination;
  std::size_t destination_sizes[3], extent[3];
  MemcpyKind kind;
};

TEST_F(PlayerCopies, ABoxFromTheHostMayMakeTheHostWaitAndOneOnTheDeviceDoesNot) {
  Box box{.source = device,
          .source_sizes = {8, 8, 1},
          .destination = device + 32,
          .destination_sizes = {8, 8, 1},
          .extent = {8, 1, 1},
          .kind = MemcpyKind::device_to_device};
  EXPECT_EQ(cudaMemcpy3D(reinterpret_cast<const JudgeBox*>(&box)), cuda::success);
  EXPECT_EQ(tracer().end().first_blocking, "");
  tracer().begin({});
  box.source = host.data();
  box.kind = MemcpyKind::host_to_device;
  EXPECT_EQ(cudaMemcpy3D(reinterpret_cast<const JudgeBox*>(&box)), cuda::success);
  EXPECT_EQ(tracer().end().first_blocking, "cudaMemcpy3D");
}

}  // namespace
}  // namespace judge
