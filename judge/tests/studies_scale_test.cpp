#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/catalog/catalog.hpp"
#include "judge/model/record_json.hpp"
#include "judge/studies/scale.hpp"
#include "judge/studies/scaled_problem.hpp"
#include "judge/studies/size_grid.hpp"

namespace judge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr FreeMemory k_plenty{.device = 1e12, .host = 1e12};

TEST(SizeGrid, ReadsSizesWithUnits) {
  EXPECT_EQ(parse_size("1000"), 1000);
  EXPECT_EQ(parse_size("1k"), 1024);
  EXPECT_EQ(parse_size("64K"), 65536);
  EXPECT_EQ(parse_size("256M"), 256 << 20);
  EXPECT_EQ(parse_size("2G"), std::int64_t{2} << 30);
  for (const char* text : {"", "0", "-1", "k", "1.5k", "1kB", "9999999999G", "1 k"}) EXPECT_FALSE(parse_size(text)) << text;
}

TEST(SizeGrid, IsGeometricAndHasBothEnds) {
  EXPECT_THAT(*size_grid(1024, 65536, 0), ElementsAre(1024, 4096, 16384, 65536));
  EXPECT_THAT(*size_grid(1024, 100'000, 0), ElementsAre(1024, 4096, 16384, 65536, 100'000));
  EXPECT_THAT(*size_grid(1024, 65536, 3), ElementsAre(1024, 8192, 65536));
  EXPECT_THAT(*size_grid(7, 7, 0), ElementsAre(7));
  EXPECT_THAT(*size_grid(7, 7, 5), ElementsAre(7));
  EXPECT_THAT(*size_grid(1, 4, 5), ElementsAre(1, 2, 3, 4));  // no size twice
  const auto many = *size_grid(1000, 1'000'000, 13);
  EXPECT_EQ(many.size(), 13u);
  EXPECT_TRUE(std::ranges::is_sorted(many));
}

TEST(SizeGrid, RefusesWhatIsNoRange) {
  EXPECT_FALSE(size_grid(0, 5, 0));
  EXPECT_FALSE(size_grid(6, 5, 0));
  EXPECT_FALSE(size_grid(1, 5, 1));
  EXPECT_FALSE(size_grid(1, 5, k_most_sizes + 1));
}

Problem problem(const std::string& path) { return load_problem(JUDGE_SOURCE_DIR "/problems/" + path).value(); }

TEST(ScaledProblem, TakesTheLargestSizeOfTheRankedCase) {
  const auto vector = problem("elementwise/vector-addition");
  const auto on_gpu = scaled_case(vector, RuntimeKind::cuda, "");
  ASSERT_TRUE(on_gpu) << on_gpu.error().message;
  EXPECT_THAT(on_gpu->parameters, ElementsAre("N"));
  EXPECT_EQ(on_gpu->size, 25'000'000);
  EXPECT_EQ(scaled_case(vector, RuntimeKind::emulated, "")->size, 2'500'000);
  EXPECT_THAT(scaled_case(vector, RuntimeKind::cuda, "M").error().message, HasSubstr("'M' is no size of the case 'large'"));
}

TEST(ScaledProblem, HasTheRankedCaseAtEachSizeAndTheUntimedOnes) {
  const auto vector = problem("elementwise/vector-addition");
  const auto scaled = *scaled_case(vector, RuntimeKind::emulated, "");
  const auto copy = scaled_problem(vector, scaled, RuntimeKind::emulated, {1024, 4096, std::int64_t{1} << 40}, k_plenty);
  ASSERT_TRUE(copy) << copy.error().message;
  EXPECT_THAT(copy->sizes, ElementsAre(1024, 4096));
  ASSERT_EQ(copy->left_out.size(), 1u);
  EXPECT_THAT(copy->left_out.front(), HasSubstr("N=1099511627776 is left out"));
  const auto loaded = load_problem(copy->folder);
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(loaded->name, "vector-addition");
  std::vector<std::string> timed;
  const auto cases = *cases_of(*loaded, RuntimeKind::emulated);
  for (const auto& test : cases)
    if (test.purpose == Purpose::timed) timed.push_back(test.name);
  EXPECT_THAT(timed, ElementsAre("size N=1024", "size N=4096"));
  EXPECT_EQ(cases.back().work_bytes, 12 * 4096);
  EXPECT_EQ(cases.front().name, "worked example");
}

TEST(ScaledProblem, LeavesOutWhatHasNoRoom) {
  const auto vector = problem("elementwise/vector-addition");
  const auto scaled = *scaled_case(vector, RuntimeKind::cuda, "");
  const auto copy = scaled_problem(vector, scaled, RuntimeKind::cuda, {1024, 1 << 28}, {.device = 1e8, .host = 1e12});
  ASSERT_TRUE(copy) << copy.error().message;
  EXPECT_THAT(copy->sizes, ElementsAre(1024));
  const auto none = scaled_problem(vector, scaled, RuntimeKind::cuda, {1 << 28}, {.device = 1e8, .host = 1e12});
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("no size is left"));
}

TEST(ScaledProblem, GivesSeveralParametersOneSizeAndKeepsTheOthers) {
  const auto product = problem("matrices/matrix-multiplication");
  const auto scaled = scaled_case(product, RuntimeKind::cuda, "M,K");
  ASSERT_TRUE(scaled) << scaled.error().message;
  EXPECT_EQ(size_text(*scaled, 64), "M=K=64");
  EXPECT_EQ(scaled->size, 8192);
  const auto text = tests_at_sizes(read_file(product.folder / "tests.json").value(), *scaled, RuntimeKind::cuda, {64});
  ASSERT_TRUE(text) << text.error().message;
  const auto last = parse_json(*text).value()["cases"].back();
  EXPECT_EQ(last["scalars"], (nlohmann::json{{"M", 64}, {"N", 6144}, {"K", 64}}));
  EXPECT_FALSE(last.contains("emulated"));
}

TEST(Scale, ExpectsWhatGrowsToGrow) {
  EXPECT_EQ(expected_seconds(4, 4), 5);  // what a run takes at any size
  EXPECT_EQ(expected_seconds(55, 4), 205);
}

}  // namespace
}  // namespace judge
