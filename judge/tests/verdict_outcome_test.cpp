#include "judge/verdict/judge_outcome.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <limits>

#include "judge/verdict/texts.hpp"
#include "judge/verdict/wrong_answer.hpp"

namespace judge {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Case addition_of(std::int64_t n) {
  Case test{.name = "large"};
  for (const char* name : {"A", "B"}) test.arguments.push_back(BufferArgument{.name = name, .shape = {n}});
  test.arguments.push_back(BufferArgument{.name = "C", .direction = Direction::out, .shape = {n}});
  test.arguments.push_back(ScalarArgument{.name = "N", .value = n});
  return test;
}

Case addition_on_host(std::int64_t n) {
  Case test = addition_of(n);
  for (auto& argument : test.arguments)
    if (auto* buffer = std::get_if<BufferArgument>(&argument)) buffer->memory = MemoryPlace::pageable;
  return test;
}

Mismatch mismatch_of(std::int64_t wrong, std::int64_t total, std::int64_t first) {
  return {.buffer = "C",
          .shape = {total},
          .wrong = wrong,
          .total = total,
          .first_index = first,
          .expected = 0.75,
          .got = -0.25,
          .largest_absolute_error = 1,
          .largest_relative_error = 1.333};
}

Verdict judge_mismatch(Mismatch mismatch) {
  const auto test = addition_of(mismatch.total);
  return judge_outcome(outcome::WrongAnswer{.mismatch = std::move(mismatch)}, test);
}

Verdict judge_fault(Fault fault) { return judge_outcome(outcome::Faulted{std::move(fault)}, addition_of(100)); }

TEST(WrongAnswer, SaysFirstIndexCountsAndErrors) {
  const auto verdict = judge_mismatch(mismatch_of(3, 25'000'000, 17));
  EXPECT_EQ(verdict.kind, VerdictKind::wrong_answer);
  EXPECT_EQ(verdict.case_name, "large");
  EXPECT_EQ(verdict.summary, "3 of 25,000,000 elements of C are wrong, first C[17]");
  EXPECT_EQ(verdict.details,
            "C[17]: expected 0.75, got -0.25\n"
            "largest error: 1 absolute, 1.33 relative; allowed: 1e-05 + 1e-05 * |expected|");
}

TEST(WrongAnswer, OneElementIsSingular) {
  EXPECT_EQ(judge_mismatch(mismatch_of(1, 10, 3)).summary, "1 of 10 elements of C is wrong, first C[3]");
  EXPECT_EQ(judge_mismatch(mismatch_of(1, 1, 0)).summary, "C[0] is wrong");
  EXPECT_EQ(judge_mismatch(mismatch_of(10, 10, 0)).summary, "all 10 elements of C are wrong");
}

TEST(WrongAnswer, IndexHasTheBuffersShape) {
  auto mismatch = mismatch_of(1, 6000, 2 * 20 + 17);
  mismatch.shape = {300, 20};
  EXPECT_THAT(judge_mismatch(mismatch).summary, HasSubstr("first C[2][17]"));
}

TEST(WrongAnswer, NothingWritten) {
  auto mismatch = mismatch_of(100, 100, 0);
  mismatch.unwritten = 100;
  const auto verdict = judge_mismatch(mismatch);
  EXPECT_EQ(verdict.summary, "nothing was written to C");
  EXPECT_THAT(verdict.details, HasSubstr("is the kernel launched at all"));
  EXPECT_THAT(verdict.details, Not(HasSubstr("-0.25")));
}

TEST(WrongAnswer, WhatWasThereBeforeIsNamed) {
  auto mismatch = mismatch_of(100, 100, 0);
  mismatch.old_content = OldContent::added_to;
  auto verdict = judge_mismatch(mismatch);
  EXPECT_EQ(verdict.summary, "adds to what C held before");
  EXPECT_THAT(verdict.details,
              AllOf(HasSubstr("expected 0.75, got that and what was there before the call"), HasSubstr("cudaMemsetAsync()")));
  mismatch.old_content = OldContent::used;
  verdict = judge_mismatch(mismatch);
  EXPECT_EQ(verdict.summary, "depends on what C held before");
  EXPECT_THAT(verdict.details, HasSubstr("got -0.25"));
}

TEST(WrongAnswer, NothingWrittenToHostMemory) {
  auto mismatch = mismatch_of(100, 100, 0);
  mismatch.unwritten = 100;
  const auto verdict = judge_outcome(outcome::WrongAnswer{.mismatch = mismatch}, addition_on_host(100));
  EXPECT_THAT(verdict.details, HasSubstr("C is host memory: is the result copied back"));
}

TEST(WrongAnswer, TheSmallestPositiveFloatIsNoStartOfAMaximum) {
  auto mismatch = mismatch_of(1, 1, 0);
  mismatch.expected = -3;
  mismatch.got = std::numeric_limits<float>::min();
  EXPECT_THAT(judge_mismatch(mismatch).details, HasSubstr("-INFINITY or -FLT_MAX"));
}

TEST(WrongAnswer, ForgottenTail) {
  auto mismatch = mismatch_of(3, 1003, 1000);
  mismatch.unwritten = 3;
  const auto verdict = judge_mismatch(mismatch);
  EXPECT_EQ(verdict.summary, "the last 3 of 1,003 elements of C were never written");
  EXPECT_THAT(verdict.details, HasSubstr("a forgotten tail"));
}

TEST(WrongAnswer, ARaceLeavesNothingToGuess) {
  auto mismatch = mismatch_of(3, 1003, 1000);
  mismatch.unwritten = 3;
  const Case test{};
  const auto details = mismatch_details(mismatch, test);
  ASSERT_THAT(details, HasSubstr("a forgotten tail"));
  EXPECT_EQ(without_guess(details, mismatch, test, {{.kind = Fault::Kind::leak}}), details);
  const auto rest = without_guess(details, mismatch, test, {{.kind = Fault::Kind::race}});
  EXPECT_EQ(rest + "\n" + details.substr(details.rfind("look at")), details);
  EXPECT_EQ(without_guess(details, mismatch, test, {{.kind = Fault::Kind::uninitialised_read}}), rest);
}

TEST(WrongAnswer, AZeroThatIsTooLargeIsWhatAMaximumLeaves) {
  auto mismatch = mismatch_of(1, 1, 0);
  mismatch.expected = -4;
  mismatch.got = 0;
  Case test = addition_of(1);
  const auto details = [&] { return judge_outcome(outcome::WrongAnswer{.mismatch = mismatch}, test).details; };
  EXPECT_THAT(details(), Not(HasSubstr("atomicMax()")));
  std::get<BufferArgument>(test.arguments[2]).arrival = Arrival::zeroed;
  EXPECT_THAT(details(),
              HasSubstr("look at: C arrives as zeros, and C[0] holds 0 after the call: nothing was written to it, or "
                        "only what is not above 0 by atomicMax()"));
  mismatch.expected = 4;
  EXPECT_THAT(details(), Not(HasSubstr("atomicMax()")));
}

TEST(WrongAnswer, HalfOfItIsNoTail) {
  auto mismatch = mismatch_of(3, 6, 3);
  EXPECT_THAT(judge_mismatch(mismatch).details, Not(HasSubstr("look at: the tail")));
  mismatch.unwritten = 3;
  EXPECT_THAT(judge_mismatch(mismatch).details, HasSubstr("a thread for each of the 6 elements of C?"));
}

TEST(WrongAnswer, AsManyBytesAsElementsIsACopyWithoutSizeof) {
  auto mismatch = mismatch_of(75, 100, 25);
  mismatch.unwritten = 75;
  EXPECT_THAT(judge_mismatch(mismatch).details, HasSubstr("the 100 elements of C are 100 * sizeof(float)"));
}

TEST(WrongAnswer, AlmostNothingWrittenIsNoMatterOfTheMiddle) {
  auto mismatch = mismatch_of(1'048'572, 1'048'576, 0);
  mismatch.unwritten = mismatch.wrong;
  EXPECT_THAT(judge_mismatch(mismatch).details, HasSubstr("is the kernel launched in every call"));
  mismatch.wrong = mismatch.unwritten = 500'000;
  EXPECT_THAT(judge_mismatch(mismatch).details, HasSubstr("leave out elements in the middle"));
}

TEST(WrongAnswer, NoErrorIsRelativeToZero) {
  auto mismatch = mismatch_of(3, 1003, 10);
  mismatch.largest_absolute_error = 0.5;
  mismatch.largest_relative_error = 0;
  EXPECT_THAT(judge_mismatch(mismatch).details,
              AllOf(HasSubstr("largest error: 0.5 absolute;"), Not(HasSubstr(" relative\n"))));
}

TEST(WrongAnswer, SomeUnwrittenInTheMiddle) {
  auto mismatch = mismatch_of(3, 1003, 10);
  mismatch.unwritten = 3;
  EXPECT_EQ(judge_mismatch(mismatch).summary, "3 of 1,003 elements of C were never written, first C[10]");
  mismatch.unwritten = 1;
  const auto verdict = judge_mismatch(mismatch);
  EXPECT_THAT(verdict.summary, HasSubstr("are wrong"));
  EXPECT_THAT(verdict.details, HasSubstr("1 of the wrong elements was never written"));
}

TEST(WrongAnswer, NanIsNamed) {
  auto mismatch = mismatch_of(3, 1003, 10);
  mismatch.got = std::numeric_limits<double>::quiet_NaN();
  const auto verdict = judge_mismatch(mismatch);
  EXPECT_THAT(verdict.details, HasSubstr("got nan"));
  EXPECT_THAT(verdict.details, HasSubstr("0/0, inf - inf, or inf/inf"));
}

TEST(WrongAnswer, ManySmallErrorsAreRounding) {
  auto mismatch = mismatch_of(300, 1003, 10);
  mismatch.largest_relative_error = 3e-5;
  EXPECT_THAT(judge_mismatch(mismatch).details, HasSubstr("precision"));
  mismatch.type = DType::i32;
  EXPECT_THAT(judge_mismatch(mismatch).details, Not(HasSubstr("precision")));
  mismatch.type = DType::f32;
  mismatch.wrong = 1;
  EXPECT_THAT(judge_mismatch(mismatch).details, Not(HasSubstr("precision")));
}

TEST(WrongAnswer, InfinityIsNamed) {
  auto mismatch = mismatch_of(3, 1003, 10);
  mismatch.got = std::numeric_limits<double>::infinity();
  EXPECT_THAT(judge_mismatch(mismatch).details, AllOf(HasSubstr("got inf"), HasSubstr("too large for float")));
}

TEST(WrongAnswer, ASumInHalfThatStopsGrowingIsNamed) {
  auto mismatch = mismatch_of(1, 1, 0);
  mismatch.type = DType::f16;
  mismatch.expected = 10008;
  mismatch.got = 2048;
  EXPECT_THAT(judge_mismatch(mismatch).details,
              HasSubstr("in __half small numbers added to a large one are lost (2048 + 1 is 2048)"));
  mismatch.got = -2048;
  EXPECT_THAT(judge_mismatch(mismatch).details, Not(HasSubstr("are lost")));
  mismatch.got = std::numeric_limits<double>::infinity();
  EXPECT_THAT(judge_mismatch(mismatch).details, HasSubstr("too large for __half, whose largest is 65504"));
  mismatch.type = DType::f32;
  mismatch.got = 2048;
  EXPECT_THAT(judge_mismatch(mismatch).details, Not(HasSubstr("are lost")));
}

TEST(WrongAnswer, ValuesThatDifferLookDifferent) {
  auto mismatch = mismatch_of(3, 1003, 10);
  mismatch.expected = 0.1;  // kept in double
  mismatch.got = 0.1f;
  EXPECT_THAT(judge_mismatch(mismatch).details, HasSubstr("expected 0.1, got 0.10000000149011612"));
}

TEST(WrongAnswer, CustomCheckSpeaksForItself) {
  auto mismatch = mismatch_of(1, 100, -1);
  mismatch.note = "not a permutation";
  const auto verdict = judge_mismatch(mismatch);
  EXPECT_EQ(verdict.summary, "C is wrong: not a permutation");
  EXPECT_EQ(verdict.details, "");
}

TEST(WrongAnswer, ReadsBesideABufferComeWithIt) {
  Fault read{.kernel = "add",
             .block = {3, 0, 0},
             .thread = {31, 0, 0},
             .file = "va.cu",
             .line = 12,
             .buffer = "A",
             .buffer_bytes = 400,
             .offset_bytes = 404};
  const auto verdict =
      judge_outcome(outcome::WrongAnswer{.mismatch = mismatch_of(1, 100, 99), .findings = {read, read}}, addition_of(100));
  EXPECT_THAT(verdict.details,
              HasSubstr("finding: va.cu:12: out-of-bounds read of A[101], 4 bytes past the end of A (400 "
                        "bytes)\n  in add, block (3,0,0), thread (31,0,0)\n  a GPU does not detect it, but the "
                        "value is arbitrary"));
  EXPECT_EQ(verdict.details.find("finding:"), verdict.details.rfind("finding:"));
}

TEST(Passed, IsAcceptedWithItsFindings) {
  const auto clean = judge_outcome(outcome::Passed{}, addition_of(100));
  EXPECT_EQ(clean.kind, VerdictKind::accepted);
  EXPECT_EQ(clean.case_name, "");
  EXPECT_EQ(clean.details, "");
  const Fault read{.buffer = "A", .buffer_bytes = 400, .offset_bytes = -4};
  const auto noted = judge_outcome(outcome::Passed{.findings = {read}}, addition_of(100));
  EXPECT_EQ(noted.kind, VerdictKind::accepted);
  EXPECT_EQ(noted.summary, "accepted, 1 finding");
  EXPECT_THAT(noted.details, HasSubstr("A[-1], 4 bytes before the start of A"));
}

TEST(Findings, AreBounded) {
  outcome::Passed passed;
  for (int line = 1; line <= 20; ++line)
    passed.findings.push_back({.file = "va.cu", .line = line, .buffer = "A", .buffer_bytes = 400, .offset_bytes = 400});
  EXPECT_THAT(judge_outcome(passed, addition_of(100)).details, HasSubstr("and 12 more findings"));
}

TEST(Faulted, OutOfBoundsWriteSaysWhereAndHowFar) {
  const auto verdict = judge_fault({.is_write = true,
                                    .kernel = "add",
                                    .block = {3, 0, 0},
                                    .thread = {31, 0, 0},
                                    .file = "solutions/va.cu",
                                    .line = 12,
                                    .buffer = "C",
                                    .buffer_bytes = 400,
                                    .offset_bytes = 400});
  EXPECT_EQ(verdict.kind, VerdictKind::runtime_error);
  EXPECT_EQ(verdict.summary, "out-of-bounds write to C[100], at the first byte past the end of C (400 bytes)");
  EXPECT_THAT(verdict.details, HasSubstr("in add, solutions/va.cu:12: block (3,0,0), thread (31,0,0)"));
  EXPECT_THAT(verdict.details, HasSubstr("C has 100 elements: the last is C[99]"));
}

TEST(Faulted, FarFromEveryBuffer) {
  const auto verdict = judge_fault({.is_write = false, .in_kernel = false});
  EXPECT_EQ(verdict.summary, "read through a bad pointer, far from every buffer, on the host");
  EXPECT_THAT(verdict.details, HasSubstr("in the host code of solve()"));
}

TEST(Faulted, ABadPointerOfTheHostIsNotCalledDeviceMemory) {
  Fault fault{.kind = Fault::Kind::illegal_access, .is_write = true, .in_kernel = false};
  EXPECT_THAT(judge_outcome(outcome::Faulted{fault}, addition_of(4)).details, HasSubstr("a null pointer"));
  fault.kind = Fault::Kind::stack_overflow;
  EXPECT_EQ(judge_outcome(outcome::Faulted{fault}, addition_of(4)).summary, "the host code of solve() has used up its stack");
}

TEST(Faulted, AKernelThatUsesHostMemoryIsToldWhatToDo) {
  const Fault inside{.kernel = "add", .buffer = "A", .buffer_bytes = 400, .offset_bytes = 8, .note = "why"};
  const auto verdict = judge_outcome(outcome::Faulted{inside}, addition_on_host(100));
  EXPECT_EQ(verdict.kind, VerdictKind::runtime_error);
  EXPECT_THAT(verdict.details, AllOf(HasSubstr("why"), HasSubstr("give the kernel a copy in device memory")));
  EXPECT_THAT(judge_fault(inside).details, Not(HasSubstr("give the kernel a copy")));
  Fault beyond = inside;
  beyond.offset_bytes = 400;
  EXPECT_THAT(judge_outcome(outcome::Faulted{beyond}, addition_on_host(100)).details, HasSubstr("look at: the guard"));
  beyond.in_kernel = false;
  EXPECT_THAT(judge_outcome(outcome::Faulted{beyond}, addition_on_host(100)).details, HasSubstr("look at: the guard"));
  EXPECT_THAT(judge_fault(beyond).details, HasSubstr("are device memory"));
}

TEST(Faulted, OnlyAKernelMayDivideByZero) {
  using enum Fault::Kind;
  EXPECT_THAT(judge_fault({.kind = division_by_zero, .in_kernel = true}).details, HasSubstr("on a GPU this is no error"));
  EXPECT_THAT(judge_fault({.kind = division_by_zero, .in_kernel = false}).details,
              testing::AllOf(testing::Not(HasSubstr("GPU")), HasSubstr("is 0 for small inputs")));
}

TEST(Faulted, KindsHaveTheVerdictThatAGpuGives) {
  using enum Fault::Kind;
  EXPECT_EQ(judge_fault({.kind = misaligned_access}).kind, VerdictKind::runtime_error);
  EXPECT_EQ(judge_fault({.kind = write_to_input, .buffer = "A"}).kind, VerdictKind::wrong_answer);
  EXPECT_EQ(judge_fault({.kind = deadlock}).kind, VerdictKind::time_limit);
  EXPECT_EQ(judge_fault({.kind = divergent_barrier}).kind, VerdictKind::runtime_error);
  EXPECT_EQ(judge_fault({.kind = division_by_zero}).kind, VerdictKind::runtime_error);
  EXPECT_EQ(judge_fault({.kind = trap}).kind, VerdictKind::runtime_error);
  EXPECT_EQ(judge_fault({.kind = stack_overflow}).kind, VerdictKind::runtime_error);
  EXPECT_EQ(judge_fault({.kind = unsupported, .note = "no tensor cores"}).kind, VerdictKind::unsupported);
  EXPECT_EQ(judge_fault({.kind = unsupported, .note = "no tensor cores"}).summary, "no tensor cores");
}

TEST(InputChanged, IsAWrongAnswer) {
  const auto verdict =
      judge_outcome(outcome::InputChanged{.buffer = "A", .first_index = 17, .changed = 3, .total = 100}, addition_of(100));
  EXPECT_EQ(verdict.kind, VerdictKind::wrong_answer);
  EXPECT_EQ(verdict.summary, "3 of 100 elements of A, which is an input, were changed, first A[17]");
}

TEST(OutOfBoundsWrite, IsNamedByBufferAndDistance) {
  const auto verdict =
      judge_outcome(outcome::OutOfBoundsWrite{.buffer = "C", .offset_bytes = 408, .buffer_bytes = 400}, addition_of(100));
  EXPECT_EQ(verdict.kind, VerdictKind::runtime_error);
  EXPECT_EQ(verdict.summary, "out-of-bounds write to C[102], 8 bytes past the end of C (400 bytes)");
  EXPECT_THAT(verdict.details, Not(HasSubstr("--runtime emulated"))) << "it ran there";
  EXPECT_THAT(verdict.details, HasSubstr("look at: the guard"));
  const outcome::OutOfBoundsWrite before{.buffer = "C", .offset_bytes = -4, .buffer_bytes = 400};
  EXPECT_EQ(judge_outcome(before, addition_of(100)).details,
            "look at: an index that can be negative, or unsigned arithmetic that wraps");
  const outcome::OutOfBoundsWrite on_gpu{.buffer = "C", .offset_bytes = 408, .buffer_bytes = 400, .on_gpu = true};
  EXPECT_THAT(judge_outcome(on_gpu, addition_of(100)).details, HasSubstr("`--runtime emulated` names the thread"));
}

TEST(CudaError, HasNameCodeTextAndHint) {
  const auto verdict = judge_outcome(outcome::CudaError{.code = 9,
                                                        .name = "cudaErrorInvalidConfiguration",
                                                        .text = "invalid configuration argument",
                                                        .call = "launch of add"},
                                     addition_of(100));
  EXPECT_EQ(verdict.kind, VerdictKind::runtime_error);
  EXPECT_EQ(verdict.summary, "launch of add failed with cudaErrorInvalidConfiguration (9): invalid configuration argument");
  EXPECT_THAT(verdict.details, HasSubstr("at most 1024 threads"));
  EXPECT_EQ(judge_outcome(outcome::CudaError{.code = 12345}, addition_of(1)).summary, "CUDA error 12345");
}

TEST(Crashed, NamesTheSignalAndTheHost) {
  const auto verdict = judge_outcome(outcome::Crashed{.signal = SIGSEGV, .note = "at address 0"}, addition_of(100));
  EXPECT_EQ(verdict.kind, VerdictKind::runtime_error);
  EXPECT_EQ(verdict.summary, "the host code of solve() crashed with SIGSEGV (signal 11)");
  EXPECT_THAT(verdict.details, HasSubstr("at address 0\nhost code used a bad pointer"));
}

TEST(Crashed, WithBuffersOnTheHostItIsNotTheirsThatIsDeviceMemory) {
  const outcome::Crashed crashed{.signal = SIGSEGV};
  EXPECT_THAT(judge_outcome(crashed, addition_of(100)).details, HasSubstr("the buffers that solve() gets are device memory"));
  EXPECT_THAT(judge_outcome(crashed, addition_on_host(100)).details,
              AllOf(HasSubstr("an index outside a buffer"), Not(HasSubstr("that solve() gets"))));
}

TEST(Crashed, WithoutASignalItsNoteSaysAll) {
  const auto verdict = judge_outcome(outcome::Crashed{.note = "solve() closed the connection"}, addition_of(100));
  EXPECT_EQ(verdict.kind, VerdictKind::runtime_error);
  EXPECT_EQ(verdict.summary, "solve() closed the connection");
}

TEST(ForbiddenCall, IsNamedWithItsArgumentWhereThatMatters) {
  EXPECT_EQ(judge_outcome(outcome::ForbiddenCall{"cudaDeviceReset"}, addition_of(1)).summary,
            "solve() calls cudaDeviceReset()");
  EXPECT_EQ(judge_outcome(outcome::ForbiddenCall{"cudaFree(C)"}, addition_of(1)).summary, "solve() calls cudaFree(C)");
}

TEST(TooMuchMemory, WithoutALimitIsMoreThanThereIs) {
  const auto verdict =
      judge_outcome(outcome::TooMuchMemory{.device = true, .asked_bytes = std::size_t{1} << 42}, addition_of(1));
  EXPECT_EQ(verdict.kind, VerdictKind::memory_limit);
  EXPECT_EQ(verdict.summary, "asked for 4 TiB of device memory besides the arguments, more than there is");
}

TEST(Ends, HaveTheirVerdicts) {
  using namespace std::chrono_literals;
  const auto test = addition_of(100);
  const auto exited = judge_outcome(outcome::Exited{0}, test);
  EXPECT_EQ(exited.kind, VerdictKind::runtime_error);
  EXPECT_EQ(exited.summary, "solve() ended the process with exit(0)");
  const auto timed_out = judge_outcome(outcome::TimedOut{.limit = 10s}, test);
  EXPECT_EQ(timed_out.kind, VerdictKind::time_limit);
  EXPECT_EQ(timed_out.summary, "not done after 10.00 s");
  const auto output = judge_outcome(outcome::TooMuchOutput{16 << 20}, test);
  EXPECT_EQ(output.kind, VerdictKind::output_limit);
  EXPECT_EQ(output.summary, "printed more than 16 MiB");
  const auto memory =
      judge_outcome(outcome::TooMuchMemory{.device = true, .limit_bytes = 1 << 20, .asked_bytes = 4 << 20}, test);
  EXPECT_EQ(memory.kind, VerdictKind::memory_limit);
  EXPECT_EQ(memory.summary, "asked for 4 MiB of device memory besides the arguments, 1 MiB are allowed");
  const auto host =
      judge_outcome(outcome::TooMuchMemory{.device = false, .limit_bytes = 1 << 20, .asked_bytes = 4 << 20}, test);
  EXPECT_EQ(host.summary, "uses 4 MiB of host memory, 1 MiB are allowed");
  EXPECT_THAT(host.details, HasSubstr("it may have asked for more"));
}

TEST(NotLoaded, IsACompileErrorOrUnsupported) {
  const auto test = addition_of(100);
  const auto missing = judge_outcome(outcome::NotLoaded{.message = "no solve()\nexported: main"}, test);
  EXPECT_EQ(missing.kind, VerdictKind::compile_error);
  EXPECT_EQ(missing.case_name, "");
  EXPECT_EQ(missing.summary, "no solve()");
  EXPECT_EQ(missing.details, "exported: main");
  EXPECT_EQ(judge_outcome(outcome::NotLoaded{.message = "needs cublas", .unsupported = true}, test).kind,
            VerdictKind::unsupported);
}

TEST(Others, KeepTheirMessage) {
  const auto test = addition_of(100);
  EXPECT_EQ(judge_outcome(outcome::Cheated{"replaced cudaEventRecord"}, test).kind, VerdictKind::cheating);
  EXPECT_EQ(judge_outcome(outcome::JudgeFailed{"out of disk"}, test).kind, VerdictKind::judge_error);
  EXPECT_EQ(judge_outcome(outcome::JudgeFailed{"out of disk"}, test).summary, "out of disk");
}

TEST(Builds, ThatFailKeepTheDiagnostics) {
  const auto verdict = judge_build(BuildFailure::does_not_compile, "va.cu:3: error");
  EXPECT_EQ(verdict.kind, VerdictKind::compile_error);
  EXPECT_EQ(verdict.details, "va.cu:3: error");
  EXPECT_EQ(judge_build(BuildFailure::does_not_compile, "").summary, "does not compile");
  EXPECT_EQ(
      judge_build(BuildFailure::does_not_compile, "note\nmy/va.cu:4:9: error: expected ';'\nva.cu:5:1: error: x\n").summary,
      "does not compile: va.cu:4: expected ';'");
  const auto of_a_long_line = judge_build(BuildFailure::does_not_compile, "va.cu:4:9: error: " + std::string(500, 'x')).summary;
  EXPECT_LT(of_a_long_line.size(), 250u);
  EXPECT_TRUE(of_a_long_line.ends_with("xxx ..."));
  EXPECT_EQ(judge_build(BuildFailure::unsupported, "").kind, VerdictKind::unsupported);
  EXPECT_EQ(judge_build(BuildFailure::timed_out, "").kind, VerdictKind::compile_error);
}

}  // namespace
}  // namespace judge
