#include "judge/render/operations_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/tests/render_samples.hpp"

namespace judge {
namespace {

using testing::HasSubstr;
using testing::Not;

Record in_two_operations() {
  auto record = sample_record("va_two", 73'100);
  record.measurements.front().operations = {{.what = "zero(float*)",
                                             .is_kernel = true,
                                             .grid = {98, 1, 1},
                                             .block = {256, 1, 1},
                                             .registers = 12,
                                             .duration_ns = 20'000},
                                            {.what = "add(float*)",
                                             .is_kernel = true,
                                             .grid = {98, 2, 3},
                                             .block = {32, 8, 1},
                                             .registers = 24,
                                             .shared_bytes = 4224,
                                             .gap_ns = 64,
                                             .duration_ns = 60'000}};
  return record;
}

TEST(OperationsTable, ShowsShapesTimesAndShares) {
  const auto text = operations_text(in_two_operations(), {});
  EXPECT_THAT(text, HasSubstr("va_two"));
  EXPECT_THAT(text, HasSubstr("2 operations, 80.0 us together; the ranked time of the call is 73.1 us"));
  EXPECT_THAT(text, HasSubstr("98 x 2 x 3"));
  EXPECT_THAT(text, HasSubstr("32 x 8"));
  EXPECT_THAT(text, HasSubstr("4,224 bytes"));
  EXPECT_THAT(text, HasSubstr("75.0%"));
  EXPECT_THAT(text, HasSubstr("not ranked"));
  EXPECT_THAT(text, Not(HasSubstr("stream")));
}

TEST(OperationsTable, NamesStreamsWhereThereAreSeveral) {
  auto record = in_two_operations();
  record.measurements.front().operations.push_back(
      {.what = "cudaMemsetAsync", .bytes = 4096, .stream = 2, .duration_ns = 1'000});
  const auto text = operations_markdown(record);
  EXPECT_THAT(text, HasSubstr("stream"));
  EXPECT_THAT(text, HasSubstr("cudaMemsetAsync"));
  EXPECT_THAT(text, HasSubstr("4,096 bytes"));
}

TEST(OperationsTable, SaysNothingWhereNobodyAsked) {
  EXPECT_EQ(operations_text(sample_record("va", 73'100), {}), "");
  EXPECT_EQ(operations_markdown(sample_record("va", 73'100)), "");
}

}  // namespace
}  // namespace judge
