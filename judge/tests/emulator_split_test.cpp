#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/emulator/lowering/lowering.hpp"

namespace judge::lowering {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string split_text(const std::string& source, SplitKernels splits = SplitKernels::yes) {
  return lower("# 1 \"a.cu\"\n" + source, [&](std::string_view) { return std::optional(source); }, {.splits = splits}).text;
}

/// The function that runs a block of kernel k region by region; empty if there is none.
std::string split_of(const std::string& source) {
  const std::string text = split_text(source);
  const std::size_t begin = text.find("judge_split_k(const ::judge_emulated::Block*");
  const std::size_t end = text.find("launch_split<", begin);
  return begin == std::string::npos || end == std::string::npos ? "" : text.substr(begin, end - begin);
}

std::string split_of_body(const std::string& body) {
  return split_of("__global__ void k(int* a, int n) { __shared__ int s[256]; " + body + " }");
}

TEST(SplitKernels, HaveARegionOnEitherSideOfABarrier) {
  const std::string text = split_of_body("s[threadIdx.x] = a[threadIdx.x]; __syncthreads(); a[threadIdx.x] = s[0];");
  EXPECT_THAT(text, HasSubstr("case 0:"));
  EXPECT_THAT(text, HasSubstr("judge_split.barrier(1);"));
  EXPECT_THAT(text, HasSubstr("case 1:"));
  EXPECT_THAT(text, Not(HasSubstr("case 2:")));
}

TEST(SplitKernels, AreThoseWithCollectivesOnlyAndIfWanted) {
  EXPECT_EQ(split_of_body("a[threadIdx.x] = n;"), "");
  EXPECT_THAT(split_text("__global__ void k() { __syncthreads(); }", SplitKernels::no), Not(HasSubstr("judge_split")));
}

TEST(SplitKernels, RecomputeWhatIsCheapAndStoreTheRest) {
  const std::string text =
      split_of_body("int i = threadIdx.x + 1; int v = a[i]; int w = v; s[i] = w; __syncthreads(); a[i] = s[0] + v;");
  EXPECT_THAT(text, HasSubstr("int   const i = threadIdx . x + 1;"));
  EXPECT_THAT(text, HasSubstr("const judge_t_2 v = judge_storage2[judge_thread];"));
  EXPECT_THAT(text, Not(HasSubstr("judge_storage3"))) << "w does not outlive its region";
}

TEST(SplitKernels, DoNotAskForTheThreadForAtomics) {
  const auto asks = [](const std::string& functions, const std::string& body) {
    const std::string text = split_of(functions + " __global__ void k(int* a) { __syncthreads(); " + body + " }");
    EXPECT_THAT(text, HasSubstr("judge_split.run<")) << body;
    return text.find("Asks::yes") != std::string::npos;
  };
  EXPECT_FALSE(asks("", "atomicAdd(a, 1); atomicMax_block(a, 2); atomicCAS_system(a, 1, 2);"));
  EXPECT_TRUE(asks("", "atomicUpdate(a, 1);"));
  EXPECT_TRUE(asks("__device__ int atomicAdd(int* a, float f) { return a[threadIdx.x]; }", "atomicAdd(a, 1.0f);"));
  EXPECT_FALSE(asks("__device__ int atomicAdd(int* a, float f) { return a[0]; }", "atomicAdd(a, 1.0f);"));
  EXPECT_TRUE(asks("__device__ int add(int* a) { return atomicAdd(a, threadIdx.x); }", "add(a);"));
  EXPECT_TRUE(asks("template <void (*atomicAdd)(int*)>", "atomicAdd(a);")) << "a function that may ask";
  EXPECT_FALSE(asks("", "int old = atomicAdd(a, 1); old += atomicAdd(a, old);"));
}

TEST(SplitKernels, GoRoundALoopTogetherIfItsCounterIsTheSameForAll) {
  EXPECT_THAT(split_of_body("for (int t = blockDim.x / 2; t > 0; t >>= 1) { s[t] = t; __syncthreads(); }"),
              HasSubstr("auto& t = judge_counter"));
  for (const char* loop : {"for (int t = threadIdx.x; t < n; t += 32) { s[0] = t; __syncthreads(); }",
                           "for (int t = 0; t < a[0]; ++t) { s[0] = t; __syncthreads(); }",
                           "for (int t = 0; t < n; ++t) { if (s[0]) continue; __syncthreads(); }",
                           "for (int t = 0; t < n; ++t) { if (threadIdx.x < 16) __syncthreads(); }",
                           "for (int t = 0; t < n; ++t) { __syncthreads(); t += s[0]; }"}) {
    EXPECT_NE(split_of_body(loop), "") << loop;
    EXPECT_THAT(split_of_body(loop), Not(HasSubstr("judge_counter"))) << loop;
  }
}

TEST(SplitKernels, LetThreadsLeaveFromTheMiddleOfARegion) {
  EXPECT_THAT(split_of_body("if (threadIdx.x >= n) return; __syncthreads(); a[threadIdx.x] = n;"),
              HasSubstr("judge_next = ::judge_emulated::finished; goto judge_end;"));
  EXPECT_THAT(split_of_body("while (a[0]) { if (s[0]) break; __syncthreads(); }"), HasSubstr("goto judge_end;"));
}

TEST(SplitKernels, PutAShufflesOperandBeforeItAndItsAnswerBehind) {
  const std::string text = split_of_body("int v = a[0]; v += __shfl_down_sync(0xffffffff, v, 4); a[1] = v;");
  EXPECT_THAT(text, HasSubstr("operate<::judge_emulated::WarpOperation::shuffle_down"));
  EXPECT_THAT(text, HasSubstr("judge_split.template answer<::judge_emulated::Decayed<decltype("));
  EXPECT_THAT(split_of_body("a[0] = __shfl_sync(0xffffffff, n, threadIdx.x ^ a[0]);"), HasSubstr("operate_by_lane<"));
}

TEST(SplitKernels, LeaveToFibersWhatTheyDoNotUnderstand) {
  for (const char* body : {"int& r = a[0]; __syncthreads(); r = 1;", "auto v = a[0]; __syncthreads(); a[1] = v;",
                           "switch (n) { case 1: __syncthreads(); }", "again: __syncthreads(); if (a[0]) goto again;",
                           "int v = n > 1 ? __shfl_sync(0xffffffff, n, 0) : 0; a[0] = v;",
                           "bool b = n > 1 && __any_sync(0xffffffff, n); a[0] = b;",
                           "unsigned m = __activemask(); __syncwarp(m);", "while (atomicAdd(a, 0) < n) {} __syncthreads();",
                           "__syncthreads(); asm volatile(\"bar.sync 0;\");", "auto f = [&] { __syncthreads(); }; f();"})
    EXPECT_EQ(split_of_body(body), "") << body;
}

TEST(SplitKernels, CallNoFunctionThatMayWait) {
  const std::string kernel = "__global__ void k(int* a) { __syncthreads(); a[0] = g(1); }";
  EXPECT_NE(split_of("__device__ int g(int v) { return v; } " + kernel), "");
  EXPECT_EQ(split_of("__device__ int g(int v) { return __shfl_sync(0xffffffff, v, 0); } " + kernel), "");
  EXPECT_EQ(split_of("__device__ int h(int v) { __syncwarp(); return v; } __device__ int g(int v) { return h(v); } " + kernel),
            "");
  EXPECT_EQ(split_of("struct F { __device__ int operator()(int v) const { __syncthreads(); return v; } }; "
                     "__device__ int g(int v) { return v; } " +
                     kernel),
            "");
}

TEST(SplitKernels, AreNotSpecialised) {
  EXPECT_EQ(split_of("template <class T> __global__ void k(T* a) { __syncthreads(); } "
                     "template <> __global__ void k(int* a) { }"),
            "");
}

}  // namespace
}  // namespace judge::lowering
