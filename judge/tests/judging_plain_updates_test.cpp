#include "judge/passes/plain_updates.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace judge {
namespace {

bool is_found_in(const std::string& body) {
  return has_plain_updates(
      "struct Sum { float* at; __device__ float get() const { return *at; } __device__ void put(float v) { *at = v; } };\n"
      "__device__ float fetch(const float* from) { return *from; }\n"
      "template <class T> __device__ void put(T* to, T v) { *to = v; } __device__ void add(float& to, float v) { to += v; }\n"
      "__device__ int bin_of(const int* x, int i) { return x[i]; } __device__ int next(int i) { return i + 1; }\n"
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
INSTANTIATE_TEST_SUITE_P(OneBufferByTwoNames, Shared,
                         testing::Values("const float* in = sum; float* out = sum; out[n] = in[n] + 1;",
                                         "int *p = &bins[x[i]], *q = bins + x[i]; *p = *q + 1;",
                                         "auto p = bins + x[i]; *p = bins[x[i]] + 1;",
                                         "float& v = sum[0]; float t = sum[0]; v = t + 1;",
                                         "int* p; p = bins; p[x[i]] = bins[x[i]] + 1;"));
INSTANTIATE_TEST_SUITE_P(
    WhatKeepsThePointer, Shared,
    testing::Values("auto put = [=](float v) { *sum = v; }; put(fetch(sum) + 1);",
                    "auto put = [&](float v) { *sum = v; }; auto get = [&] { return *sum; }; put(get() + 1);",
                    "auto add = [&](int b, int v) { bins[b] += v; }; add(x[i], 1);",
                    "Sum all{sum}; float t = all.get(); all.put(t + 1);"));
INSTANTIATE_TEST_SUITE_P(OtherWrites, Shared,
                         testing::Values("int t = bins[0]; atomicCAS(bins, t, t + 1);",
                                         "memcpy(&mine[0], sum, 4); mine[0] += 1; memcpy(sum, &mine[0], 4);",
                                         "cub::ThreadStore<cub::STORE_CG>(sum, cub::ThreadLoad<cub::LOAD_CG>(sum) + 1);"));
INSTANTIATE_TEST_SUITE_P(IndicesInMemory, Shared,
                         testing::Values("bins[__ldg(x + i)]++;", "int b = *(x + i); bins[b] += 1;", "bins[bin_of(x, i)]++;",
                                         "int* p = &bins[x[i]]; *p += 1;"));
INSTANTIATE_TEST_SUITE_P(OfOtherBlocks, Shared,
                         testing::Values("float t = *sum; __syncthreads(); *sum = t + 1;",
                                         "int t = count; __syncthreads(); count = t + 1;", "sum[threadIdx.x] += 1;",
                                         "float* s = sum + threadIdx.x; *s += 1;",
                                         "put(sum + threadIdx.x, sum[threadIdx.x] + 1);"));
INSTANTIATE_TEST_SUITE_P(Divided, Shared,
                         testing::Values("sum[row] += 1;", "sum[i % 7] += 1;", "sum[(i) / n] += 1;",
                                         "counts[threadIdx.x >> 5]++;"));

class Own : public testing::TestWithParam<const char*> {};
TEST_P(Own, PlacesAreNot) { EXPECT_FALSE(is_found_in(GetParam())); }
INSTANTIATE_TEST_SUITE_P(
    Updates, Own,
    testing::Values("bins[i] += 1;", "counts[threadIdx.x] += counts[threadIdx.x + 32];", "mine[2] += x[i];",
                    "bins[row * n + i % 7]--;", "int sum2 = 0; sum2 += x[i];", "atomicAdd(&bins[x[i]], 1);", "bins[0] = 1;",
                    "for (int k = 0; k < n; ++k) mine[k] = x[k];", "bins[0] = x[i];", "int t = bins[i]; bins[i] = t + 1;",
                    "mine[0] = *sum; grid.sync(); *sum = mine[1];", "float t = total; __syncthreads(); total = t + 1;",
                    "int* c = counts; int t = c[n]; __syncthreads(); counts[n] = t + 1;", "// bins[0] += 1;"));
INSTANTIATE_TEST_SUITE_P(Functions, Own,
                         testing::Values("put(sum + i, sum[i] + 1);", "put(&sum[i], sum[i] + 1);", "add(sum[i], 1);",
                                         "fetch(sum); fetch(sum);", "put(sum, mine[0]);", "put(mine, mine[1]);",
                                         "float t = *sum; grid.sync(); put(sum, t);", "atomicAdd(sum, *sum);",
                                         "atomicExch(&bins[0], 1);", "add(mine[0], 1);", "counts[threadIdx.x]++;",
                                         "int* c = counts + 4; c[threadIdx.x]++;", "float* s = sum + i; *s += 1;",
                                         "asm(\"st.global.f32 [%0], %1;\" :: \"l\"(sum), \"f\"(t));"));

INSTANTIATE_TEST_SUITE_P(ByTwoNames, Own,
                         testing::Values("const float* in = sum; float* out = sum; out[i] = in[i] + 1;",
                                         "int* c = counts + 4; int* d = counts; c[threadIdx.x] = d[threadIdx.x] + 1;",
                                         "auto t = sum[n]; t += 1;", "float* p = sum + i; float v = *p; *p = v + 1;",
                                         "auto put = [&](int at, float v) { sum[at] = v; }; put(i, sum[i] + 1);",
                                         "Sum all{sum}; all.put(1); all.put(2);", "int j = next(i); bins[j] += 1;",
                                         "float* q = mine; float t = mine[0]; q[0] = t + 1;", "put(&mine[n], mine[n] + 1);"));

TEST(PlainUpdates, ALaunchMayPassOneBufferTwice) {
  const auto is_found = [](const std::string& arguments) {
    return has_plain_updates(
        "__global__ void k(const float* from, float* to) { *to = *from + 1; }\n"
        "void solve(float* x, float* y) { k<<<1, 64>>>(" +
        arguments + "); }");
  };
  EXPECT_TRUE(is_found("x, x"));
  EXPECT_TRUE(is_found("(const float*)x, x + 1"));
  EXPECT_FALSE(is_found("x, y"));
}

TEST(PlainUpdates, NamesMeanWhatTheyDoInTheirFunction) {
  const std::string first = "__global__ void a(float* y) { float c[4]; int b = threadIdx.x; c[b] = b; }\n";
  EXPECT_FALSE(has_plain_updates(first));
  EXPECT_TRUE(has_plain_updates(first + "__global__ void k(int* c, int b) { c[b] += 1; }"));
}

TEST(PlainUpdates, CallsThatNeverEndAreFollowedForAWhile) {
  EXPECT_FALSE(has_plain_updates("__device__ int f(int n) { return n < 2 ? n : f(n - 1); } __global__ void k() { f(9); }"));
  EXPECT_TRUE(
      has_plain_updates("__device__ int f(int n) { return f(n) + f(n) + f(n) + f(n) + f(n) + f(n) + f(n) + f(n); }\n"
                        "__global__ void k() { f(9); }"))
      << "what is not known may be one";
}

// Tables of names, comparisons and assignments without end: of each a second's work at most, where it took minutes, or the stack.
TEST(PlainUpdates, LongSourcesAreReadSoonAndNestedOnesAreNot) {
  const auto repeated = [](std::string_view text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
  };
  const std::string kernel = "__global__ void k(float* y) { y[threadIdx.x] = ";
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(has_plain_updates("__constant__ bool table[] = {" + repeated("true,false,", 60'000) + "};" + kernel + "1; }"));
  EXPECT_FALSE(has_plain_updates("__constant__ int table[] = {" + repeated("N<1,", 40'000) + "1};" + kernel + "1; }"));
  EXPECT_TRUE(has_plain_updates(kernel + repeated("a=", 20'000) + "1; }")) << "what is not known may be one";
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

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
