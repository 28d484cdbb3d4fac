#include "judge/verdict/findings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/verdict/faults.hpp"
#include "judge/verdict/judge_outcome.hpp"

namespace judge {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Finding race_in(Fault::Space space, int line, int other_line) {
  return {.kind = Fault::Kind::race,
          .kernel = "sum",
          .block = {0, 0, 0},
          .thread = {32, 0, 0},
          .file = "red.cu",
          .line = line,
          .column = 9,
          .source = "part[t] += part[t + step];",
          .space = space,
          .other = Fault::Access{.is_write = true, .thread = {64, 0, 0}, .file = "red.cu", .line = other_line}};
}

TEST(Findings, ARaceNamesBothThreadsAndBothLines) {
  const auto text = findings_text({race_in(Fault::Space::shared, 12, 10)}, {});
  EXPECT_THAT(text, HasSubstr("finding: red.cu:12:9: race in shared memory\n    12: part[t] += part[t + step];\n"));
  EXPECT_THAT(text, HasSubstr("in sum, block (0,0,0), thread (32,0,0) reads what thread (64,0,0) writes in line 10"));
  EXPECT_THAT(text, HasSubstr("put __syncthreads() between the two"));
}

TEST(Findings, ARaceInsideAWarpOrBetweenBlocksIsTreatedOtherwise) {
  auto race = race_in(Fault::Space::shared, 12, 10);
  race.note = "both threads are in one warp";
  EXPECT_THAT(findings_text({race}, {}), AllOf(HasSubstr("put __syncwarp()"), Not(HasSubstr("put __syncthreads()"))));
  race = race_in(Fault::Space::global, 12, 10);
  race.other->block = {1, 0, 0};
  EXPECT_THAT(findings_text({race}, {}), AllOf(HasSubstr("race in global memory between blocks"), HasSubstr("an atomic update"),
                                               HasSubstr("thread (64,0,0) of block (1,0,0)")));
}

TEST(Findings, WhereWarpsRaceTooTheirBarrierIsAdvised) {
  auto in_one_warp = race_in(Fault::Space::shared, 12, 10);
  in_one_warp.in_one_warp = true;
  in_one_warp.note = "both threads are in one warp";
  const auto text = findings_text({in_one_warp, race_in(Fault::Space::shared, 12, 10)}, {});
  EXPECT_THAT(text, AllOf(HasSubstr("put __syncthreads() between the two"), Not(HasSubstr("__syncwarp"))));
  EXPECT_EQ(findings_text({race_in(Fault::Space::shared, 12, 10), in_one_warp}, {}), text);
}

TEST(Findings, ATileThatIsOverwrittenNeedsABarrierAtTheEndOfTheLoop) {
  auto race = race_in(Fault::Space::shared, 12, 10);
  race.overwrites_tile = true;
  EXPECT_THAT(findings_text({race}, {}), HasSubstr("at the end of the loop's body, before line 10 overwrites"));
}

TEST(Findings, ARaceInGlobalMemoryThatIsAlsoInsideAWarpNeedsASecondArray) {
  auto race = race_in(Fault::Space::global, 12, 10);
  race.in_one_warp = true;
  EXPECT_THAT(findings_text({race}, {}), HasSubstr("write to a second array, or"));
}

TEST(Findings, AnUpdateOfOnePlaceNeedsAnAtomic) {
  auto race = race_in(Fault::Space::global, 12, 12);
  race.is_update = true;
  EXPECT_THAT(findings_text({race}, {}), AllOf(HasSubstr("Use an atomic such as atomicAdd()"), Not(HasSubstr("put __sync"))));
}

/// What is advised where both accesses read the place and `line` writes it.
std::string advised_for_update(const std::string& line) {
  auto race = race_in(Fault::Space::global, 12, 12);
  race.is_update = true;
  race.source = race.other->source = line;
  return findings_text({race}, {});
}

TEST(Findings, NameTheAtomicThatTheLineShows) {
  for (const auto& [line, atomic] :
       {std::pair{"m[0] = max(m[0], x[i]);", "atomicMax()"}, std::pair{"*m = fmaxf(*m, x[i]);", "atomicMax()"},
        std::pair{"if (x[i] > m[0]) m[0] = x[i];", "atomicMax()"},
        std::pair{"if (i < n && m[b] < v) { m[b] = v; }", "atomicMax()"}, std::pair{"if (v < m[0]) m[0] = v;", "atomicMin()"},
        std::pair{"m[0] = std::min(v, m[0]);", "atomicMin()"},
        std::pair{"for (int i = t; i < n; i += 256) flags[0] |= 1 << x[i];", "atomicOr()"},
        std::pair{"f[k] = f[k] & v;", "atomicAnd()"}, std::pair{"f[k] ^= v;", "atomicXor()"},
        std::pair{"left[0]--;", "atomicSub()"}, std::pair{"p[0] *= v;", "a loop with atomicCAS()"},
        std::pair{"sum[0] = sum[0] + v;", "atomicAdd()"},
        std::pair{"for (int i = t; i < n; i += 256) hist[x[i]]++;", "atomicAdd()"},
        std::pair{"put(m, v);", "an atomic update"}})
    EXPECT_THAT(advised_for_update(line), HasSubstr(fmt::format("{}", atomic))) << line;
  EXPECT_THAT(advised_for_update("m[0] = max(m[0], x[i]);"), Not(HasSubstr("atomicAdd()")));
}

TEST(Findings, AdviseNoBarrierBetweenAStatementAndItself) {
  auto race = race_in(Fault::Space::shared, 12, 12);
  race.source = race.other->source = "if (t >= d) s[t] += s[t - d];";
  EXPECT_THAT(findings_text({race}, {}),
              AllOf(HasSubstr("read into a local variable, then __syncthreads()"), Not(HasSubstr("between the two"))));
  race.space = Fault::Space::global;
  race.other->block = {1, 0, 0};
  EXPECT_THAT(findings_text({race}, {}), AllOf(HasSubstr("write to a second array"), Not(HasSubstr("atomic"))));
  race.is_write = race.other->is_write = true;
  race.source = race.other->source = "if (i < n) out[0] = in[i];";
  EXPECT_THAT(findings_text({race}, {}), AllOf(HasSubstr("let one thread write it"), Not(HasSubstr("between the two"))));
  race = race_in(Fault::Space::shared, 12, 12);
  race.source = race.other->source = "s[t] = x; __syncwarp(); y = s[u]; ";
  EXPECT_THAT(findings_text({race}, {}), HasSubstr("put __syncthreads() between the two")) << "several statements in one line";
}

TEST(Findings, DoNotRepeatTheSummary) {
  const Finding finding{
      .kind = Fault::Kind::unchecked_launch, .in_kernel = false, .line = 3, .note = "the launch k<<<>>> failed"};
  EXPECT_THAT(findings_text({finding}, {}), HasSubstr("the launch k"));
  EXPECT_THAT(findings_text({finding}, {}, finding.note), AllOf(HasSubstr("line 3"), Not(HasSubstr("the launch k"))));
}

TEST(Findings, SayAnAdviceOnce) {
  Finding one{
      .kind = Fault::Kind::divergent_barrier, .line = 3, .note = "8 threads of the block had left the kernel before it"};
  Finding other = one;
  other.line = 9;
  const std::string advice = "every thread of the block must reach every __syncthreads()";
  const auto times = [](const std::string& text, const std::string& what) {
    std::size_t count = 0;
    for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++count;
    return count;
  };
  const std::string text = findings_text({one, other}, {});
  EXPECT_EQ(times(text, advice), 1u);
  EXPECT_EQ(times(text, one.note), 2u) << "that is of each";
  const std::string hint = fault_hint({.kind = Fault::Kind::misaligned_access}, {});
  EXPECT_EQ(times(findings_text({{.kind = Fault::Kind::misaligned_access}}, {}, "wrong\n" + hint), hint), 0u);
}

TEST(Findings, NameNoThreadThatIsUnknownAndKeepTheWriteBesideTheRead) {
  Finding read{.kind = Fault::Kind::illegal_access,
               .kernel = "add",
               .thread_is_unknown = true,
               .line = 5,
               .buffer_bytes = 16,
               .offset_bytes = 16,
               .thing = "memory from cudaMalloc()"};
  EXPECT_THAT(findings_text({read}, {}), AllOf(HasSubstr("in add, block (0,0,0)\n"), Not(HasSubstr("thread ("))));
  Finding write = read;
  write.is_write = true;
  EXPECT_EQ(without_repetitions({read, write, read}).size(), 2u);
}

TEST(Findings, ARaceIsToldOnceWhicheverWayRound) {
  const auto one = race_in(Fault::Space::shared, 12, 10), turned = race_in(Fault::Space::shared, 10, 12);
  EXPECT_EQ(without_repetitions({one, turned, one}).size(), 1u);
  EXPECT_EQ(findings_count({one, turned}), "1 finding");
  EXPECT_EQ(findings_count({one, race_in(Fault::Space::shared, 10, 13)}), "2 findings");
}

TEST(Findings, LeaningOnZerosIsANoteAndCountsForNothing) {
  const Finding note{
      .kind = Fault::Kind::leans_on_zeros, .in_kernel = false, .buffer = "C", .note = "adds to what C held before: ..."};
  EXPECT_EQ(findings_text({note}, {}), "note: adds to what C held before: ...");
  EXPECT_EQ(findings_count({note}), "");
  EXPECT_EQ(findings_count({note, race_in(Fault::Space::shared, 1, 2)}), "1 finding");
  const auto verdict = judge_outcome(outcome::Passed{{note}}, {});
  EXPECT_EQ(verdict.summary, "accepted");
  EXPECT_THAT(verdict.details, HasSubstr("note: adds"));
}

TEST(Findings, WorkWithoutAnOrderIsToldByItsNote) {
  auto race = race_in(Fault::Space::global, 12, 10);
  race.kind = Fault::Kind::stream_race;
  race.buffer = "C";
  race.note = "the kernel sum on stream 2 reads what cudaMemsetAsync() on stream 1 writes, and nothing orders the two";
  const auto text = findings_text({race}, {});
  EXPECT_THAT(text, AllOf(HasSubstr("red.cu:12:9: C is used by two operations without an order"), HasSubstr(race.note),
                          HasSubstr("in sum, block (0,0,0), thread (32,0,0)"), HasSubstr("cudaStreamWaitEvent()")));
  EXPECT_THAT(text, Not(HasSubstr("thread (64,0,0)"))) << "the other one may be a copy, which has no threads";
  auto turned = race;
  std::swap(turned.line, turned.other->line);
  EXPECT_EQ(without_repetitions({race, turned}).size(), 1u);
}

TEST(Findings, ARecordKeepsNotMoreThanSomeAndSaysHowManyThereWere) {
  std::vector<Finding> kept;
  EXPECT_EQ(keep_findings(kept, std::vector<Finding>(50)), "");
  EXPECT_EQ(kept.size(), 50u);
  EXPECT_EQ(keep_findings(kept, std::vector<Finding>(1206)), "There were 1206 findings; the record keeps the first 50.");
  EXPECT_EQ(kept.size(), 50u);
}

TEST(Findings, OfSolveNameNoThread) {
  for (const auto kind : {Fault::Kind::lockstep, Fault::Kind::failed_call, Fault::Kind::unchecked_launch}) {
    const Finding finding{.kind = kind, .note = "what is known"};
    EXPECT_THAT(findings_text({finding}, {}), AllOf(HasSubstr("what is known"), Not(HasSubstr("thread ("))));
  }
}

TEST(Findings, EachKindSaysWhatToDo) {
  const auto text_of = [](Finding finding) { return findings_text({finding}, {}); };
  using enum Fault::Kind;
  EXPECT_THAT(text_of({.kind = uninitialised_read, .space = Fault::Space::shared}),
              AllOf(HasSubstr("reads shared memory that was not written"), HasSubstr("__shared__ memory is uninitialised")));
  EXPECT_THAT(text_of({.kind = uninitialised_read, .space = Fault::Space::global}), HasSubstr("cudaMemset()"));
  EXPECT_THAT(text_of({.kind = uninitialised_read, .space = Fault::Space::global, .buffer = "C"}),
              AllOf(HasSubstr("reads C that was not written"), HasSubstr("assign to them (=)")));
  EXPECT_THAT(text_of({.kind = uninitialised_read, .space = Fault::Space::local}), HasSubstr("local variable"));
  EXPECT_THAT(text_of({.kind = leak, .in_kernel = false, .note = "cudaMalloc(): 1 allocation"}),
              AllOf(HasSubstr("cudaFree()"), HasSubstr("cudaMalloc(): 1 allocation"), Not(HasSubstr("thread ("))));
  EXPECT_THAT(text_of({.kind = unchecked_launch, .in_kernel = false}), HasSubstr("cudaGetLastError()"));
  EXPECT_THAT(text_of({.kind = host_access, .is_write = true, .in_kernel = false, .buffer = "C"}),
              HasSubstr("host code wrote to C: device memory cannot be reached from the host"));
  EXPECT_THAT(text_of({.kind = divergent_barrier, .note = "3 threads of the block had left the kernel before it"}),
              AllOf(HasSubstr("3 threads of the block had left"), HasSubstr("instead of returning")));
  EXPECT_THAT(text_of({.kind = illegal_access, .is_write = true, .space = Fault::Space::shared}),
              AllOf(HasSubstr("out-of-bounds write in shared memory"), HasSubstr("third argument of <<<>>>")));
  const Fault::Access copy{.is_write = true, .thread = {3, 0, 0}, .line = 9};
  EXPECT_THAT(text_of({.kind = unfinished_copy, .space = Fault::Space::shared, .other = copy}),
              AllOf(HasSubstr("reads what thread (3,0,0) copies in line 9, and has not waited for"), HasSubstr("wait_group")));
  EXPECT_THAT(text_of({.kind = absent_lane, .thread = {3, 0, 0}, .note = "it reads lane 20 of its warp"}),
              AllOf(HasSubstr("a shuffle reads from a lane that takes no part"), HasSubstr("thread (3,0,0)"),
                    HasSubstr("it reads lane 20"), HasSubstr("a neutral one")));
}

}  // namespace
}  // namespace judge
