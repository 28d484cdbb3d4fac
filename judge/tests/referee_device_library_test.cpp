/// The judge's own device code (judge/device/referee.cu), built for the emulated runtime, whose device memory the host sees.

#include "judge/referee/device_library.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "judge/build/builder.hpp"
#include "judge/referee/memory.hpp"
#include "judge/util/files.hpp"

namespace judge {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t k_word = 0x44332211, k_poison = 0xfff0fff0;
constexpr float k_infinity = std::numeric_limits<float>::infinity();
constexpr float k_nan = std::numeric_limits<float>::quiet_NaN();

class DeviceLibraryTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    runtime = *load_runtime_from(RuntimeKind::emulated, Installation{JUDGE_BINARY_DIR}.emulated_runtime());
    const auto builder = Builder::create({.cache_dir = JUDGE_BINARY_DIR "/tests/cache", .installation = {JUDGE_BINARY_DIR}});
    ASSERT_TRUE(builder) << builder.error().message;
    const auto built =
        builder->build({.source = fs::path(JUDGE_SOURCE_DIR) / "judge/device/referee.cu", .kind = SourceKind::device});
    ASSERT_TRUE(built) << built.error().message;
    ASSERT_TRUE(std::holds_alternative<Artifact>(*built)) << std::get<CompileFailure>(*built).diagnostics;
    kernels = *DeviceLibrary::load(runtime, std::get<Artifact>(*built).library);
  }

  std::span<unsigned char> bytes() { return {reinterpret_cast<unsigned char*>(m_memory.data()), m_memory.bytes()}; }

  Report check_fill(std::size_t offset, std::size_t count) {
    *report() = {};
    EXPECT_TRUE(kernels.check_fill(m_memory.data() + offset, count, k_word, report()));
    return *report();
  }

  /// Of `count` bytes, `shift` bytes behind aligned ones, those from `first` to `end` are others.
  Report changed(std::size_t count, DType type, std::size_t first, std::size_t end, std::size_t shift = 0) {
    std::ranges::fill(bytes(), 0xaa);
    const auto got = bytes().subspan(shift, count), expected = bytes().subspan(1024, count);
    std::ranges::fill(got.subspan(first, end - first), 0x55);
    *report() = {};
    EXPECT_TRUE(kernels.compare_bytes(got.data(), expected.data(), count, type, report()));
    return *report();
  }

  template <class T>
  Report compare(const BufferArgument& buffer, const std::vector<T>& got, const std::vector<T>& expected,
                 std::uint32_t poison = k_poison, DeviceLibrary::Detail detail = DeviceLibrary::Detail::counts) {
    auto device_got = *DeviceMemory::allocate(runtime, got.size() * sizeof(T));
    auto device_expected = *DeviceMemory::allocate(runtime, got.size() * sizeof(T));
    std::memcpy(device_got.data(), got.data(), device_got.bytes());
    std::memcpy(device_expected.data(), expected.data(), device_expected.bytes());
    *report() = {};
    EXPECT_TRUE(kernels.compare(device_got.data(), device_expected.data(), buffer, poison, detail, report()));
    return *report();
  }

  static BufferArgument buffer_of(DType type, std::size_t elements, Checker checker) {
    return {.name = "C",
            .type = type,
            .direction = Direction::out,
            .shape = {static_cast<std::int64_t>(elements)},
            .checker = checker};
  }

  static inline Runtime runtime;
  static inline DeviceLibrary kernels;

 private:
  Report* report() { return reinterpret_cast<Report*>(m_report.data()); }

  DeviceMemory m_memory = *DeviceMemory::allocate(runtime, 4096);
  DeviceMemory m_report = *DeviceMemory::allocate(runtime, sizeof(Report));
};

TEST_F(DeviceLibraryTest, FillsAtAnyAlignmentAndNothingElse) {
  for (std::size_t offset = 8; offset < 16; ++offset)
    for (std::size_t count = 0; count < 40; ++count) {
      std::ranges::fill(bytes(), 0xaa);
      ASSERT_TRUE(kernels.fill(bytes().data() + offset, count, k_word));
      for (std::size_t i = 0; i < 64; ++i) {
        const bool inside = i >= offset && i < offset + count;
        const auto address = std::bit_cast<std::uintptr_t>(bytes().data() + i);
        ASSERT_EQ(bytes()[i], inside ? k_word >> 8 * (address % 4) & 0xff : 0xaa) << offset << " " << count << " " << i;
      }
      EXPECT_EQ(check_fill(offset, count).wrong, 0u);
    }
}

TEST_F(DeviceLibraryTest, FindsEveryByteThatIsNotTheFillsOwn) {
  for (std::size_t offset = 0; offset < 5; ++offset)
    for (const std::size_t count : {1, 3, 37, 1000})
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_TRUE(kernels.fill(bytes().data() + offset, count, k_word));
        bytes()[offset + i] ^= 1;
        const Report report = check_fill(offset, count);
        ASSERT_EQ(report.wrong, 1u) << offset << " " << count << " " << i;
        ASSERT_EQ(report.first(), static_cast<std::int64_t>(i));
      }
}

TEST_F(DeviceLibraryTest, CountsWhatLiesInSeveralWords) {
  ASSERT_TRUE(kernels.fill(bytes().data() + 3, 100, k_word));
  for (std::size_t i = 10; i < 21; ++i) bytes()[3 + i] ^= 0x80;
  const Report report = check_fill(3, 100);
  EXPECT_EQ(report.wrong, 11u);
  EXPECT_EQ(report.first(), 10);
}

