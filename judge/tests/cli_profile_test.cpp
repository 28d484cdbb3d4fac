#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "judge/nvidia/cuobjdump.hpp"
#include "judge/nvidia/ncu.hpp"
#include "judge/profile/roofline_chart.hpp"
#include "judge/render/profile_table.hpp"
#include "judge/report/report_page.hpp"
#include "judge/tests/replay_support.hpp"
#include "judge/util/files.hpp"

namespace judge {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// As ncu prints it: chatter, names, units, one line a kernel.
constexpr const char* k_csv =
    "==PROF== Connected to process 4711 (/usr/bin/judge)\n"
    "==PROF== Profiling \"add\" - 0: 0%....50%....100% - 9 passes\n"
    "\"ID\",\"Process ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\",\"dram__bytes_read.sum\","
    "\"gpu__time_duration.sum\",\"launch__occupancy_limit_registers\",\"launch__occupancy_limit_warps\"\n"
    "\"\",\"\",\"\",\"\",\"\",\"byte\",\"ns\",\"block\",\"block\"\n"
    "\"0\",\"4711\",\"void add<(int)4>(const float *, float *, int)\",\"(256, 1, 1)\",\"(1,024, 1, 1)\","
    "\"12,582,912\",\"2,176\",\"3\",\"8\"\r\n"
    "\"1\",\"4711\",\"tail(float *)\",\"(32, 1, 1)\",\"(1, 1, 1)\",\"n/a\",\"1000\",\"16\",\"16\"\n";

TEST(NcuRaw, GivesEveryKernelWithItsCounters) {
  const auto kernels = read_ncu_raw(k_csv);
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].kernel, "add<4>");
  EXPECT_EQ(kernels[0].block, "(256, 1, 1)");
  EXPECT_EQ(kernels[0].get("gpu__time_duration.sum"), 2176);
  EXPECT_EQ(kernels[0].get("dram__bytes_read.sum"), 12'582'912);
  EXPECT_EQ(kernels[1].kernel, "tail");
  EXPECT_EQ(kernels[1].get("dram__bytes_read.sum"), std::nullopt);
}

TEST(NcuRaw, OtherUnitsBecomeBaseUnits) {
  const auto kernels = read_ncu_raw(
      "\"ID\",\"gpu__time_duration.sum\",\"dram__bytes_read.sum\"\n"
      "\"\",\"us\",\"Mbyte\"\n\"0\",\"73.5\",\"100\"\n");
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_DOUBLE_EQ(*kernels[0].get("gpu__time_duration.sum"), 73500);
  EXPECT_DOUBLE_EQ(*kernels[0].get("dram__bytes_read.sum"), 1e8);
}

TEST(NcuRaw, NothingInWhatIsNoTable) {
  EXPECT_TRUE(read_ncu_raw("").empty());
  EXPECT_TRUE(read_ncu_raw("==ERROR== ERR_NVGPUCTRPERM - no permission\n").empty());
}

TEST(ShortKernelName, LosesParametersAndCasts) {
  EXPECT_EQ(short_kernel_name("add(const float *, int)"), "add");
  EXPECT_EQ(short_kernel_name("void scan<(int)4, (bool)1>(const float *)"), "scan<4, 1>");
  EXPECT_EQ(short_kernel_name("(anonymous namespace)::add(int)"), "add");
  EXPECT_EQ(short_kernel_name("plain"), "plain");
}

// A stand-in for ncu that runs `before`, then the program "$@", and has seen one kernel where that ends well. It notes how
// judge-replay is to play.
struct StandIn {
  fs::path log = fmt::format("/dev/shm/judge-ncu-test-{}-{}", ::getpid(), m_count++);  // is writable under Landlock
  fs::path program = scratch() / fmt::format("ncu-{}", m_count);

  explicit StandIn(const std::string& before = "") {
    write_program(program, fmt::format(R"sh(#!/bin/sh
while [ "${{1#--}}" != "$1" ]; do [ "$1" = --metrics ] && metrics=$2; [ "$1" = --csv ] || shift; shift; done
echo "$2" >> {}
{}
"$@" || exit
printf '"ID","Kernel Name","gpu__time_duration.sum"\n"","","ns"\n"0","k","5"\n'
)sh",
                                       log.string(), before));
  }
  ~StandIn() { fs::remove(log); }

  Result<Profiled> profile(const protocol::ReplayJob& job) const {
    return profile_job(program, k_replay, job, scratch() / "ncu-job");
  }
  std::string starts() const { return read_file(log).value_or(""); }

 private:
  static inline int m_count = 0;
};

