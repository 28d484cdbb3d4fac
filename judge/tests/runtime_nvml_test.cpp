#include "judge/runtime/nvml.hpp"

#include <gtest/gtest.h>

namespace judge {
namespace {

TEST(Nvml, IsNothingWhereThereIsNoLibrary) {
  EXPECT_FALSE(Nvml::open("GPU-fake", "0000:07:00.0", "/nowhere/libnvidia-ml.so.1"));
}

TEST(Nvml, IsNothingWhereTheLibraryIsAnother) { EXPECT_FALSE(Nvml::open("GPU-fake", "0000:07:00.0", "libm.so.6")); }

TEST(Nvml, IsNothingForAGpuThatItDoesNotKnow) { EXPECT_FALSE(Nvml::open("GPU-other", "0000:08:00.0", JUDGE_FAKE_NVML)); }

TEST(Nvml, FindsTheGpuByUuidOrByBus) {
  EXPECT_TRUE(Nvml::open("GPU-fake", "", JUDGE_FAKE_NVML));
  EXPECT_TRUE(Nvml::open("MIG-of-another-name", "0000:07:00.0", JUDGE_FAKE_NVML));
}

TEST(Nvml, ReadsClocksTemperaturePowerAndLimits) {
  const auto nvml = Nvml::open("GPU-fake", "", JUDGE_FAKE_NVML);
  ASSERT_TRUE(nvml);
  const auto state = nvml->read();
  EXPECT_EQ(state.sm_clock_mhz, 1980);
  EXPECT_EQ(nvml->sm_clock_mhz(), 1980);
  EXPECT_EQ(nvml->clock_limits(), 0x25u);
  EXPECT_EQ(state.memory_clock_mhz, 3201);
  EXPECT_EQ(state.temperature_c, 41);
  EXPECT_DOUBLE_EQ(state.power_w, 345.5);
  EXPECT_EQ(clock_limits_text(state.clock_limits), "power cap, thermal slowdown");
  EXPECT_EQ(nvml->processes(), (std::vector<pid_t>{4711, 4712}));
}

TEST(ClockLimits, AnIdleGpuIsHeldBackByNothing) {
  EXPECT_EQ(clock_limits_text(0), "");
  EXPECT_EQ(clock_limits_text(1), "");
}

}  // namespace
}  // namespace judge