TEST_F(DeviceLibraryTest, ChangedInputsAreCountedInElements) {
  for (const DType type : {DType::u8, DType::f16, DType::f32, DType::i64})
    for (const std::size_t elements : {1, 3, 37})
      for (std::size_t first = 0; first < elements * size_of(type); ++first) {
        const std::size_t element = size_of(type), count = elements * element, end = std::min(count, first + 5);
        for (const std::size_t shift : {0, 8}) {
          const Report report = changed(count, type, first, end, shift);
          ASSERT_EQ(report.first(), static_cast<std::int64_t>(first / element)) << element << " " << elements;
          ASSERT_EQ(report.wrong, (end - 1) / element - first / element + 1) << element << " " << elements << " " << first;
        }
      }
  EXPECT_EQ(changed(100, DType::f32, 7, 7).wrong, 0u);
}

TEST_F(DeviceLibraryTest, FloatsAgreeWithinTheTolerance) {
  const auto buffer = buffer_of(DType::f32, 7, {.kind = CheckerKind::tolerance, .absolute = 0.5, .relative = 0.01});
  const std::vector<float> expected{0, 100, -100, k_infinity, k_nan, 1, 0};
  EXPECT_EQ(compare(buffer, {0.5f, 101.5f, -98.5f, k_infinity, k_nan, 1, -0.0f}, expected).wrong, 0u);
  const Report report = compare(buffer, {0.6f, 101.6f, -98.4f, -k_infinity, 1, k_nan, k_infinity}, expected);
  EXPECT_EQ(report.wrong, 7u);
  EXPECT_EQ(report.first(), 0);
  EXPECT_EQ(report.unwritten, 0u);
}

TEST_F(DeviceLibraryTest, WhatIsStillPoisonWasNotWritten) {
  constexpr std::uint32_t poison = 0xfff3fff5;
  const auto still = std::bit_cast<float>(poison);
  const auto buffer = buffer_of(DType::f32, 3, {});
  const Report report = compare<float>(buffer, {1, still, 2}, {1, k_nan, 1}, poison);
  EXPECT_EQ(report.wrong, 2u);
  EXPECT_EQ(report.unwritten, 1u);
  EXPECT_EQ(report.first(), 1);
  // For an integer it may be the right answer.
  const auto integers = buffer_of(DType::u32, 2, {.kind = CheckerKind::exact});
  EXPECT_EQ(compare<std::uint32_t>(integers, {poison, 7}, {poison, 7}, poison).wrong, 0u);
}

TEST_F(DeviceLibraryTest, TellsTheLargestErrors) {
  const auto buffer = buffer_of(DType::f32, 3, {.kind = CheckerKind::tolerance, .absolute = 0, .relative = 0});
  const Report report = compare<float>(buffer, {3, 10, -7}, {1, 16, -7}, k_poison, DeviceLibrary::Detail::largest_errors);
  EXPECT_EQ(report.wrong, 2u);
  EXPECT_EQ(report.largest_absolute, 6);
  EXPECT_EQ(report.largest_relative, 2);
}

TEST_F(DeviceLibraryTest, AddsUpTheNormOfTheError) {
  const auto buffer = buffer_of(DType::f64, 2, {.kind = CheckerKind::norm});
  const Report report = compare<double>(buffer, {3, 8}, {6, 4});
  EXPECT_EQ(report.wrong, 0u);
  EXPECT_EQ(report.squared_error, 25);
  EXPECT_EQ(report.squared_norm, 52);
}

// Here other programs have the processors in turns with the kernel, however many there are.
TEST_F(DeviceLibraryTest, EmulatedItIsNeverKeptFromTheDevice) {
  const auto gap = reinterpret_cast<std::uint64_t*>(bytes().data());
  *gap = 1;
  ASSERT_TRUE(kernels.watch(12'000'000, gap));
  EXPECT_EQ(*gap, 0u);
}

TEST_F(DeviceLibraryTest, CountsRepresentableValues) {
  const auto next = [](float x, int steps) { return std::bit_cast<float>(std::bit_cast<int>(x) + steps); };
  const auto buffer = buffer_of(DType::f32, 4, {.kind = CheckerKind::ulp, .ulps = 2});
  const float smallest = std::bit_cast<float>(1u), largest = std::numeric_limits<float>::max();
  EXPECT_EQ(compare<float>(buffer, {next(1, 2), next(1, -2), -smallest, 0}, {1, 1, smallest, -0.0f}).wrong, 0u);
  EXPECT_EQ(compare<float>(buffer, {next(1, 3), next(1, -3), -2 * smallest, k_infinity}, {1, 1, smallest, largest}).wrong, 4u);
}

TEST_F(DeviceLibraryTest, EveryIntegerTypeIsReadAsItIs) {
  const Checker exact{.kind = CheckerKind::exact};
  EXPECT_EQ(compare<std::int8_t>(buffer_of(DType::i8, 3, exact), {-1, 5, 0}, {-1, 6, 0}).first(), 1);
  EXPECT_EQ(compare<std::uint16_t>(buffer_of(DType::u16, 2, exact), {65535, 1}, {65535, 2}).wrong, 1u);
  // Apart by less than a double can tell.
  EXPECT_EQ(compare<std::int64_t>(buffer_of(DType::i64, 1, {}), {(1ll << 62) + 1}, {1ll << 62}).wrong, 1u);
}

}  // namespace
}  // namespace judge
