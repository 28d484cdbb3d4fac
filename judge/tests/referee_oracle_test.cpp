/// References that behave and references that do not, run by judge-reference as the judge runs them.

#include "judge/referee/oracle.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <set>

#include "judge/util/files.hpp"
#include "judge/util/parallel.hpp"
#include "judge/util/process.hpp"

namespace judge {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// reference.cpp of this text, built and loaded; void solve(const float* A, float* C, int N) with N elements each.
class Reference {
 public:
  explicit Reference(const std::string& text, std::chrono::milliseconds limit = std::chrono::seconds(60)) {
    const auto source = m_folder.path() / "reference.cpp", library = m_folder.path() / "reference.so";
    EXPECT_TRUE(write_file(source, "#include <judge/reference.h>\n" + text));
    const auto built = run_command({"g++", "-std=c++17", "-O1", "-g1", "-fopenmp", "-shared", "-fPIC",
                                    "-I" JUDGE_SOURCE_DIR "/judge/catalog/include", source, "-o", library});
    EXPECT_TRUE(built && built->exit_status == 0) << (built ? built->standard_error : built.error().message);
    Problem problem{.folder = m_folder.path()};
    problem.reference_time_limit = limit;
    auto loaded = Oracle::load(JUDGE_BINARY_DIR "/libexec/judge/judge-reference", library, problem);
    if (loaded) m_oracle = *std::move(loaded);
    else m_error = loaded.error().message;
  }

  const Oracle& oracle() const { return m_oracle; }
  const std::string& load_error() const { return m_error; }

  /// C of reference() for A = 1, 2, 3 ...
  Result<std::vector<float>> outputs(int n) const {
    std::vector<HostMemory> host = memory(n);
    JUDGE_CHECK(m_oracle.reference(test_of(n), Oracle::buffers_of(host)));
    std::vector<float> values(static_cast<std::size_t>(n));
    std::memcpy(values.data(), host[1].data(), host[1].span().size());
    return values;
  }

  std::string error(int n) const {
    const auto result = outputs(n);
    return result ? "" : result.error().message;
  }

  static std::vector<HostMemory> memory(int n) {
    std::vector<HostMemory> host(3);
    host[0] = HostMemory(static_cast<std::size_t>(n) * sizeof(float));
    host[1] = HostMemory(static_cast<std::size_t>(n) * sizeof(float));
    for (int i = 0; i < n; ++i) reinterpret_cast<float*>(host[0].data())[i] = static_cast<float>(i + 1);
    return host;
  }

  static Case test_of(int n) {
    Case test{.name = fmt::format("N={}", n)};
    test.arguments = {BufferArgument{.name = "A", .shape = {n}},
                      BufferArgument{.name = "C", .direction = Direction::out, .shape = {n}},
                      ScalarArgument{.name = "N", .value = std::int64_t{n}}};
    return test;
  }

