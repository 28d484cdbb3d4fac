/// Inputs that are drawn on the device: bit for bit those that the host draws from the same seed.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <utility>

#include "judge/build/builder.hpp"
#include "judge/catalog/fill_buffer.hpp"
#include "judge/catalog/random.hpp"
#include "judge/passes/draws.hpp"
#include "judge/referee/input_drawer.hpp"

namespace judge {
namespace {

class DeviceDraw : public testing::TestWithParam<DType> {
 protected:
  static void SetUpTestSuite() {
    runtime = *load_runtime_from(RuntimeKind::emulated, Installation{JUDGE_BINARY_DIR}.emulated_runtime());
    const auto builder = Builder::create({.cache_dir = JUDGE_BINARY_DIR "/tests/cache", .installation = {JUDGE_BINARY_DIR}});
    ASSERT_TRUE(builder) << builder.error().message;
    const auto built = builder->build({.source = JUDGE_SOURCE_DIR "/judge/device/draw.cu", .kind = SourceKind::device});
    ASSERT_TRUE(built) << built.error().message;
    ASSERT_TRUE(std::holds_alternative<Artifact>(*built)) << std::get<CompileFailure>(*built).diagnostics;
    drawer = new InputDrawer(*InputDrawer::load(runtime, std::get<Artifact>(*built).library));
  }
  static void TearDownTestSuite() { delete drawer; }

  /// How many of `count` elements are not the host's.
  static int different(const Fill& fill, DType type, std::int64_t count = 20'011) {
    const BufferArgument buffer{.name = "A", .type = type, .shape = {count}, .fill = fill};
    std::vector<std::byte> host(buffer.bytes()), device(buffer.bytes());
    EXPECT_TRUE(fill_buffer(buffer, 7, host));
    auto memory = *DeviceMemory::allocate(runtime, buffer.bytes());
    const auto draw = device_draw(buffer, 7);
    if (!draw) return -1;
    EXPECT_TRUE(drawer->draw(memory.data(), buffer, *draw));
    EXPECT_EQ(runtime.cuda.cudaMemcpy(device.data(), memory.data(), device.size(), cuda::MemcpyKind::device_to_host), 0);
    int different = 0;
    const std::size_t size = size_of(type);
    for (std::size_t at = 0; at < host.size(); at += size) different += std::memcmp(&host[at], &device[at], size) != 0;
    return different;
  }

  static inline Runtime runtime;
  static inline InputDrawer* drawer = nullptr;
};

TEST_P(DeviceDraw, IsTheHosts) {
  const DType type = GetParam();
  EXPECT_EQ(different(fill::Uniform{-3, 5}, type), 0);
  EXPECT_EQ(different(fill::Uniform{0, 1000}, type), 0);  // beyond what the small types hold
  EXPECT_EQ(different(fill::Integers{-7, 12}, type), 0);
  EXPECT_EQ(different(fill::Sparse{.density = 0.3, .low = 1, .high = 2}, type), 0);
  EXPECT_EQ(different(fill::Choice{{0, 1, 2.5, -4}}, type), 0);
  // One in eighty is decided by exp() and log(), whose last bits are the library's.
  EXPECT_LE(different(fill::Normal{0.5, 2}, type), 2);
}

INSTANTIATE_TEST_SUITE_P(Types, DeviceDraw,
                         testing::Values(DType::f16, DType::bf16, DType::f32, DType::f64, DType::i8, DType::u8, DType::i16,
                                         DType::u16, DType::i32, DType::u32, DType::i64, DType::u64, DType::boolean));

TEST(DeviceDrawOf, WhatTheHostAloneCanDoIsNone) {
  for (const Fill& fill : {Fill(fill::Custom{}), Fill(fill::Sorted{0, 1}), Fill(fill::Permutation{}), Fill(fill::Constant{1})})
    EXPECT_FALSE(device_draw({.name = "A", .shape = {4}, .fill = fill}, 1));
  EXPECT_TRUE(is_same_for_every_seed(fill::Constant{1}));
  EXPECT_FALSE(is_same_for_every_seed(fill::Custom{}));
}

std::uint64_t without_shift(std::uint64_t z, int shift) {
  std::uint64_t result = z;
  for (int known = shift; known < 64; known += shift) result = z ^ result >> shift;
  return result;
}

// RandomBits::mix(), turned round. The factors are the inverses of its own.
std::uint64_t unmixed(std::uint64_t z) {
  z = without_shift(z, 31) * 0x319642b2d24d8ec3u;
  z = without_shift(z, 27) * 0x96de1b173f119089u;
  return without_shift(z, 30);
}

TEST(SeedOfDraw, TellsNoOther) {
  ASSERT_EQ(unmixed(RandomBits::mix(0x123456789abcdef0)), 0x123456789abcdef0u);
  std::set<std::uint64_t> seeds, steps;
  std::uint64_t last = unmixed(seed_of_draw(1, 3, std::nullopt));
  for (std::uint64_t turn = 0; turn < 50; ++turn) {
    const std::uint64_t seed = seed_of_draw(1, 3, turn), state = unmixed(seed);
    seeds.insert(seed);
    steps.insert(state - std::exchange(last, state));
  }
  EXPECT_EQ(seeds.size(), 50u);
  EXPECT_EQ(steps.size(), 50u) << "they follow from each other";
  EXPECT_NE(seed_of_draw(1, 3, 0), seed_of_draw(1, 4, 0));
  EXPECT_NE(seed_of_draw(1, 3, 0), seed_of_draw(2, 3, 0));
  EXPECT_EQ(seed_of_draw(1, 3, 7), seed_of_draw(1, 3, 7));
}

}  // namespace
}  // namespace judge