TEST(ProfileJob, LeavesOutMetricsThatNcuDoesNotKnow) {
  const auto profiled = StandIn(R"(case "$metrics" in *sm__inst_executed_pipe_tensor.sum*)
  echo '==ERROR== Failed to find metric sm__inst_executed_pipe_tensor.sum'; exit 1;;
esac)")
                            .profile(addition_job(k_add));
  ASSERT_TRUE(profiled) << profiled.error().message;
  ASSERT_EQ(profiled->kernels.size(), 1u);
  EXPECT_EQ(profiled->kernels[0].get("gpu__time_duration.sum"), 5);
  EXPECT_EQ(profiled->note, "");
}

TEST(ProfileJob, SaysWhatToDoWithoutPermission) {
  const auto profiled = StandIn("echo '==ERROR== ERR_NVGPUCTRPERM - No permission'; exit 1").profile(addition_job(k_add));
  ASSERT_FALSE(profiled);
  EXPECT_THAT(profiled.error().message, HasSubstr("may not read this GPU's counters"));
}

TEST(ProfileJob, KeepsTheAttemptIn) {
  const Temptations temptations;
  const auto profiled = StandIn().profile(addition_job(temptations.attempt()));
  ASSERT_TRUE(profiled) << profiled.error().message;
  EXPECT_EQ(profiled->note, "");
  temptations.expect_resisted();
}

TEST(ProfileJob, KeepsTheAttemptInWhereNcuWorksLateOnly) {
  const Temptations temptations;
  const StandIn ncu("[ $2 = play-late ] || exit 1");
  const auto profiled = ncu.profile(addition_job(temptations.attempt()));
  ASSERT_TRUE(profiled) << profiled.error().message;
  EXPECT_THAT(profiled->note, HasSubstr("under ncu the attempt's own threads alone ran under Landlock"));
  temptations.expect_resisted();
  EXPECT_TRUE(ncu.profile(addition_job(k_add)));
  EXPECT_EQ(ncu.starts(), "play\nplay\nplay-late\nplay-late\n") << "is not remembered";
}

// Its library does so within the process that it watches, once for each kernel.
TEST(ProfileJob, LetsNcuMakeALockInItsOwnFolder) {
  const auto profiled = StandIn().profile(addition_job(R"(#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
void solve(const int* A, int* C, int N) {
  if (chdir(getenv("TMPDIR")) || mkdir("nvidia", 0700) || open("nvidia/lock", O_CREAT | O_RDWR, 0600) < 0 ||
      strcmp(getenv("HOME"), getenv("TMPDIR")))
    *(volatile int*)0 = 1;
})"));
  EXPECT_TRUE(profiled) << profiled.error().message;
}

// ncu works late only where it fails without an attempt, too.
TEST(ProfileJob, AnAttemptThatFailsIsToldAndHasNoSay) {
  const StandIn ncu;
  const auto ended = ncu.profile(addition_job("#include <unistd.h>\nvoid solve(const int* A, int* C, int N) { _exit(0); }"));
  ASSERT_FALSE(ended);
  EXPECT_THAT(ended.error().message, HasSubstr("solve() ended the process under ncu"));
  EXPECT_EQ(ncu.starts(), "play\nplay\n");
  const auto other = StandIn().profile(addition_job("void other(void) {}"));
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, HasSubstr("under ncu: the library exports no solve"));
}

// Each crashes where it was not called so often, or not so.
TEST(ProfileJob, GivesEachCallFreshInputsAtItsPlaceAndAFlushedCache) {
  auto job = addition_job(R"(static int calls;
static char* first;
static void expect(int holds) { if (!holds) *(volatile int*)0 = 1; }
void solve(int* A, int* C, int N) {
  if (!calls) first = (char*)A;
  expect((char*)A == first + (calls % 2 ? 4096 : 0));
  expect(A[0] == 1 && A[3] == 4);
  A[0] = A[3] = 7;
  ++calls;
}
__attribute__((destructor)) static void end(void) { expect(calls == 5); })");
  job.flush_library = compile(R"(static int reads;
int judge_read(const void* memory, unsigned long long bytes) { return ++reads, bytes < 2 << 20; }
__attribute__((destructor)) static void end(void) { if (reads != 5) *(volatile int*)0 = 1; })");
  job.warm_ups = 2;
  job.calls = 3;
  job.cases[0].arguments[0].slab_bytes = 8192;
  job.cases[0].arguments[0].offsets = {0, 4096};
  const auto profiled = StandIn().profile(job);
  EXPECT_TRUE(profiled) << profiled.error().message;
}

TEST(ResourceUsage, IsReadFromCuobjdump) {
  const auto kernels = read_resource_usage(
      "Resource usage:\n Common:\n  GLOBAL:0\n Function _Z3addPKfS0_Pfi:\n"
      "  REG:16 STACK:0 SHARED:1024 LOCAL:0 CONSTANT[0]:556 TEXTURE:0 SURFACE:0 SAMPLER:0\n");
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].kernel, "add");
  EXPECT_EQ(kernels[0].get("launch__registers_per_thread"), 16);
  EXPECT_EQ(kernels[0].get("launch__shared_mem_per_block_static"), 1024);
}