 private:
  TemporaryDirectory m_folder = *TemporaryDirectory::create("oracle");
  Oracle m_oracle;
  std::string m_error;
};

std::string function(const std::string& body) {
  return "extern \"C\" void reference(const float* A, float* C, int N) {\n" + body + "\n}\n";
}

TEST(Oracle, ComputesInParallelAndRemembersAsOneProcessDoes) {
  const Reference reference("static int calls = 0;\n" + function("  ++calls;\n#pragma omp parallel for\n"
                                                                 "  for (int i = 0; i < N; ++i) C[i] = 2 * A[i] + calls;"));
  EXPECT_EQ(reference.outputs(3).value(), (std::vector<float>{3, 5, 7}));
  EXPECT_EQ(reference.outputs(3).value(), (std::vector<float>{4, 6, 8}));
  const auto many = reference.outputs(5'000'001).value();
  EXPECT_EQ(many.front(), 5);
  EXPECT_EQ(many.back(), 2 * 5'000'001.0F + 3);
  EXPECT_TRUE(reference.oracle().has_reference());
  EXPECT_FALSE(reference.oracle().has_check());
  EXPECT_FALSE(reference.oracle().is_broken());
}

// One element too many, at sizes that end anywhere in a page.
TEST(Oracle, OneElementTooManyIsFoundWhateverTheSize) {
  const std::string body = "  for (int i = 0; i <= N; ++i)\n    C[i] = 1;";
  for (const int n : {1, 3, 7, 1024, 1025, 100'000}) {
    const Reference reference(function(body));
    EXPECT_THAT(reference.error(n), AllOf(HasSubstr("reference.cpp:4: reference() writes to C[" + std::to_string(n) + "]"),
                                          HasSubstr("past its end: C has "), HasSubstr("in case 'N=" + std::to_string(n) + "'"),
                                          HasSubstr("correct reference.cpp")));
    EXPECT_TRUE(reference.oracle().is_broken());
  }
}

TEST(Oracle, ReadsPastTheEndAndWritesBeforeTheStartAreFound) {
  EXPECT_THAT(Reference(function("  C[0] = A[N + 5];")).error(8),
              HasSubstr("reference.cpp:3: reference() reads A[13], which is past"));
  EXPECT_THAT(Reference(function("  C[-1] = 0;")).error(8), HasSubstr("reference() wrote to C[-1], which is before its start"));
}

TEST(Oracle, AWriteToAnInputIsTheReferencesMistake) {
  EXPECT_THAT(Reference(function("  const_cast<float*>(A)[5] = 1;")).error(8),
              AllOf(HasSubstr("reference.cpp:3: reference() writes to A[5], which is an input, in case 'N=8'"),
                    HasSubstr("correct reference.cpp")));
}

TEST(Oracle, AThreadOfOpenMpIsPlacedToo) {
  const Reference reference(function("#pragma omp parallel for\n  for (int i = 0; i < 2 * N; ++i)\n    C[i] = 1;"));
  EXPECT_THAT(reference.error(4000), HasSubstr("reference.cpp:5: reference() writes to C["));
}

TEST(Oracle, EveryEndIsAnErrorThatNamesTheCase) {
  const auto error_of = [](const std::string& text) { return Reference(text).error(7); };
  EXPECT_THAT(error_of(function("  *(volatile int*)nullptr = 1;")),
              HasSubstr("reference.cpp:3: reference() writes to a null pointer, in case 'N=7'"));
  EXPECT_THAT(error_of("#include <cstdlib>\n" + function("  std::exit(0);")),
              HasSubstr("reference() ends the process with exit(0), in case 'N=7'"));
  EXPECT_THAT(error_of("#include <stdexcept>\n" + function("  throw std::runtime_error(\"no\");")),
              HasSubstr("reference() threw no, in case"));
  EXPECT_THAT(error_of("#include <cassert>\n" + function("  assert(N < 7);")),
              AllOf(HasSubstr("reference.cpp:4: reference() calls abort()"), HasSubstr("Assertion `N < 7' failed")));
  EXPECT_THAT(error_of(function("  volatile int z = 0;\n  C[0] = N / z;")),
              HasSubstr("reference.cpp:4: reference() divides a whole number by zero"));
  EXPECT_THAT(error_of("#include <signal.h>\n" + function("  raise(SIGKILL);")), HasSubstr("was killed"));
  EXPECT_THAT(error_of("int deep(volatile int* p) { volatile int q[999]; q[0] = *p; return deep(q) + q[1]; }\n" +
                       function("  volatile int z = 0;\n  C[0] = deep(&z);")),
              HasSubstr("uses up the stack"));
}

TEST(Oracle, WhatNeverReturnsIsStoppedAndPlaced) {
  const Reference reference(function("  volatile int x = 1;\n  while (x)\n    x = 2;"), std::chrono::milliseconds(300));
  std::vector<std::string> told;
  reference.oracle().tell_slow_calls_to([&](const std::string& line) { told.push_back(line); });
  EXPECT_THAT(reference.error(7),
              AllOf(HasSubstr("reference.cpp:"), HasSubstr("reference() is not done after 0.3 s, in case 'N=7'"),
                    HasSubstr("reference_time_limit_ms")));
  ASSERT_FALSE(told.empty());
  EXPECT_THAT(told[0], HasSubstr("reference.cpp: reference() has run for 0.075 s, in case 'N=7'; it is ended after 0.3 s"));
  const std::string error = reference.error(7);
  EXPECT_THAT(error, HasSubstr("has ended already"));
}

TEST(Oracle, WhatIsPrintedIsKeptAndGoesNowhereElse) {
  testing::internal::CaptureStdout();
  const Reference reference("#include <cstdio>\n" + function("  std::printf(\"N is %d\\n\", N);"));
  ASSERT_TRUE(reference.outputs(3));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(reference.oracle().printed(), "N is 3\n");
  const Reference floods("#include <cstdio>\n" + function("  for (int i = 0; i < 1000000; ++i) std::puts(\"again\");"));
  EXPECT_TRUE(floods.outputs(3));
  EXPECT_LT(floods.oracle().printed().size(), 20'000u);
}

TEST(Oracle, ClosedStandardOutputIsNoReasonToSpinOrFail) {
  const Reference reference("#include <unistd.h>\n" + function("  close(1);\n  close(2);\n  C[0] = 5;"));
  EXPECT_EQ(reference.outputs(1).value(), std::vector<float>{5});
}

TEST(Oracle, CodeThatRunsAtLoadMayCrash) {
  const Reference reference("#include <cstdlib>\nstruct Bad { Bad() { std::abort(); } } bad;\n" + function(""));
  EXPECT_THAT(reference.load_error(),
              AllOf(HasSubstr("the code that runs when it is loaded calls abort()"), Not(HasSubstr("case"))));
  EXPECT_THAT(Reference("int nothing;\n").load_error(), HasSubstr("defines neither extern \"C\" reference() nor check()"));
}

TEST(Oracle, GenerateIsGivenTheCaseAndTheSeed) {
  const Reference reference(function("") +
                            "extern \"C\" void generate(const char* name, std::uint64_t seed, float* A, float*, int N) {\n"
                            "  for (int i = 0; i < N; ++i) A[i] = float(seed) + name[0];\n}\n");
  auto host = Reference::memory(2);
  ASSERT_TRUE(reference.oracle().generate(Reference::test_of(2), 1000, Oracle::buffers_of(host)));
  EXPECT_EQ(reinterpret_cast<float*>(host[0].data())[1], 1000 + 'N');
  const Reference wild(function("") +
                       "extern \"C\" void generate(const char*, std::uint64_t, float* A, float*, int N) {\n  A[N] = 0;\n}\n");
  const auto failed = wild.oracle().generate(Reference::test_of(2), 0, Oracle::buffers_of(host));
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().message, HasSubstr("reference.cpp:6: generate() writes to A[2]"));
}

TEST(Oracle, CheckHasItsSayAndItsFaults) {
  const Reference reference(
      "extern \"C\" bool check(const float* A, float* C, int N, JudgeCheck* report) {\n"
      "  const float* before = static_cast<const float*>(report->original[1]);\n"
      "  for (int i = 0; i < N; ++i)\n"
      "    if (C[i] != before[i] + A[i]) return judge_reject(report, \"C[%d] is %g\", i, double(C[i]));\n"
      "  return N < 100 || before[N + 1] == 0;\n}\n");
  EXPECT_FALSE(reference.oracle().has_reference());
  for (const int n : {3, 100}) {
    auto host = Reference::memory(n), original = Reference::memory(n);
    const auto ask = [&] {
      return reference.oracle().check(Reference::test_of(n), Oracle::buffers_of(host), {nullptr, &original[0], nullptr});
    };
    const auto rejected = ask();
    ASSERT_TRUE(rejected) << rejected.error().message;
    EXPECT_FALSE(rejected->accepted);
    EXPECT_EQ(rejected->message, "C[0] is 0");
    for (int i = 0; i < n; ++i) reinterpret_cast<float*>(host[1].data())[i] = static_cast<float>(2 * (i + 1));
    const auto accepted = ask();
    if (n < 100) EXPECT_TRUE(accepted.value().accepted);
    else EXPECT_THAT(accepted.error().message, HasSubstr("check() reads original C[101], which is past its end"));
  }
}

/// Memory for several calls, whose first input says which.
struct Several {
  explicit Several(std::size_t count, int n = 4) {
    for (std::size_t i = 0; i < count; ++i) {
      host.push_back(Reference::memory(n));
      at(i, 0)[0] = static_cast<float>(i);
    }
  }
  float* at(std::size_t call, std::size_t argument) { return reinterpret_cast<float*>(host[call][argument].data()); }
  std::vector<Oracle::Buffers> buffers() const {
    std::vector<Oracle::Buffers> all;
    for (const auto& memory : host) all.push_back(Oracle::buffers_of(memory));
    return all;
  }
  std::vector<std::vector<HostMemory>> host;
};

TEST(Oracle, SlowReferencesComputeSideBySide) {
  const Reference reference("#include <unistd.h>\n" +
                            function("  usleep(100000);\n  C[0] = 2 * A[0];\n  C[1] = getpid() % 1000000;"));
  Several several(6);
  const auto run = [&] {
    const auto begin = std::chrono::steady_clock::now();
    const auto done = reference.oracle().reference_each(Reference::test_of(4), several.buffers());
    EXPECT_TRUE(done) << done.error().message;
    std::set<float> processes;
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_EQ(several.at(i, 1)[0], 2.0F * static_cast<float>(i));
      processes.insert(several.at(i, 1)[1]);
    }
    EXPECT_LE(processes.size(), parallel_threads());
    return std::pair(processes.size(), std::chrono::steady_clock::now() - begin);
  };
  EXPECT_EQ(run().first, 1u);  // how long it takes is not known yet
  EXPECT_GE(reference.oracle().reference_took(Reference::test_of(4)), std::chrono::milliseconds(100));
  if (parallel_threads() == 1) return;
  const auto [processes, took] = run();
  EXPECT_GE(processes, 2u);
  EXPECT_LT(took, std::chrono::milliseconds(550));
  EXPECT_GE(run().first, 2u);
}

TEST(Oracle, OneThatUsesAllProcessorsByItselfGoesAlone) {
  const Reference reference(
      "#include <omp.h>\n" +
      function("#pragma omp parallel\n  for (const double end = omp_get_wtime() + 0.05; omp_get_wtime() < end;)\n"
               "    continue;\n  C[0] = 1;"));
  ASSERT_TRUE(reference.outputs(4));
  const Reference sleeps("#include <unistd.h>\n" + function("  usleep(50000);"));
  ASSERT_TRUE(sleeps.outputs(4));
  EXPECT_EQ(sleeps.oracle().side_by_side(Reference::test_of(4), 7), std::min<std::size_t>(7, parallel_threads()));
  EXPECT_EQ(reference.oracle().side_by_side(Reference::test_of(4), 7), 1u);
}

TEST(Oracle, OneThatFailsAmongManyIsThatErrorAndEndsAll) {
  const Reference reference("#include <unistd.h>\n" + function("  usleep(20000);\n  if (A[0] == 3) C[N] = 1;\n  C[0] = 1;"));
  ASSERT_TRUE(reference.outputs(4));  // so that it is known to be slow
  Several several(60);
  const auto done = reference.oracle().reference_each(Reference::test_of(4), several.buffers());
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, HasSubstr("reference() writes to C[4]"));
  EXPECT_TRUE(reference.oracle().is_broken());
  EXPECT_EQ(several.at(59, 1)[0], 0);
}

