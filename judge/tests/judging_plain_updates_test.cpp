#include "judge/passes/plain_updates.hpp"

#include <gtest/gtest.h>

#include <string>

namespace judge {
namespace {

bool is_found_in(const std::string& body) {
  return has_plain_updates(
      "__device__ int count; __global__ void k(const int* x, int* bins, float* sum, int n) {\n"
      "  extern __shared__ int counts[]; __shared__ float total; float mine[4];\n"
      "  const int i = blockIdx.x * blockDim.x + threadIdx.x, row = i / 7;\n  " +
      body + "\n}\n");
}

class Shared : public testing::TestWithParam<const char*> {};
TEST_P(Shared, PlacesAreFound) { EXPECT_TRUE(is_found_in(GetParam())); }
INSTANTIATE_TEST_SUITE_P(
    Updates, Shared,
    testing::Values("counts[x[i]]++;", "++counts[x[i]];", "bins[0] += 1;", "*sum += mine[0];", "(*sum)--;", "*sum = *sum + 1;",
                    "bins[x[i]] = bins[x[i]] + 1;", "total += mine[1];", "count++;", "if (i < n && x[i] == 3) bins[0]++;",
                    "sum[blockIdx.x] *= 2;", "const int bin = x[i]; counts[bin] += 1;", "++*bins;", "total = total + 1;",
                    "int t = bins[x[i]]; t++; bins[x[i]] = t;",
                    "for (int b = threadIdx.x; b < n; ++b) mine[0] = b; int b = x[i]; int v = bins[b]; bins[b] = v + 1;",
                    "int t = *sum + 1; *sum = t;", "float& v = total; v += 1;", "total = x[i] > 3 ? total + 1 : total;",
                    "(*(sum) = ((*(sum)) + mine[0]));"));

class Own : public testing::TestWithParam<const char*> {};
TEST_P(Own, PlacesAreNot) { EXPECT_FALSE(is_found_in(GetParam())); }
INSTANTIATE_TEST_SUITE_P(Updates, Own,
                         testing::Values("bins[i] += 1;", "counts[threadIdx.x] += counts[threadIdx.x + 32];",
                                         "mine[2] += x[i];", "bins[row * n + 3]--;", "int sum2 = 0; sum2 += x[i];",
                                         "atomicAdd(&bins[x[i]], 1);", "bins[0] = 1;",
                                         "for (int k = 0; k < n; ++k) mine[k] = x[k];", "bins[0] = x[i];",
                                         "int t = bins[i]; bins[i] = t + 1;",
                                         "mine[0] = *sum; __syncthreads(); *sum = mine[1];", "// bins[0] += 1;"));

// The threads of a row share its element.
TEST(PlainUpdates, OfRowsAndColumnsBothMakeAPlaceOnesOwn) {
  const auto is_found = [](const std::string& body) {
    return has_plain_updates(
        "__global__ void k(float* y, int n) { int col = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  int row = blockIdx.y * blockDim.y + threadIdx.y;\n  if (col < n) " +
        body + " }");
  };
  EXPECT_TRUE(is_found("y[row] += 1;"));
  EXPECT_TRUE(is_found("y[threadIdx.x] += 1;"));
  EXPECT_FALSE(is_found("y[row * n + col] += 1;"));
  EXPECT_FALSE(has_plain_updates("__global__ void k(float* y) { y[threadIdx.y] += 1; }"));
}

TEST(PlainUpdates, HostCodeHasNone) {
  const std::string body =
      " void solve(float* x, int* n) { int sizes[2]; cudaTextureDesc d{}; d.addressMode[0] = d.addressMode[1] = X; if (*n) { "
      "*n += 1; }";
  EXPECT_FALSE(has_plain_updates("extern \"C\"" + body + " k<<<1, 1>>>(x); }"));
  EXPECT_FALSE(has_plain_updates("extern \"C\" {" + body + " cudaFree(x); } }"));
  EXPECT_TRUE(has_plain_updates("extern \"C\"" + body + " }")) << "a macro may make it a kernel";
  EXPECT_TRUE(has_plain_updates("__global__" + body + " cudaGetLastError(); }"));
  EXPECT_TRUE(has_plain_updates("extern \"C\"" + body + " run<<<1, 1>>>([=] __device__ { *n += 1; }); }"));
  EXPECT_TRUE(has_plain_updates("extern \"C\"" + body + " k<<<1, 1>>>(x); } __global__ void k(int* p) { *p += 1; }"));
}

}  // namespace
}  // namespace judge
