#include "judge/verdict/texts.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "judge/verdict/cuda_errors.hpp"

namespace judge {
namespace {

TEST(Values, HaveTheDigitsOfTheirType) {
  EXPECT_EQ(value_text(DType::f32, 0.1f), "0.1");
  EXPECT_EQ(value_text(DType::f64, 0.1), "0.1");
  EXPECT_EQ(value_text(DType::f32, 1.0 / 3), "0.3333333333333333");  // a double that no float is
  EXPECT_EQ(value_text(DType::f32, 1.0f / 3), "0.33333334");
  EXPECT_EQ(value_text(DType::f16, half_to_float(0x3555)), "0.3333");
  EXPECT_EQ(value_text(DType::f32, 16777216), "16777216");
  EXPECT_EQ(value_text(DType::i32, -7), "-7");
  EXPECT_EQ(value_text(DType::u64, 1e15), "1000000000000000");
  EXPECT_EQ(value_text(DType::f32, std::numeric_limits<double>::quiet_NaN()), "nan");
  EXPECT_EQ(value_text(DType::f32, -std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(value_text(DType::f32, -0.0), "-0");
}

TEST(Values, ReadBackAsTheSameFloat) {
  for (float value = 1.1f; value < 1e30f; value *= 1.37f)
    EXPECT_EQ(std::strtof(value_text(DType::f32, value).c_str(), nullptr), value);
}

TEST(Elements, HaveTheBuffersOwnShape) {
  EXPECT_EQ(element_name("C", {100}, 5), "C[5]");
  EXPECT_EQ(element_name("output", {4, 20}, 57), "output[2][17]");
  EXPECT_EQ(element_name("x", {2, 3, 4}, 23), "x[1][2][3]");
  EXPECT_EQ(element_name("sum", {}, 0), "sum");
  EXPECT_EQ(element_name("C", {100}, -1), "C[-1]");
}

TEST(Sizes, FollowTheSignature) {
  Case test;
  test.arguments = {ScalarArgument{.name = "rows", .value = std::int64_t{7000}}, BufferArgument{.name = "x"},
                    ScalarArgument{.name = "cols", .value = std::int64_t{6000}},
                    ScalarArgument{.name = "alpha", .type = DType::f32, .value = 0.5}};
  EXPECT_EQ(sizes_of(test), "rows=7000 cols=6000 alpha=0.5");
  EXPECT_EQ(sizes_of({}), "");
}

TEST(Sizes, AreNotRepeated) {
  EXPECT_EQ(with_sizes("N=3", "N=3"), "N=3");
  EXPECT_EQ(with_sizes("tall, M=3, N=4", "M=3 N=4 K=5"), "tall, M=3, N=4, K=5");
  EXPECT_EQ(with_sizes("N=33", "N=3"), "N=33, N=3");
  EXPECT_EQ(with_sizes("large", "rows=7 cols=6", ": "), "large: rows=7 cols=6");
  EXPECT_EQ(with_sizes("large", ""), "large");
}

TEST(Signals, HaveNames) {
  EXPECT_EQ(signal_name(11), "SIGSEGV");
  EXPECT_EQ(signal_name(6), "SIGABRT");
  EXPECT_EQ(signal_name(12345), "signal 12345");
}

TEST(CudaErrors, HintOnlyWhereThereIsOne) {
  EXPECT_NE(cuda_error_hint(700), "");
  EXPECT_NE(cuda_error_hint(716).find("16"), std::string::npos);
  EXPECT_EQ(cuda_error_hint(99999), "");
  EXPECT_NE(cuda_error_hint(1, "the launch add<<<1, 1, 1048576>>>").find("shared memory"), std::string::npos);
  for (const auto& [shape, hint] : std::map<std::string, std::string>{
           {"(1, 1, 1), (2048, 1, 1), 0", "2,048 threads a block: 1,024 at most"},
           {"(1, 1, 1), (64, 64, 1), 0", "64 x 64 x 1 threads are 4,096 a block: 1,024 at most"},
           {"(1, 1, 1), (1, 1, 128), 0", "128 threads in z: 64 at most"},
           {"(0, 1, 1), (256, 1, 1), 0", "the grid is empty: N / threads rounds down"},
           {"(1, 1, 1), (0, 1, 1), 0", "a block needs at least one thread"},
           {"(1, 70000, 1), (256, 1, 1), 0", "70,000 blocks in y: 65,535 at most"},
           {"(1, 1, 1), (256, 1, 1), 1048576", "1,048,576 bytes of dynamic shared memory: 232,448 (227 KiB) at most"},
           {"(1, 1, 1), (256, 1, 1), 65536", "cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize"},
           {"(1, 1, 1), (256, 1, 1), 0", "the launch asks for what no launch may have"}})
    EXPECT_TRUE(cuda_error_hint(1, "the launch add2<<<" + shape + ">>>").contains(hint)) << shape;
  EXPECT_EQ(cuda_error_hint(1, "cudaFree").find("shared memory"), std::string::npos);
}

}  // namespace
}  // namespace judge