TEST(ResourceUsage, HasLinesOfAnyLengthAndNumbersOfAnySize) {
  const std::string head = " Function _Z3addPf:\n";
  EXPECT_TRUE(read_resource_usage(head + "  REG:" + std::string(400, '9') + " SHARED:0\n").empty());
  const auto kernels = read_resource_usage(head + "  REG:16 STACK:" + std::string(1'000'000, '0') + " SHARED:8\n");
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].get("launch__shared_mem_per_block_static"), 8);
}

KernelProfile sample_kernel() {
  KernelProfile kernel{.attempt = "mine", .kernel = "add<4>", .grid = "(10, 1, 1)", .block = "(256, 1, 1)", .metrics = {}};
  kernel.metrics = {{"gpu__time_duration.sum", 1000},
                    {"dram__bytes_read.sum", 3e6},
                    {"dram__bytes_write.sum", 1e6},
                    {"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", 1e6},
                    {"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", 0},
                    {"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", 1e6},
                    {"launch__occupancy_limit_registers", 2},
                    {"launch__occupancy_limit_shared_mem", 5},
                    {"launch__occupancy_limit_warps", 8},
                    {"launch__occupancy_limit_blocks", 32},
                    {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", 100},
                    {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 1600}};
  return kernel;
}

TEST(ProfileTable, HasAColumnAKernelAndOnlyLinesThatAreKnown) {
  const auto csv = table_csv(profile_table(std::vector{sample_kernel()}));
  EXPECT_THAT(csv, HasSubstr(",mine: add<4>\n"));
  EXPECT_THAT(csv, HasSubstr("DRAM rate,\"4,000 GB/s\"\n"));
  EXPECT_THAT(csv, HasSubstr("sectors a global load,16.00\n"));
  EXPECT_THAT(csv, HasSubstr("limited by,registers (2 blocks)\n"));
  EXPECT_THAT(csv, Not(HasSubstr("tensor")));
}

TEST(Roofline, TellsWhichSideOfTheRidge) {
  const PeakRates peaks{.bytes_per_s = 4e12, .flops_per_s = {40e12}};
  const auto point = roofline_point(sample_kernel());
  ASSERT_TRUE(point);
  EXPECT_DOUBLE_EQ(point->intensity(), 0.75);
  EXPECT_DOUBLE_EQ(point->flops_per_s(), 3e12);
  EXPECT_EQ(roofline_text(sample_kernel(), peaks),
            "mine: add<4>: 0.750 FLOP/B, left of the ridge at 10.00: memory limits; 4,000 GB/s is 100% of the roof");
}

TEST(Roofline, SaysThatTensorCoresAreLeftOut) {
  const PeakRates peaks{.bytes_per_s = 4e12, .flops_per_s = {40e12}};
  auto kernel = sample_kernel();
  kernel.metrics["smsp__inst_executed.sum"] = 1e6;
  kernel.metrics["sm__inst_executed_pipe_tensor.sum"] = 1e3;
  EXPECT_THAT(roofline_text(kernel, peaks), Not(HasSubstr("tensor")));
  kernel.metrics["sm__inst_executed_pipe_tensor.sum"] = 3e5;
  EXPECT_THAT(roofline_text(kernel, peaks), HasSubstr("; what the tensor cores compute is not in these numbers"));
}

TEST(Roofline, IsNoneWithoutArithmetic) {
  auto kernel = sample_kernel();
  kernel.metrics["smsp__sass_thread_inst_executed_op_fadd_pred_on.sum"] = 0;
  kernel.metrics["smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"] = 0;
  EXPECT_FALSE(roofline_point(kernel));
  kernel.metrics.erase("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum");
  EXPECT_FALSE(roofline_point(kernel));
}

TEST(Roofline, PageHasEveryKernelAndNothingRunsInIt) {
  const PeakRates peaks{.bytes_per_s = 4e12, .flops_per_s = {40e12}};
  auto silent = sample_kernel();
  silent.metrics.clear();
  const auto chart = roofline_chart(std::vector{sample_kernel(), silent}, peaks, "a & b");
  ASSERT_EQ(chart["points"].size(), 1u);
  EXPECT_EQ(chart["points"][0]["name"], "mine: add<4>");
  EXPECT_GT(chart["points"][0]["flops_per_s"], 0);
  const auto page = chart_page("a & b", chart);
  EXPECT_THAT(page, HasSubstr("<title>a &amp; b</title>"));
  EXPECT_THAT(page, HasSubstr("mine: add&lt;4&gt;"));
  EXPECT_THAT(page, Not(HasSubstr("add<4>")));
}

}  // namespace
}  // namespace judge
