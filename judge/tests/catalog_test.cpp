#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "judge/catalog/catalog.hpp"
#include "judge/catalog/fill_buffer.hpp"
#include "judge/util/files.hpp"

namespace judge {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const fs::path k_root = JUDGE_SOURCE_DIR;

TEST(VectorAddition, Loads) {
  const auto problem = find_problem(k_root, "vector-addition");
  ASSERT_TRUE(problem) << problem.error().message;
  EXPECT_EQ(problem->name, "vector-addition");
  EXPECT_EQ(problem->prefix, "va");
  EXPECT_EQ(problem->signature.text, "extern \"C\" void solve(const float* A, const float* B, float* C, int N)");
  EXPECT_EQ(problem->content_hash.size(), 64u);
  EXPECT_FALSE(problem->has_custom_check);
  const auto cases = cases_of(*problem, RuntimeKind::cuda);
  ASSERT_TRUE(cases) << cases.error().message;
  const Case& timed = cases->back();
  EXPECT_EQ(timed.purpose, Purpose::timed);
  EXPECT_EQ(std::get<std::int64_t>(timed.scalars.at("N")), 25'000'000);
  EXPECT_EQ(timed.work_bytes, 300e6);
  EXPECT_EQ(timed.work_flops, 25e6);
  EXPECT_EQ(std::get<BufferArgument>(timed.arguments[2]).direction, Direction::out);
  const auto emulated = cases_of(*problem, RuntimeKind::emulated);
  ASSERT_TRUE(emulated);
  EXPECT_EQ(std::get<BufferArgument>(emulated->back().arguments[0]).bytes(), 10'000'000u);
}

TEST(MatrixTranspose, Loads) {
  const auto problem = find_problem(k_root, "matrix-transpose");
  ASSERT_TRUE(problem) << problem.error().message;
  const auto cases = cases_of(*problem, RuntimeKind::cuda);
  ASSERT_TRUE(cases) << cases.error().message;
  EXPECT_EQ(std::get<BufferArgument>(cases->back().arguments[1]).shape, (std::vector<std::int64_t>{6000, 7000}));
  EXPECT_EQ(cases->back().name, "large");
}

}  // namespace
}  // namespace judge