TEST(Oracle, OneThatWouldComeNearItsLimitBesideOthersGoesAlone) {
  const Reference reference("#include <unistd.h>\n" + function("  usleep(60000);\n  C[0] = getpid() % 1000000;"),
                            std::chrono::milliseconds(200));
  ASSERT_TRUE(reference.outputs(4));
  Several several(3);
  ASSERT_TRUE(reference.oracle().reference_each(Reference::test_of(4), several.buffers()));
  EXPECT_EQ(several.at(0, 1)[0], several.at(2, 1)[0]);
}

TEST(Oracle, MemoryThatComesAgainIsGuardedAgain) {
  const Reference reference(
      function("  C[0] = A[0] + A[1];\n  if (A[1] == 7) C[-1] = 5;\n  if (A[1] == 8) C[N] = 5;\n"
               "  if (A[1] == 9) const_cast<float*>(A)[2] = 5;"));
  Several several(2, 5000);
  const auto error = [&](float what) -> std::string {
    several.at(1, 0)[1] = what;
    const auto done = reference.oracle().reference_each(Reference::test_of(5000), several.buffers());
    return done ? "" : done.error().message;
  };
  EXPECT_EQ(error(1), "");
  EXPECT_EQ(several.at(1, 1)[0], 2);
  EXPECT_EQ(error(2), "");
  EXPECT_EQ(several.at(1, 1)[0], 3);
  EXPECT_EQ(reference.outputs(5000).value()[0], 3);  // other memory, for once
  EXPECT_EQ(error(4), "");
  EXPECT_THAT(error(7), HasSubstr("reference() wrote to C[-1]"));
  EXPECT_THAT(error(8), HasSubstr("reference() writes to C[5000]"));
  const Reference writes(function("  if (A[1] == 9) const_cast<float*>(A)[2] = 5;"));
  ASSERT_TRUE(writes.oracle().reference_each(Reference::test_of(5000), several.buffers()));
  several.at(1, 0)[1] = 9;
  const auto done = writes.oracle().reference_each(Reference::test_of(5000), several.buffers());
  EXPECT_THAT(done.error().message, HasSubstr("reference() writes to A[2], which is an input"));
}

TEST(Oracle, AMissingProgramIsTheJudgesOwnError) {
  const auto loaded = Oracle::load("/nowhere/judge-reference", "x.so", Problem{});
  ASSERT_FALSE(loaded);
  EXPECT_THAT(loaded.error().message, HasSubstr("build or install the judge again"));
}

}  // namespace
}  // namespace judge
