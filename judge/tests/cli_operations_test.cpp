/// `judge run --kernels` through the real binary, on the emulated runtime.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/model/documents.hpp"
#include "judge/tests/cli_support.hpp"
#include "judge/util/files.hpp"

namespace judge {
namespace {

using testing::HasSubstr;

constexpr const char* k_three_operations = R"(#include <cuda_runtime.h>
__global__ void copy(const float* A, float* C, int N) {
  __shared__ float row[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  row[threadIdx.x] = i < N ? A[i] : 0;
  if (i < N) C[i] = row[threadIdx.x];
}
__global__ void add(const float* B, float* C, int N) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) C[i] += B[i];
}
extern "C" void solve(const float* A, const float* B, float* C, int N) {
  cudaMemsetAsync(C, 0, 4ull * N);
  copy<<<(N + 255) / 256, 256>>>(A, C, N);
  add<<<(N + 127) / 128, 128, 64>>>(B, C, N);
  cudaDeviceSynchronize();
})";

class Kernels : public testing::Test {
 protected:
  CommandResult run(const std::vector<std::string>& more) {
    const auto attempt = m_folder->path() / "va_operations.cu";
    EXPECT_TRUE(write_file(attempt, k_three_operations));
    return ran_real_judge({.ledger = m_folder->path() / "ledger", .root = m_root.path()},
                          {"run", "vector-addition", attempt, "--max-time", "0.1"}, more);
  }

  const SmallRoot m_root;
  Result<TemporaryDirectory> m_folder = TemporaryDirectory::create("kernels");
};

TEST_F(Kernels, TellsOfEachOperationInTheOrderOfTheWork) {
  const auto result = run({"--kernels", "--json"});
  ASSERT_EQ(result.exit_status, 0) << result.standard_error;
  const auto records = decode<RunDocument>(parse_json(result.standard_output).value(), "the run").value().records;
  const auto& operations = records.front().measurements.front().operations;
  ASSERT_EQ(operations.size(), 3u);
  EXPECT_EQ(operations[0].what, "cudaMemsetAsync");
  EXPECT_EQ(operations[0].bytes, 400'000u);
  EXPECT_FALSE(operations[0].is_kernel);
  EXPECT_THAT(operations[1].what, HasSubstr("copy"));
  EXPECT_EQ(operations[1].grid[0], 391u);
  EXPECT_EQ(operations[1].block[0], 256u);
  EXPECT_EQ(operations[1].shared_bytes, 1024u);
  EXPECT_THAT(operations[2].what, HasSubstr("add"));
  EXPECT_EQ(operations[2].shared_bytes, 64u);
  for (const auto& operation : operations) EXPECT_GT(operation.duration_ns, 0) << operation.what;
}

TEST_F(Kernels, ShowsThemBelowTheTable) {
  const auto result = run({"--kernels"});
  ASSERT_EQ(result.exit_status, 0) << result.standard_error;
  EXPECT_THAT(result.standard_output, HasSubstr("3 operations"));
  EXPECT_THAT(result.standard_output, HasSubstr("cudaMemsetAsync"));
}

TEST_F(Kernels, AreNotThereUnlessAskedFor) {
  const auto result = run({"--json"});
  ASSERT_EQ(result.exit_status, 0) << result.standard_error;
  const auto records = decode<RunDocument>(parse_json(result.standard_output).value(), "the run").value().records;
  EXPECT_TRUE(records.front().measurements.front().operations.empty());
}

}  // namespace
}  // namespace judge
