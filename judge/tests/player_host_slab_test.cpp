#include "judge/player/host_slab.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace judge {
namespace {

constexpr std::size_t k_slab_bytes = 300'000;
constexpr protocol::CallArgument k_argument{
    .slab = 0, .offset = 100'000, .bytes = 50'000, .red_before = 4'000, .red_after = 6'000};

// As on a GPU, pageable memory is pages of the system's; the copies are the emulated runtime's.
Runtime runtime_of(RuntimeKind kind) {
  static const Runtime emulated = *load_runtime_from(RuntimeKind::emulated, JUDGE_EMULATED_RUNTIME);
  Runtime runtime = emulated;
  runtime.kind = kind;
  if (kind == RuntimeKind::cuda) runtime.cuda.judgeEmulatedSetWindow = nullptr;
  return runtime;
}

struct Place {
  RuntimeKind kind;
  MemoryPlace memory;
};

class HostSlabs : public testing::TestWithParam<Place> {
 protected:
  Runtime runtime = runtime_of(GetParam().kind);
  Result<HostSlab> slab = HostSlab::allocate(runtime, GetParam().memory, k_slab_bytes);
};

TEST_P(HostSlabs, TakesTheWindowAndItsRedZonesThereAndBack) {
  ASSERT_TRUE(slab) << slab.error().message;
  void* memory = nullptr;  // of the emulated device: the host sees it
  ASSERT_EQ(runtime.cuda.cudaMalloc(&memory, k_slab_bytes), cuda::success);
  const std::span device(static_cast<char*>(memory), k_slab_bytes);
  std::iota(device.begin(), device.end(), 0);
  const std::vector<char> before(device.begin(), device.end());
  ASSERT_TRUE(slab->fetch(device.data(), k_argument, "A"));
  constexpr std::size_t begin = 96'000, end = 156'000;
  EXPECT_TRUE(std::equal(before.begin() + begin, before.begin() + end, slab->data() + begin));

  slab->data()[begin] = slab->data()[100'000] = slab->data()[end - 1] = 77;
  ASSERT_TRUE(slab->store(device.data(), k_argument, "A"));
  std::vector<char> wanted = before;
  wanted[begin] = wanted[100'000] = wanted[end - 1] = 77;
  EXPECT_TRUE(std::ranges::equal(device, wanted));
  runtime.cuda.cudaFree(memory);
}

TEST_P(HostSlabs, EndAtAGuard) {
  ASSERT_TRUE(slab) << slab.error().message;
  constexpr std::size_t page_bytes = 4096;
  char* const end = slab->data() + k_slab_bytes;
  EXPECT_DEATH(*static_cast<volatile char*>(end + page_bytes) = 1, "");
  EXPECT_DEATH(*static_cast<volatile char*>(slab->data() - page_bytes) = 1, "");
}

INSTANTIATE_TEST_SUITE_P(Everywhere, HostSlabs,
                         testing::Values(Place{RuntimeKind::cuda, MemoryPlace::pageable},
                                         Place{RuntimeKind::emulated, MemoryPlace::pageable},
                                         Place{RuntimeKind::emulated, MemoryPlace::pinned}),
                         [](const auto& tested) {
                           return std::string(name_of(tested.param.kind)) + "_" + name_of(tested.param.memory);
                         });

/// Copies as CUDA makes them from pageable memory: read when the call returns, and all there only after a wait.
struct Staged {
  char* to;
  std::string bytes;
};
std::vector<Staged> staged;

cuda::Error stage(void* to, const void* from, std::size_t bytes, cuda::MemcpyKind) {
  staged.push_back({static_cast<char*>(to), std::string(static_cast<const char*>(from), bytes)});
  return cuda::success;
}

cuda::Error finish_staged() {
  for (const auto& [to, bytes] : staged) std::ranges::copy(bytes, to);
  staged.clear();
  return cuda::success;
}

TEST(HostSlab, IsStoredWhenThatReturns) {
  Runtime runtime = runtime_of(RuntimeKind::cuda);
  auto slab = HostSlab::allocate(runtime, MemoryPlace::pageable, k_slab_bytes);
  ASSERT_TRUE(slab) << slab.error().message;
  runtime.cuda.cudaMemcpy = stage;
  runtime.cuda.cudaDeviceSynchronize = finish_staged;
  std::vector<char> device(k_slab_bytes, 1);
  slab->data()[k_argument.offset] = 2;
  ASSERT_TRUE(slab->store(device.data(), k_argument, "A"));
  EXPECT_EQ(device[k_argument.offset], 2);
}

TEST(LateWatch, SeesWhatChangesLater) {
  std::vector<char> window(1'000'000, 1);
  const LateWatch watch(window.data(), window.size());
  EXPECT_FALSE(watch.has_changed());
  std::fill(window.begin(), window.begin() + 500'000, 2);
  EXPECT_TRUE(watch.has_changed());
}

TEST(LateWatch, SmallBuffersAreWatchedWhole) {
  for (const std::size_t bytes : {1, 2, 3, 4}) {
    std::vector<char> window(bytes, 1);
    const LateWatch watch(window.data(), window.size());
    EXPECT_FALSE(watch.has_changed());
    window.back() = 2;
    EXPECT_TRUE(watch.has_changed());
  }
}

}  // namespace
}  // namespace judge
