#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/nvidia/cuobjdump.hpp"
#include "judge/nvidia/ncu.hpp"
#include "judge/render/profile_table.hpp"
#include "judge/util/files.hpp"

namespace judge {
namespace {

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

TEST(ProfileCommand, LeavesOutMetricsThatNcuDoesNotKnow) {
  const auto folder = TemporaryDirectory::create("judge-ncu");
  ASSERT_TRUE(folder);
  const auto ncu = folder->path() / "ncu";
  ASSERT_TRUE(write_file(ncu, R"(#!/bin/sh
case "$*" in
*sm__inst_executed_pipe_tensor.sum*)
  echo '==ERROR== Failed to find metric sm__inst_executed_pipe_tensor.sum'
  exit 1;;
esac
echo '"ID","Kernel Name","gpu__time_duration.sum"'
echo '"","","ns"'
echo '"0","k","5"'
)"));
  std::filesystem::permissions(ncu, std::filesystem::perms::owner_all);
  const auto kernels = profile_command(ncu, {"true"});
  ASSERT_TRUE(kernels) << kernels.error().message;
  ASSERT_EQ(kernels->size(), 1u);
  EXPECT_EQ((*kernels)[0].get("gpu__time_duration.sum"), 5);
}

TEST(ProfileCommand, SaysWhatToDoWithoutPermission) {
  const auto folder = TemporaryDirectory::create("judge-ncu");
  ASSERT_TRUE(folder);
  const auto ncu = folder->path() / "ncu";
  ASSERT_TRUE(write_file(ncu, "#!/bin/sh\necho '==ERROR== ERR_NVGPUCTRPERM - No permission'\nexit 1\n"));
  std::filesystem::permissions(ncu, std::filesystem::perms::owner_all);
  const auto kernels = profile_command(ncu, {"true"});
  ASSERT_FALSE(kernels);
  EXPECT_THAT(kernels.error().message, HasSubstr("may not read this GPU's counters"));
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

TEST(Roofline, PlotIsOneSvgWithEveryKernel) {
  const auto svg = roofline_svg(std::vector{sample_kernel()}, {.bytes_per_s = 4e12, .flops_per_s = {40e12}}, "a & b");
  EXPECT_TRUE(svg.starts_with("<svg "));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  EXPECT_THAT(svg, HasSubstr("a &amp; b"));
  EXPECT_THAT(svg, HasSubstr("mine: add&lt;4&gt;"));
  EXPECT_THAT(svg, HasSubstr("<circle"));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, Not(HasSubstr("inf")));
}

}  // namespace
}  // namespace judge
