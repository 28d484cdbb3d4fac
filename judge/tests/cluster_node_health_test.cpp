#include "judge/cluster/node_check.hpp"
#include "judge/tests/cluster_support.hpp"

namespace judge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(NodeHealth, AMachineOfItsOwnKindIsHealthy) {
  EXPECT_THAT(sickness(healthy(), {}), IsEmpty());
  EXPECT_THAT(sickness(healthy(), {4.0e12, 60.0e12}), IsEmpty());
  EXPECT_THAT(sickness(healthy(), {4.04e12, 60.5e12}), IsEmpty()) << "not more than 1% below";
  EXPECT_THAT(sickness({}, {}), IsEmpty()) << "the emulated runtime measures nothing";
}

TEST(NodeHealth, MoreThanOnePercentBelowTheBestIsSick) {
  EXPECT_THAT(sickness(healthy(), {4.1e12, 60.0e12}),
              ElementsAre("its memory bandwidth is 2.4% below the best H200 in this batch"));
  EXPECT_THAT(sickness(healthy(), {4.0e12, 62.0e12}), ElementsAre(HasSubstr("its fp32 rate is 3.2% below")));
}

TEST(NodeHealth, ProcessesOfOthersAndSlowdownsAreSick) {
  auto reading = healthy();
  reading.other_processes = {4711, 4712};
  EXPECT_THAT(sickness(reading, {}), ElementsAre("other processes use the GPU: pid 4711, 4712"));
  reading = healthy();
  reading.clock_limits = 0x4 | 0x40;
  EXPECT_THAT(sickness(reading, {}), ElementsAre(HasSubstr("hardware thermal slowdown")));
  for (const std::uint64_t fine : {0x1, 0x2, 0x4, 0x10, 0x100}) {
    reading.clock_limits = fine;
    EXPECT_THAT(sickness(reading, {}), IsEmpty()) << fine;
  }
  EXPECT_THAT(sickness({.failure = "no GPU"}, {}), ElementsAre("no GPU"));
}

TEST(NodeHealth, TheBestIsOfTheSameModel) {
  std::vector notes{note("a", "1", 4.0e12), note("b", "2", 4.2e12), note("c", "3", 9.0e12)};
  notes[2].reading.device_name = "B200";
  EXPECT_EQ(best_rates(notes, "H200").bytes_per_s, 4.2e12);
  EXPECT_EQ(best_rates(notes, "A100").bytes_per_s, 0);
}

TEST(NodeHealth, TheLatestNoteOfAMachineCounts) {
  EXPECT_THAT(sick_nodes({note("a", "1", 1, {"hot"}), note("b", "1", 1), note("a", "2", 1), note("b", "3", 1, {"hot"})}),
              ElementsAre("b"));
}

}  // namespace
}  // namespace judge
