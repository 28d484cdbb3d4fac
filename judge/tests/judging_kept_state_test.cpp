#include "judge/passes/kept_state.hpp"

#include <gtest/gtest.h>

namespace judge {
namespace {

TEST(KeptState, IsInVariablesThatOutliveACallAndMayChange) {
  for (const char* source :
       {"__device__ float total;", "__device__ int counts[256];", "static float* scratch = nullptr;",
        "void solve() { static bool is_first{true}; }", "static __device__ unsigned ticket;", "__managed__ int n;"})
    EXPECT_TRUE(may_keep_state(source)) << source;
  for (const char* source :
       {"__device__ float twice(float x) { return 2 * x; }", "static const int n = 3;",
        "static constexpr float table[2] = {1, 2};", "static __global__ void k(float* p) {}",
        "__device__ const float weights[3] = {1, 2, 3};", "[=] __device__ (int i) { p[i] = 1; }", "float* scratch = nullptr;",
        "static inline int f(int a) { return a; }", "auto f = [] __device__ { x = 1; }(1);", "// static int a;\nint b;"})
    EXPECT_FALSE(may_keep_state(source)) << source;
}

}  // namespace
}  // namespace judge
