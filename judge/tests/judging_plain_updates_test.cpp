#include "judge/passes/plain_updates.hpp"

#include <gtest/gtest.h>

#include <string>

namespace judge {
namespace {

bool is_found_in(const std::string& body) {
  return has_plain_updates(
      "struct Sum { float* at; __device__ float get() const; __device__ void put(float v); };\n"
      "__device__ void fetch(const float* from); template <class T> __device__ void put(T* to, T v);\n"
      "__device__ void add(float& to, float v); __device__ int count; __global__ void k(const int* x, int* bins, float* sum, "
      "int n) {\n"
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

INSTANTIATE_TEST_SUITE_P(
    Functions, Shared,
    testing::Values("put(sum, *sum + 1);", "put<float>(sum, *sum + 1);", "float t = *sum; put(sum, t + 1);",
                    "put(sum + n, sum[n] + 1);", "put(&sum[n], sum[n] + 1);", "add(*sum, mine[0]);", "add(sum[n], mine[0]);",
                    "put(&total, total + 1);", "put(sum + threadIdx.x, *sum);", "__stcg(sum, __ldcg(sum) + 1);",
                    "atomicExch(sum, *sum + 1);", "atomicExch_block(&bins[x[i]], bins[x[i]] + 1);",
                    "float t = atomicAdd(sum, 0); atomicExch(sum, t + 1);",
                    "cuda::atomic_ref<float> s(*sum); s.store(s.load() + 1);", "Sum all{sum}; all.put(all.get() + 1);",
                    "auto set = [](float* p, float v) { *p = v; }; set(sum, *sum + 1);",
                    "asm(\"ld.global.f32 %0, [%1];\" : \"=f\"(t) : \"l\"(sum)); t += 1;"
                    "asm(\"st.global.f32 [%0], %1;\" :: \"l\"(sum), \"f\"(t));",
                    "asm(\"{ ld.global.f32 t, [%0]; st.global.f32 [%0], t; }\" :: \"l\"(sum));"));
INSTANTIATE_TEST_SUITE_P(Casts, Shared,
                         testing::Values("*(volatile float*)sum = *(volatile float*)sum + 1;",
                                         "*reinterpret_cast<int*>(sum) = *reinterpret_cast<int*>(sum) + 1;"));
INSTANTIATE_TEST_SUITE_P(OfOtherBlocks, Shared,
                         testing::Values("sum[threadIdx.x] += 1;", "float* s = sum + threadIdx.x; *s += 1;",
                                         "put(sum + threadIdx.x, sum[threadIdx.x] + 1);"));
INSTANTIATE_TEST_SUITE_P(Divided, Shared,
                         testing::Values("sum[row] += 1;", "sum[i % 7] += 1;", "sum[(i) / n] += 1;",
                                         "counts[threadIdx.x >> 5]++;"));

class Own : public testing::TestWithParam<const char*> {};
TEST_P(Own, PlacesAreNot) { EXPECT_FALSE(is_found_in(GetParam())); }
INSTANTIATE_TEST_SUITE_P(Updates, Own,
                         testing::Values("bins[i] += 1;", "counts[threadIdx.x] += counts[threadIdx.x + 32];",
                                         "mine[2] += x[i];", "bins[row * n + i % 7]--;", "int sum2 = 0; sum2 += x[i];",
                                         "atomicAdd(&bins[x[i]], 1);", "bins[0] = 1;",
                                         "for (int k = 0; k < n; ++k) mine[k] = x[k];", "bins[0] = x[i];",
                                         "int t = bins[i]; bins[i] = t + 1;",
                                         "mine[0] = *sum; __syncthreads(); *sum = mine[1];", "// bins[0] += 1;"));
INSTANTIATE_TEST_SUITE_P(Functions, Own,
                         testing::Values("put(sum + i, sum[i] + 1);", "put(&sum[i], sum[i] + 1);", "add(sum[i], 1);",
                                         "fetch(sum); fetch(sum);", "put(sum, mine[0]);", "put(mine, mine[1]);",
                                         "float t = *sum; __syncthreads(); put(sum, t);", "atomicAdd(sum, *sum);",
                                         "atomicExch(&bins[0], 1);", "add(mine[0], 1);", "counts[threadIdx.x]++;",
                                         "int* c = counts + 4; c[threadIdx.x]++;", "float* s = sum + i; *s += 1;",
                                         "asm(\"st.global.f32 [%0], %1;\" :: \"l\"(sum), \"f\"(t));"));

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
