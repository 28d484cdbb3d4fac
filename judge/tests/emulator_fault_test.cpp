#include <fstream>
#include <sstream>

#include "judge/model/outcome.hpp"
#include "judge/tests/emulator_testing.hpp"

namespace judge::emulator_testing {
namespace {

using testing::HasSubstr;

constexpr int exit_status_of_fault = 77;

/// The number of the line in faults.cu that carries this comment.
int line_of(const std::string& comment) {
  std::ifstream file(data_folder() / "faults.cu");
  std::string line;
  for (int number = 1; std::getline(file, line); ++number)
    if (line.ends_with("// LINE " + comment)) return number;
  ADD_FAILURE() << "no line " << comment;
  return 0;
}

std::string kind(Fault::Kind kind) { return "kind=" + std::to_string(static_cast<int>(kind)) + " "; }

/// The user's "file:line" for the code address in a fault's line: of the frames inlined there, the first that is not
/// in the emulated runtime's headers.
std::string source_of(const std::filesystem::path& library, const std::string& output) {
  const std::size_t at = output.find("code=");
  if (at == std::string::npos) return "";
  const std::string address = output.substr(at + 5, output.find(' ', at) - at - 5);
  std::istringstream frames(run_command({"addr2line", "-i", "-e", library.string(), address})->standard_output);
  std::string frame;
  while (std::getline(frames, frame) && frame.contains("/judge_emulated/")) {
  }
  return frame;
}

class Faults : public testing::TestWithParam<std::string> {
 protected:
  CommandResult fault(const std::string& function) {
    library = build("faults", GetParam());
    return run(library, function);
  }
  /// The same in memory that is laid out as a GPU's.
  CommandResult as_on_gpu(const std::string& function) {
    library = build("faults", GetParam());
    return run(library, function, {{"GPU_LAYOUT", "1"}});
  }
  std::filesystem::path library;
};

TEST_P(Faults, AWritePastTheEndNamesBufferThreadAndLine) {
  const CommandResult result = fault("write_past_end");
  EXPECT_EQ(result.exit_status, exit_status_of_fault);
  EXPECT_THAT(result.standard_output, HasSubstr(kind(Fault::Kind::illegal_access) + "write=1 in_kernel=1 fatal=1"));
  EXPECT_THAT(result.standard_output, HasSubstr("kernel=write_at block=1,0,0 thread=3,0,0"));
  EXPECT_THAT(result.standard_output, HasSubstr("bytes=4000 offset=4000 "));
  EXPECT_THAT(source_of(library, result.standard_output), HasSubstr("faults.cu:" + std::to_string(line_of("write_at"))));
}

TEST_P(Faults, AForgottenGuardNamesTheFirstThreadThatItLetsThrough) {
  const CommandResult result = fault("forgotten_guard");
  EXPECT_EQ(result.exit_status, exit_status_of_fault);
  EXPECT_THAT(result.standard_output, HasSubstr("kernel=unguarded block=3,0,0 thread=232,0,0 bytes=4000 offset=4000 "));
  EXPECT_THAT(source_of(library, result.standard_output), HasSubstr("faults.cu:" + std::to_string(line_of("unguarded"))));
}

TEST_P(Faults, AWriteBeforeTheStartHasANegativeOffset) {
  const CommandResult result = fault("write_before");
  EXPECT_EQ(result.exit_status, exit_status_of_fault);
  EXPECT_THAT(result.standard_output, HasSubstr("bytes=4096 offset=-4 "));
}

TEST_P(Faults, AReadBesideABufferIsForgivenAndGetsNaN) {
  const CommandResult result = fault("read_past_end");
  EXPECT_EQ(result.exit_status, 0) << result.standard_output;
  EXPECT_THAT(result.standard_output, HasSubstr("write=0 in_kernel=1 fatal=0 kernel=read_at"));
  EXPECT_THAT(result.standard_output, HasSubstr("bytes=4000 offset=4020 "));
  EXPECT_THAT(source_of(library, result.standard_output), HasSubstr("faults.cu:" + std::to_string(line_of("read_at"))));
}

TEST_P(Faults, AWildWriteIsFatal) {
  for (const char* function : {"wild_write", "null_write"}) {
    const CommandResult result = fault(function);
    EXPECT_EQ(result.exit_status, exit_status_of_fault);
    EXPECT_THAT(result.standard_output, HasSubstr(kind(Fault::Kind::illegal_access) + "write=1 in_kernel=1 fatal=1"));
    EXPECT_THAT(result.standard_output, HasSubstr("bytes=0 offset=0 "));
  }
}

TEST_P(Faults, BarriersInDifferentLinesCompleteTogetherAsOnAGpu) { EXPECT_EQ(fault("barriers_in_two_lines").exit_status, 0); }

TEST_P(Faults, ABlockAndAGridBarrierAreNamed) {
  const CommandResult result = fault("divergent_barriers");
  EXPECT_EQ(result.exit_status, exit_status_of_fault);
  EXPECT_THAT(result.standard_output, HasSubstr(kind(Fault::Kind::divergent_barrier)));
  EXPECT_THAT(result.standard_output, HasSubstr("line " + std::to_string(line_of("first barrier"))));
  EXPECT_THAT(result.standard_output, HasSubstr("line " + std::to_string(line_of("second barrier"))));
}

TEST_P(Faults, ADeadlockListsWhoWaitsWhere) {
  const CommandResult result = fault("deadlock");
  EXPECT_EQ(result.exit_status, exit_status_of_fault);
  EXPECT_THAT(result.standard_output, HasSubstr(kind(Fault::Kind::deadlock)));
  EXPECT_THAT(result.standard_output, HasSubstr("16 wait at __syncthreads() in line " + std::to_string(line_of("barrier"))));
  EXPECT_THAT(result.standard_output, HasSubstr("16 wait at a warp shuffle in line " + std::to_string(line_of("shuffle"))));
}

TEST_P(Faults, IntegerDivisionByZeroIsNone) {
  // A GPU goes on with some number.
  const CommandResult result = fault("division");
  EXPECT_THAT(result.standard_output, testing::Not(HasSubstr(kind(Fault::Kind::division_by_zero))));
  EXPECT_NE(result.exit_status, exit_status_of_fault);
}

TEST_P(Faults, ATrapNamesItsLine) {
  const CommandResult result = fault("trapped");
  EXPECT_EQ(result.exit_status, exit_status_of_fault);
  EXPECT_THAT(result.standard_output, HasSubstr(kind(Fault::Kind::trap)));
  EXPECT_THAT(result.standard_output, HasSubstr("thread=5,0,0"));
  EXPECT_THAT(source_of(library, result.standard_output), HasSubstr("faults.cu:" + std::to_string(line_of("trap"))));
}

TEST_P(Faults, ABarrierOfTheGridNeedsACooperativeLaunch) {
  const CommandResult result = fault("grid_barrier_in_a_plain_launch");
  EXPECT_EQ(result.exit_status, exit_status_of_fault);
  const auto line = std::to_string(line_of("grid barrier"));
  EXPECT_THAT(result.standard_output, HasSubstr(kind(Fault::Kind::trap)));
  EXPECT_THAT(result.standard_output, HasSubstr("the barrier of the grid in line " + line + " needs a cooperative launch"));
}

TEST_P(Faults, AMisalignedVectorAccessNamesTheType) {
  const CommandResult result = fault("misaligned");
  EXPECT_EQ(result.exit_status, exit_status_of_fault);
  EXPECT_THAT(result.standard_output, HasSubstr(kind(Fault::Kind::misaligned_access)));
  EXPECT_THAT(result.standard_output, HasSubstr("kernel=load4 block=0,0,0 thread=0,0,0 bytes=1024 offset=4 "));
  EXPECT_THAT(result.standard_output, HasSubstr("must have an address that is a multiple of 16"));
  EXPECT_THAT(source_of(library, result.standard_output), HasSubstr("faults.cu:" + std::to_string(line_of("misaligned"))));
  const CommandResult pair = fault("misaligned_pair");
  EXPECT_EQ(pair.exit_status, exit_status_of_fault);
  EXPECT_THAT(pair.standard_output, HasSubstr("that is a multiple of 8"));
  EXPECT_THAT(source_of(library, pair.standard_output), HasSubstr("faults.cu:" + std::to_string(line_of("misaligned pair"))));
  EXPECT_EQ(fault("misaligned_name").exit_status, exit_status_of_fault);
}

// A compiler may take two accesses to 16 bytes, which do not fault.
TEST_P(Faults, AnAlignmentThatAGpuGivesPassesThere) {
  for (const char* function : {"eights_in_own_memory", "eights_in_an_argument"}) {
    const CommandResult result = fault(function);
    if (result.exit_status == 0) continue;
    EXPECT_THAT(result.standard_output, HasSubstr(kind(Fault::Kind::misaligned_access))) << function;
    EXPECT_THAT(result.standard_output, HasSubstr("passes=1")) << function;
  }
  EXPECT_EQ(as_on_gpu("eights_in_own_memory").exit_status, 0);
  const CommandResult beside = as_on_gpu("eights_beside_the_begin");
  EXPECT_EQ(beside.exit_status, exit_status_of_fault);
  EXPECT_THAT(beside.standard_output, HasSubstr(kind(Fault::Kind::misaligned_access)));
}

TEST_P(Faults, AFailedAssertionShowsItsText) {
  const CommandResult result = fault("assertion");
  EXPECT_EQ(result.exit_status, exit_status_of_fault);
  EXPECT_THAT(result.standard_output, HasSubstr(kind(Fault::Kind::trap)));
  EXPECT_THAT(result.standard_output, HasSubstr("kernel=check_positive block=0,0,0 thread=17,0,0"));
  EXPECT_THAT(result.standard_output,
              HasSubstr("faults.cu:" + std::to_string(line_of("assert")) + ": assertion `in[threadIdx.x] > -5' failed"));
}

TEST_P(Faults, EndlessRecursionIsAStackOverflow) {
  const CommandResult result = fault("stack_overflow");
  EXPECT_EQ(result.exit_status, exit_status_of_fault);
  EXPECT_THAT(result.standard_output, HasSubstr(kind(Fault::Kind::stack_overflow)));
}

TEST_P(Faults, AWriteToAReadOnlyInputIsItsOwnKind) {
  const CommandResult result = fault("write_to_input");
  EXPECT_EQ(result.exit_status, exit_status_of_fault);
  EXPECT_THAT(result.standard_output,
              HasSubstr(kind(Fault::Kind::write_to_input) + "write=1 in_kernel=1 fatal=1 kernel=unguarded "
                                                            "block=0,0,0 thread=0,0,0 bytes=4000 offset=0 "));
}

TEST_P(Faults, BeforeAWindowReadsAreForgivenAndWritesAreNot) {
  const CommandResult read = fault("read_before_window");
  EXPECT_EQ(read.exit_status, 0) << read.standard_output;
  EXPECT_THAT(read.standard_output, HasSubstr("write=0 in_kernel=1 fatal=0 kernel=read_at"));
  EXPECT_THAT(read.standard_output, HasSubstr("bytes=40000 offset=-8000 "));
  const CommandResult write = fault("write_before_window");
  EXPECT_EQ(write.exit_status, exit_status_of_fault);
  EXPECT_THAT(write.standard_output, HasSubstr("bytes=40000 offset=-8000 "));
}

TEST_P(Faults, SharedArraysHaveTheirOwnGuards) {
  const CommandResult result = fault("shared_array");
  EXPECT_EQ(result.exit_status, exit_status_of_fault);
  EXPECT_THAT(result.standard_output, HasSubstr("thread=24,0,0"));
  EXPECT_THAT(result.standard_output, HasSubstr("bytes=256 offset=256 "));
  EXPECT_THAT(result.standard_output, HasSubstr("passes=1 thing=the __shared__ variable tile"));
  EXPECT_THAT(source_of(library, result.standard_output), HasSubstr("faults.cu:" + std::to_string(line_of("shared"))));
  const CommandResult dynamic = fault("dynamic_shared");
  EXPECT_EQ(dynamic.exit_status, 0) << "rounded up to 16 bytes, the 64th float fits";
}

TEST_P(Faults, AReadBesideASharedArrayIsForgivenWhereAGpuLetsItPass) {
  const CommandResult result = fault("read_past_shared");
  EXPECT_EQ(result.exit_status, exit_status_of_fault) << "nothing of the block lies behind it";
  EXPECT_THAT(result.standard_output, HasSubstr("passes=0 thing=the __shared__ variable tile"));
}

TEST_P(Faults, InTheLayoutOfAGpuAccessesBesideMeetTheNeighbours) {
  for (const char* function : {"shared_neighbour", "dynamic_neighbour", "own_neighbour"}) {
    const CommandResult guarded = fault(function);
    EXPECT_EQ(guarded.exit_status, exit_status_of_fault) << function;
    EXPECT_THAT(guarded.standard_output, HasSubstr("fatal=1")) << function;
    EXPECT_THAT(guarded.standard_output, HasSubstr("passes=1")) << function;
    const CommandResult result = as_on_gpu(function);
    EXPECT_EQ(result.exit_status, 0) << function << result.standard_output;
  }
}

TEST_P(Faults, BeyondABlocksSharedMemoryBothLayoutsFault) {
  for (const CommandResult& result : {fault("far_behind_shared"), as_on_gpu("far_behind_shared")}) {
    EXPECT_EQ(result.exit_status, exit_status_of_fault);
    EXPECT_THAT(result.standard_output, HasSubstr("passes=0"));
  }
}

#if defined(__x86_64__)
// Whatever lies there: the instruction has the pointer.
TEST_P(Faults, FarFromASharedArrayItIsStillNamedWithTheIndex) {
  const CommandResult behind = fault("far_from_shared");
  EXPECT_EQ(behind.exit_status, exit_status_of_fault);
  EXPECT_THAT(behind.standard_output,
              HasSubstr("thing=the __shared__ variable first note=first has 32 elements: this is first[20000000]"));
  const CommandResult before = fault("far_before_shared");
  EXPECT_EQ(before.exit_status, exit_status_of_fault);
  EXPECT_THAT(before.standard_output, HasSubstr("note=tile has 4 x 8 elements: this is tile[-3000000][5]"));
}
#endif

TEST_P(Faults, AReadBesideAnOwnAllocationIsJudgedByTheMappingsOfAGpu) {
  const CommandResult near = fault("own_read_past_end");
  EXPECT_EQ(near.exit_status, 0) << near.standard_output;
  EXPECT_THAT(near.standard_output, HasSubstr("fatal=0"));
  EXPECT_THAT(near.standard_output, HasSubstr("bytes=4000 offset=4012 "));
  EXPECT_THAT(near.standard_output, HasSubstr("thing=memory from cudaMalloc()"));
  EXPECT_EQ(as_on_gpu("own_read_past_end").exit_status, 0);
  for (const CommandResult& result : {fault("own_read_past_two_megabytes"), as_on_gpu("own_read_past_two_megabytes")}) {
    EXPECT_EQ(result.exit_status, exit_status_of_fault);
    EXPECT_THAT(result.standard_output, HasSubstr("bytes=2097152 offset=2097152 "));
  }
}

TEST_P(Faults, FreedMemoryMayStillBeThereOnAGpu) {
  const CommandResult guarded = fault("own_use_after_free");
  EXPECT_EQ(guarded.exit_status, exit_status_of_fault);
  EXPECT_THAT(guarded.standard_output, HasSubstr("passes=1 thing=memory from cudaMalloc() note=this buffer was freed"));
  const CommandResult result = as_on_gpu("own_use_after_free");
  EXPECT_EQ(result.exit_status, 0) << result.standard_output;
}

TEST_P(Faults, HostCodeCannotReachDeviceMemory) {
  const CommandResult read = fault("host_reads_device");
  EXPECT_EQ(read.exit_status, exit_status_of_fault);
  EXPECT_THAT(read.standard_output, HasSubstr(kind(Fault::Kind::host_access) + "write=0 in_kernel=0 fatal=1"));
  EXPECT_THAT(read.standard_output, HasSubstr("bytes=400 offset=12 "));
  EXPECT_THAT(source_of(library, read.standard_output), HasSubstr("faults.cu:" + std::to_string(line_of("host read"))));
  const CommandResult copy = fault("host_copies_device");
  EXPECT_THAT(copy.standard_output, HasSubstr(kind(Fault::Kind::host_access)));
  EXPECT_THAT(source_of(library, copy.standard_output), HasSubstr("faults.cu:" + std::to_string(line_of("host memcpy"))));
}

TEST_P(Faults, HostCodeThatOpensItsPagesGetsOthersAndIsSeen) {
  const CommandResult opened = fault("host_opens_pages");
  EXPECT_EQ(opened.exit_status, 0) << opened.standard_output;
  EXPECT_THAT(opened.standard_output, HasSubstr("TOUCHED device memory"));
}

TEST_P(Faults, DecoysAreReadAndWrittenByHostCodeAlone) {
  for (const char* const layout : {"guarded", "GPU_LAYOUT"}) {
    library = build("faults", GetParam());
    const CommandResult touched = run(library, "host_finds_decoys", {{"DECOYS", "1"}, {layout, "1"}});
    EXPECT_EQ(touched.exit_status, 0) << touched.standard_output;
    EXPECT_THAT(touched.standard_output, HasSubstr("TOUCHED device memory"));
    for (const char* const innocent : {"host_uses_what_it_copied", "host_splits_its_pages"}) {
      const CommandResult result = run(library, innocent, {{"DECOYS", "1"}, {layout, "1"}});
      EXPECT_EQ(result.exit_status, 0) << innocent << layout << result.standard_output;
      EXPECT_EQ(result.standard_output, "");
    }
  }
}

TEST_P(Faults, KernelsCannotReachTheHostsMemory) {
  const CommandResult heap = fault("kernel_reads_vector");
  EXPECT_EQ(heap.exit_status, exit_status_of_fault);
  EXPECT_THAT(heap.standard_output, HasSubstr(kind(Fault::Kind::illegal_access) + "write=0 in_kernel=1 fatal=1"));
  EXPECT_THAT(heap.standard_output, HasSubstr("thing=host memory, which parameter 1 of the kernel points to"));
  EXPECT_EQ(fault("kernel_writes_local_variable").exit_status, exit_status_of_fault);
}

TEST_P(Faults, AFrameOfFourHundredKilobytesFits) { EXPECT_EQ(fault("large_frame_fits").exit_status, 0); }

TEST_P(Faults, AThreadThatHasWaitedIsNamed) {
  const CommandResult result = fault("beyond_a_barrier");
  EXPECT_EQ(result.exit_status, exit_status_of_fault);
  EXPECT_THAT(result.standard_output, HasSubstr("kernel=after_a_barrier block=1,0,0 thread=13,0,0 bytes=1024 offset=1332 "));
  EXPECT_THAT(source_of(library, result.standard_output), HasSubstr("faults.cu:" + std::to_string(line_of("after barrier"))));
}

TEST_P(Faults, FreedMemoryIsNoMemory) {
  const CommandResult result = fault("use_after_free");
  EXPECT_EQ(result.exit_status, exit_status_of_fault);
  EXPECT_THAT(result.standard_output, HasSubstr("bytes=4000 offset=0 "));
  EXPECT_THAT(result.standard_output, HasSubstr("this buffer was freed"));
}

TEST_P(Faults, WorkerThreadsReportTheSame) {
  library = build("faults", GetParam());
  for (const char* threads : {"1", "4"}) {
    const CommandResult result = run(library, "forgotten_guard_of_many", {{"JUDGE_EMULATED_THREADS", threads}});
    EXPECT_EQ(result.exit_status, exit_status_of_fault);
    EXPECT_THAT(result.standard_output,
                HasSubstr("kernel=unguarded block=3999,0,0 thread=252,0,0 bytes=4095984 offset=4095984 "));
    EXPECT_EQ(std::ranges::count(result.standard_output, '\n'), 1);
  }
}

TEST_P(Faults, ACrashOfHostCodeIsNotInAKernel) {
  const CommandResult result = fault("host_crash");
  EXPECT_EQ(result.exit_status, exit_status_of_fault);
  EXPECT_THAT(result.standard_output, HasSubstr(kind(Fault::Kind::illegal_access) + "write=1 in_kernel=0 fatal=1"));
}

TEST_P(Faults, WithoutAHandlerTheReportGoesToStandardError) {
  const CommandResult result = run(build("faults", GetParam()), "write_past_end", {{"NO_FAULT_HANDLER", "1"}});
  EXPECT_EQ(result.exit_status, exit_status_of_fault);
  EXPECT_THAT(result.standard_error, HasSubstr("illegal-access in kernel write_at, block (1,0,0)"));
  EXPECT_THAT(result.standard_error, HasSubstr("write at byte 4000 of a buffer of 4000 bytes"));
}

INSTANTIATE_TEST_SUITE_P(Compilers, Faults, testing::ValuesIn(compilers()),
                         [](const auto& test_info) { return test_info.param == "g++" ? "gcc" : "clang"; });

}  // namespace
}  // namespace judge::emulator_testing
