/// What compute-sanitizer said on an H200, shortened, and what the judge makes of it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "judge/nvidia/sanitizer.hpp"
#include "judge/util/files.hpp"
#include "judge/verdict/findings.hpp"

namespace judge {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

struct Recorded {
  std::vector<SanitizerRecord> records;
  std::vector<PlacedBuffer> buffers;
};

// The program that was watched said where its buffers lie: "buffer C 0x7f5ab4800400 16".
Recorded recorded(const std::string& name) {
  const auto text = read_file(fs::path(JUDGE_TEST_DATA) / "sanitizer" / (name + ".txt"));
  EXPECT_TRUE(text) << text.error().message;
  Recorded result{.records = read_sanitizer(*text)};
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    PlacedBuffer buffer;
    if (words >> word && word == "buffer" && words >> buffer.name >> std::hex >> buffer.address >> std::dec >> buffer.bytes)
      result.buffers.push_back(buffer);
  }
  return result;
}

SanitizerFindings found_in(const std::string& name) {
  const auto [records, buffers] = recorded(name);
  return findings_of(records, buffers);
}

Finding only_finding(const std::string& name) {
  const auto found = found_in(name);
  EXPECT_EQ(found.trouble, "");
  EXPECT_THAT(found.findings, SizeIs(1));
  return found.findings.empty() ? Finding{} : found.findings.front();
}

TEST(SanitizerText, IsCutIntoMessages) {
  const auto records = read_sanitizer(
      "========= COMPUTE-SANITIZER\nwhat the program prints\n========= Invalid __global__ read of size 4 bytes\n"
      "=========     at add()+0x10 in a.cu:3\n=========     by thread (1,0,0) in block (2,0,0)\n========= \n"
      "=========     below nothing\n========= ERROR SUMMARY: 1 error\n");
  ASSERT_THAT(records, SizeIs(3));
  EXPECT_EQ(records[1].headline, "Invalid __global__ read of size 4 bytes");
  EXPECT_THAT(records[1].lines, ElementsAre("at add()+0x10 in a.cu:3", "by thread (1,0,0) in block (2,0,0)"));
  EXPECT_THAT(records[2].lines, IsEmpty());
}

TEST(SanitizerFindings, NameTheBufferAndTheElement) {
  const Finding finding = only_finding("global_off_by_one.memcheck");
  EXPECT_EQ(finding.kind, Fault::Kind::illegal_access);
  EXPECT_TRUE(finding.is_write);
  EXPECT_EQ(finding.line, 10);
  EXPECT_EQ(finding.kernel, "add");
  EXPECT_EQ(finding.thread[0], 4u);
  EXPECT_EQ(finding.buffer, "C");
  EXPECT_EQ(finding.offset_bytes, 16);
  EXPECT_THAT(
      findings_text({finding}, {}),
      AllOf(HasSubstr("global_off_by_one.cu:10: out-of-bounds write to C, at the first byte past the end of C (16 bytes)"),
            HasSubstr("in add, block (0,0,0), thread (4,0,0)")));
  EXPECT_EQ(only_finding("global_before_start.memcheck").offset_bytes, -4);
}

TEST(SanitizerFindings, OfSharedMemoryNameNoBuffer) {
  const Finding finding = only_finding("shared_off_by_one.memcheck");
  EXPECT_EQ(finding.space, Fault::Space::shared);
  EXPECT_EQ(finding.buffer, "");
  EXPECT_EQ(finding.thread[0], 255u);
}

TEST(SanitizerFindings, CountTheThreadsThatDoTheSame) {
  const Finding finding = only_finding("use_after_free.memcheck");
  EXPECT_EQ(finding.line, 9);
  EXPECT_EQ(finding.thread[0], 0u);
  EXPECT_EQ(finding.note, "2 more threads do the same");
}

TEST(SanitizerFindings, FarFromEveryBufferBlameNone) {
  auto [records, buffers] = recorded("use_after_free.memcheck");
  for (auto& buffer : buffers) buffer.address -= 1 << 20;
  EXPECT_EQ(findings_of(records, buffers).findings.at(0).buffer, "");
}

TEST(SanitizerFindings, NameWhatSolveAllocatedByTheCallThatDid) {
  auto [records, buffers] = recorded("global_off_by_one.memcheck");
  for (auto& buffer : buffers)
    if (buffer.name == "C")
      buffer = {.name = "cudaMalloc", .address = buffer.address, .bytes = buffer.bytes, .is_own = true, .offset = 0x170};
  const auto findings = findings_of(records, buffers, [](std::uint64_t offset) { return offset == 0x170 ? 23 : 0; }).findings;
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].buffer, "");
  EXPECT_EQ(findings[0].thing, "memory from cudaMalloc() in line 23");
  EXPECT_THAT(
      findings_text(findings, {}),
      HasSubstr("out-of-bounds write at the first byte past the end of memory from cudaMalloc() in line 23 (16 bytes)"));
}

TEST(SanitizerFindings, SayThatMemoryWasFreed) {
  auto [records, buffers] = recorded("use_after_free.memcheck");
  buffers.push_back({.name = "cudaMalloc", .address = 0x7f1968800600, .bytes = 16, .is_own = true});
  const auto findings = findings_of(records, buffers).findings;
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].thing, "memory from cudaMalloc()");
  EXPECT_EQ(findings[0].note, "it was freed; 2 more threads do the same");
}

TEST(SanitizerFindings, OfWhatNobodyWrote) {
  const Finding finding = only_finding("uninitialised_output.initcheck");
  EXPECT_EQ(finding.kind, Fault::Kind::uninitialised_read);
  EXPECT_EQ(finding.buffer, "C");
  EXPECT_EQ(finding.offset_bytes, 0);
  EXPECT_FALSE(finding.is_write);
}

TEST(SanitizerFindings, NameTheCallersLineRatherThanTheToolkits) {
  const Finding finding = only_finding("uninitialised_atomic.initcheck");
  EXPECT_EQ(finding.file, "uninitialised_atomic.cu");
  EXPECT_EQ(finding.line, 8);
  EXPECT_EQ(finding.kernel, "sum");
}

TEST(SanitizerFindings, TellOneRaceForAllItsBytes) {
  const Finding finding = only_finding("missing_barrier_reduction.racecheck");
  EXPECT_EQ(finding.kind, Fault::Kind::race);
  EXPECT_TRUE(finding.is_write);
  EXPECT_EQ(finding.thread[0], 96u);
  ASSERT_TRUE(finding.other);
  EXPECT_FALSE(finding.other->is_write);
  EXPECT_EQ(finding.other->thread[0], 32u);
  EXPECT_EQ(finding.other->line, 12);
  EXPECT_THAT(findings_text({finding}, {}),
              AllOf(HasSubstr("writes what thread (32,0,0) reads in line 12"), HasSubstr("__syncthreads() between the two")));
}

TEST(SanitizerFindings, OfRacesWithinAWarpSaySo) {
  EXPECT_THAT(findings_text({only_finding("warp_synchronous.racecheck")}, {}), HasSubstr("put __syncwarp() between the two"));
}

TEST(SanitizerFindings, OfBarriersThatNotAllReach) {
  EXPECT_EQ(only_finding("divergent_barriers.synccheck").kind, Fault::Kind::divergent_barrier);
  const Finding finding = only_finding("barrier_against_warp.synccheck");
  EXPECT_EQ(finding.line, 13);
  EXPECT_EQ(finding.thread[0], 112u);
}

TEST(SanitizerFindings, LeaveOutWhatTheJudgeSeesItself) {
  for (const char* name :
       {"leak.memcheck", "too_many_threads.memcheck", "too_many_threads.initcheck", "host_reads_device.memcheck"}) {
    const auto found = found_in(name);
    EXPECT_THAT(found.findings, IsEmpty()) << name;
    EXPECT_EQ(found.trouble, "") << name;
  }
}

TEST(SanitizerFindings, PassOnWhatTheyHaveNoWordsFor) {
  EXPECT_EQ(findings_of(read_sanitizer("========= Error: No attachable process found.\n"), {}).trouble,
            "Error: No attachable process found.");
}

}  // namespace
}  // namespace judge
