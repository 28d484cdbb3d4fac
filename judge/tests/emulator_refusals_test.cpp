#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "judge/emulator/lowering/lowering.hpp"

namespace judge::lowering {
namespace {

/// What is said of the first mistake; "" of none.
std::string refusal(const std::string& source) {
  const auto found = lower("# 1 \"a.cu\"\n" + source, [](std::string_view) { return std::nullopt; }).refused;
  return found.empty() ? "" : describe(found.front());
}

/// The same of a file whose #include lines are `includes`.
std::string refusal_of_file(const std::string& includes, const std::string& rest) {
  const std::string preprocessed = "# 1 \"/usr/include/a.h\" 1 3\nint printf();\n# 2 \"a.cu\" 2\n" + rest;
  const auto found = lower(preprocessed, [&](std::string_view) { return includes + "\n" + rest; }).refused;
  return found.empty() ? "" : describe(found.front());
}

TEST(Lowering, RefusesNamesWhoseHeaderIsSurelyMissing) {
  const std::string prints = "__global__ void k(int* p) { printf(\"x\"); }", counts = "__global__ void k(uint32_t* p) {}";
  EXPECT_EQ(refusal_of_file("#include <cuda_runtime.h>", prints),
            "a.cu:2: error: identifier \"printf\" is undefined: write #include <cstdio>");
  EXPECT_EQ(refusal_of_file("// none", counts),
            "a.cu:2: error: identifier \"uint32_t\" is undefined: write #include <cstdint>");
  for (const char* includes : {"#include <stdio.h>", "#include <vector>", "#include \"mine.h\"", "#include HEADER"})
    EXPECT_EQ(refusal_of_file(includes, prints), "") << includes;
  EXPECT_EQ(refusal_of_file("#include <cuda.h>", counts), "") << "it includes <stdint.h>";
  for (const char* source : {"int printf(const char*, ...); __global__ void k() { printf(\"x\"); }",
                             "typedef unsigned uint32_t; __global__ void k(uint32_t* p) {}", "__global__ void k(int64_t* p) {}",
                             "template <class T> __global__ void k(T x) { printf(\"x\", x); }"})
    EXPECT_EQ(refusal_of_file("#include <cuda_runtime.h>", source), "") << source;
}

TEST(Lowering, RefusesWhatIsOfTheOtherSide) {
  EXPECT_EQ(refusal("float twice(float x) { return 2 * x; }\n__global__ void k(float* p) { p[0] = twice(1); }"),
            "a.cu:2: error: the kernel k calls twice(), a function of the host's: write __device__ before it in line 1");
  EXPECT_EQ(refusal("static float* d;\n__global__ void k(float* p) {\n  p[0] = d[1];\n}"),
            "a.cu:3: error: the kernel k uses d, a variable of the host's (line 1): pass it as an argument, or declare it "
            "__device__ or __constant__");
  EXPECT_EQ(refusal("__global__ void k(float* p) {}\nvoid solve(float* p) { k(p); }"),
            "a.cu:2: error: the kernel k is called without a launch configuration: k<<<grid, block>>>(...)");
  EXPECT_EQ(refusal("void k(float* p) {}\nvoid solve(float* p) { k<<<1, 1>>>(p); }"),
            "a.cu:2: error: k is launched, but is no kernel: write __global__ before it");
  EXPECT_EQ(refusal("__device__ int f(int a) { return a; }\nvoid solve(int n) { g(n, f(n)); }"),
            "a.cu:2: error: host code calls f(), which is for the device alone: write __host__ __device__ before it");
  for (const char* body : {"float v[n]; v[0] = 1;", "thread_local int x;", "try { x(); } catch (...) {}", "throw 1;",
                           "j<<<1, 1>>>(p);", "p[0] = rand();"})
    EXPECT_NE(refusal(fmt::format("__global__ void k(float* p, int n) {{ {} }}", body)), "") << body;
  for (const char* body : {"float v[2 * n + 1], m = 0;", "int m = 3; float v[m];", "const int m = n, l = 3; float v[4][m + 1];",
                           "float v[blockDim.x];", "p[0] = w[n & 1];", "for (int c = 0; c < 3; ++c) p[c] += 2 * w[c];",
                           "p[0] = g(n);", "p[d * n] = 1;", "p[n] = n > 2 ? d : 1;"})
    EXPECT_NE(refusal(fmt::format("constexpr float w[3] = {{1, 2, 3}}; int d = 2; static __device__ int g(int a) {{ return "
                                  "rand(); }} __global__ void k(float* p, int n) {{ {} }}",
                                  body)),
              "")
        << body;
  EXPECT_EQ(refusal("__device__ int g(int a) { return rand(); }"),
            "a.cu:1: error: the function g calls rand(), a function of the host's");
  EXPECT_NE(refusal("__global__ void k() noexcept {}"), "");
  EXPECT_NE(refusal("texture<float> t;"), "");
  EXPECT_NE(refusal("void solve() { __shared__ int s; }"), "");
  EXPECT_NE(refusal("void solve() { k<<<1, 1>>>([&] __device__ { a[0] = 1; }); }"), "");
  EXPECT_NE(
      refusal("__global__ void a() { extern __shared__ float s[]; } __global__ void b() { extern __shared__ double s[]; }"),
      "");
}

/// Who refuses a kernel of nvcc 13.0, with --expt-relaxed-constexpr and the headers of g++ 12.
enum class RefusedIn { none, cpp17, both };
struct Library {
  const char* body;
  RefusedIn standards;
};

TEST(Lowering, RefusesOfTheStandardLibraryWhatNvccRefuses) {
  using enum RefusedIn;
  for (const auto& [body, standards] : {
           Library{"std::cout << p[0];", both},
           Library{"std::cerr << 1 << std::endl;", both},
           Library{"std::stable_sort(p, p + 2);", both},
           Library{"p[0] = *std::make_unique<float>(1.0f);", both},
           Library{"std::exit(1);", both},
           Library{"p[0] = std::rand();", both},
           Library{"std::deque<int> v;", both},
           Library{"std::priority_queue<int> v;", both},
           Library{"std::function<float(float)> f = [](float v) { return v; };", both},
           Library{"std::mt19937 g(1);", both},
           Library{"std::map<int, int> v; v[1] = 1;", both},
           Library{"std::sort(p, p + 2);", cpp17},
           Library{"std::swap(p[0], p[1]);", cpp17},
           Library{"::std::swap(p[0], p[1]);", cpp17},
           Library{"std::reverse(p, p + 2);", cpp17},
           Library{"std::fill(p, p + 2, 1.0f);", cpp17},
           Library{"p[0] = std::accumulate(p, p + 2, 0.0f);", cpp17},
           Library{"p[0] = std::lower_bound(p, p + 2, 1.0f) - p;", cpp17},
           Library{"std::vector<float> v(2);", cpp17},
           Library{"const std::vector<std::vector<int>> v(2);", cpp17},
           Library{"std::string s = \"x\";", cpp17},
           Library{"p[0] = std::max(p[0], 1.0f) + std::min({1.0f, 2.0f});", none},
           Library{"p[0] = std::clamp(p[0], 0.0f, 1.0f) + std::abs(p[1]) + std::sqrt(p[2]);", none},
           Library{"p[0] = *std::max_element(p, p + 2);", none},
           Library{"p[0] = std::numeric_limits<float>::max();", none},
           Library{"std::pair<int, float> q(1, 2.0f); p[0] = std::move(q.second);", none},
           Library{"std::array<float, 2> v = {1, 2}; p[0] = v[0] + std::gcd(n, 6);", none},
           Library{"float x; std::memcpy(&x, p, 4); std::printf(\"x\");", none},
           Library{"std::map<int, int> v; std::list<int> l; std::vector<float>* q = nullptr;", none},
           Library{"p[0] = strlen(\"abc\");", none},
       }) {
    const std::string source = fmt::format("__global__ void k(float* p, int n) {{ {} }}", body);
    const auto is_refused = [&](CppStandard standard) {
      return !lower("# 1 \"a.cu\"\n" + source, [](std::string_view) { return std::nullopt; }, {.standard = standard})
                  .refused.empty();
    };
    EXPECT_EQ(is_refused(CppStandard::cpp17), standards != none) << body;
    EXPECT_EQ(is_refused(CppStandard::cpp20), standards == both) << body;
  }
  const std::string opened = "using namespace std;\n";
  EXPECT_EQ(refusal(opened + "__global__ void k(float* p) { cout << p[0]; }"),
            "a.cu:2: error: the kernel k uses std::cout, which is the host's: device code has printf()");
  EXPECT_EQ(refusal(opened + "__global__ void k(float* p) { swap(p[0], p[1]); }"),
            "a.cu:2: error: the kernel k calls std::swap(), a function of the host's");
  EXPECT_NE(refusal(opened + "__global__ void k(float* p) { vector<float> v(2); }"), "");
}

TEST(Lowering, RefusesNothingThatOnlyLooksLikeTheStandardLibrary) {
  for (const char* source :
       {"__global__ void k(float* p) { cuda::std::swap(p[0], p[1]); my::std::swap(p[0], p[1]); thrust::sort(p, p); }",
        "namespace std { __device__ void swap(float*, float*) {} } __global__ void k(float* p) { std::swap(p, p); }",
        "using namespace std; __device__ void swap(float& a, float& b) {} __global__ void k(float* p) { swap(p[0], p[1]); }",
        "using namespace std; struct vector {}; __global__ void k(float* p) { vector v; }",
        "using namespace std; using namespace thrust; __global__ void k(float* p) { swap(p[0], p[1]); }",
        "__global__ void k(float* p) { swap(p[0], p[1]); }",
        "void solve(float* p) { std::vector<float> v(2); std::sort(v.begin(), v.end()); std::cout << 1; }",
        "__host__ __device__ void f(float* p) { std::swap(p[0], p[1]); }",
        "template <class T> __global__ void k(T* p) { std::swap(p[0], p[1]); }",
        "static __device__ void f(float* p) { std::swap(p[0], p[1]); }",
        "__global__ void k(float* p) { p[0] = sizeof(std::vector<float>); decltype(std::accumulate(p, p, 0)) x; }"})
    EXPECT_EQ(refusal(source), "") << source;
}

TEST(Lowering, RefusesNothingThatNvccTakes) {
  for (const char* source :
       {"__host__ __device__ int f(int a) { return a; } __global__ void k(int* p) { p[0] = f(1); } void g() { f(2); }",
        "constexpr int f(int a) { return a; } __global__ void k(int* p) { p[0] = f(1); }",
        "int f(int a) { return a; } __global__ void k(int* p) { p[0] = sizeof(f(1)); decltype(f(1)) x; }",
        "int f(int a) { return a; } __device__ int f(float a) { return a; } __global__ void k(int* p) { p[0] = f(1.f); }",
        "int f(int a); __device__ int f(int a); int f(int a) { return a; } __global__ void k(int* p) { p[0] = f(1); }",
        "int f(int a) { return a; } template <int N> __global__ void k(int* p) { p[0] = f(N); }",
        "int f(int a) { return a; } __global__ void k(int* p) { if constexpr (false) p[0] = f(1); }",
        "int f(int a) { return a; } template <class F> __device__ void call(F f) {} "
        "__global__ void k(int* p) { call([=] { f(1); }); }",
        "int f(int a) { return a; } struct S { __device__ int f(int); }; __global__ void k(S* s) { s->f(1); }",
        "int f(int a) { return a; } __global__ void k(int* p) { auto f = [](int a) { return a; }; p[0] = f(1); }",
        "int n = 3; __global__ void k(int* p, int n) { p[n] = n; }",
        "int n = 3; __global__ void k(int* p) { int a = 1, n = 2; p[n] = a * n; }",
        "float* d; __global__ void k(float* d) { d[0] = 1; } void g() { cudaMalloc(&d, 4); k<<<1, 1>>>(d); }",
        "const int n = 3; __global__ void k(int* p) { p[0] = n; }",
        "__constant__ int n = 3; __managed__ int m; __device__ int d; __global__ void k(int* p) { p[0] = n + m + d; }",
        "int n = 3; __global__ void k(int* p) { p[0] = sizeof(n); }",
        "int n = 3; struct S { int n; }; __global__ void k(S s, int* p) { p[0] = s.n; }",
        "int n = 3; __global__ void k(int* p) { for (auto [m, n] : p) p[0] = n; }",
        "__global__ void k(int* p) {} void k(float* p) {} void g(float* p) { k(p); }",
        "__global__ void k(int* p) {} void g(int* p) { auto k = [](int*) {}; k(p); }",
        "template <class T> void g(T* k) { k(1); } __global__ void k(int* p) {}",
        "__global__ void k(int* p, int n) { constexpr int m = 3; float v[m]; float* q = p + n; q[n] = v[n]; }",
        "__global__ void k(int n) { { constexpr int n = 3; float v[n]; } }",
        "__global__ void k(int* p) { auto f = [&] __device__ (int i) { p[i] = 1; }; f(1); }",
        "__global__ void a() { extern __shared__ float s[]; } __global__ void b() { extern __shared__ float s[]; }",
        "__global__ void a() { extern __shared__ float s[]; } namespace n { __global__ void b() { extern __shared__ int s[]; } "
        "}",
        "__device__ void f() { __shared__ int s; __syncthreads(); } auto g = [] __device__ { __shared__ int s; };",
        "__device__ float rand(int s) { return s; } __global__ void k(float* p) { p[0] = rand(3); }",
        "static __device__ int g(int a) { return rand(); } __global__ void k(int* p) { p[0] = 1; }",
        "template <class T> __device__ int g(T a) { return rand(); } __global__ void k(int* p) { p[0] = 1; }",
        "constexpr float w[3] = {1, 2, 3}; __global__ void k(float* p, int n) { p[0] = sizeof(w[n]); (void)w[n]; p[1] = true ? "
        "1 : w[n]; "
        "p[2] = (w[n], 1); p[3] = *w; constexpr float x = w[1]; bool b = false && w[n] > 0; }",
        "__constant__ float w[3] = {1, 2, 3}; __global__ void k(float* p, int n) { p[0] = w[n]; }",
        "constexpr float w[3] = {1, 2, 3}; __global__ void k(float* p, int n) { float w[3] = {}; p[0] = w[n]; }",
        "int d = 2; __global__ void k(float* p) { (void)d; p[0] = true ? 1 : d; }",
        "struct S { int d; }; int d = 2; __global__ void k(S s, float* p) { auto [d] = s; p[0] = d; }",
        "constexpr int m = 3; __global__ void k(float* p, int n) { float u[sizeof(n)], v[true ? 3 : n]; for (int m = 0; m < 3; "
        "++m) "
        "p[m] = 1; float w[m]; }",
        "struct Three { constexpr operator int() const { return 3; } }; __global__ void k(Three n) { float v[n]; }",
        "__global__ void k(float* p, const int n) { const int l = 2; float v[l + 1]; { const int l = n; p[l] = 1; } }",
        "__constant__ float big[4]; extern __constant__ float more[];"})
    EXPECT_EQ(refusal(source), "") << source;
}

TEST(Lowering, NamesWhatTheEmulatedRuntimeLacks) {
  const auto first = [](const std::string& source) {
    const auto found = lower("# 1 \"a.cu\"\n" + source, [](std::string_view) { return std::nullopt; }).unsupported;
    return found.empty() ? "" : describe(found.front());
  };
  const std::string rest = " is not supported by the emulated runtime";
  EXPECT_EQ(first("\nvoid f(cudaMipmappedArray_t t);"), "a.cu:2: mipmaps (cudaMipmappedArray_t)" + rest);
  EXPECT_EQ(first("int texCubemap(int x); int y = texCubemap(1); void f() { float texture = 1; g(texture < 2); }"), "");
  EXPECT_EQ(first("float f() { return texCubemap<float>(t, 1, 2, 3); }"), "a.cu:1: cubemaps (texCubemap)" + rest);
  EXPECT_EQ(first("float f(cudaTextureObject_t t) { return tex2D<float>(t, 1, 2); }"), "");
  EXPECT_EQ(first("template <int N> __global__ void k() {\n  if (a) { j<<<1, 1>>>(); }\n}"),
            "a.cu:2: dynamic parallelism (a kernel that launches a kernel)" + rest);
  EXPECT_EQ(first("__global__ void k(); void f() { k<<<1, 1>>>(); }"), "");
  EXPECT_EQ(first("int texCubemap = 3;"), "");
  EXPECT_EQ(first("x = __vadd4(a, b);"), "");
  EXPECT_EQ(first("asm(\"mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%0}, {%1}, {%2}, {%3};\" : \"=r\"(d) : \"r\"(a), "
                  "\"r\"(b), \"r\"(c));"),
            "a.cu:1: inline PTX (mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32)" + rest);
  EXPECT_EQ(first("asm(\"wgmma.fence.sync.aligned;\");"), "");
  const auto product = [&](const std::string& name, const std::string& operands) {
    return first("asm(\"wgmma.mma_async." + name + " {%0, %1, %2, %3}, " + operands +
                 ";\" : \"+f\"(a), \"+f\"(b), \"+f\"(c), \"+f\"(d) : \"l\"(x));");
  };
  EXPECT_EQ(product("sync.aligned.m64n8k16.f32.f16.f16", "%4, %4, 1, 1, -1, 0, 1"), "");
  EXPECT_EQ(product("sync.aligned.m64n8k16.f32.bf16.bf16", "{%0, %1, %2, %3}, %4, 1, 1, 1, 0"), "");
  EXPECT_EQ(product("sync.aligned.m64n8k8.f32.tf32.tf32", "%4, %4, 1, 1, 1"), "");
  EXPECT_EQ(product("sync.aligned.m64n16k32.f16.e4m3.e5m2", "%4, %4, 1, 1, 1"), "");
  EXPECT_EQ(product("sync.aligned.m64n8k32.s32.u8.s8.satfinite", "%4, %4, 1"), "");
  for (const auto& [name, operands] : std::vector<std::pair<std::string, std::string>>{
           {"sp.sync.aligned.m64n8k32.f32.f16.f16", "%4, %4, %4, 0, 1, 1, 1, 0, 0"},
           {"sync.aligned.m64n8k256.s32.b1.b1.and.popc", "%4, %4, 1"},
           {"sync.aligned.m64n8k16.f32.f16.bf16", "%4, %4, 1, 1, 1, 0, 0"},
           {"sync.aligned.m64n8k8.f32.f16.f16", "%4, %4, 1, 1, 1, 0, 0"},
           {"sync.aligned.m64n16k16.f32.f16.f16", "%4, %4, 1, 1, 1, 0, 0"},
           {"sync.aligned.m64n8k8.f32.tf32.tf32", "%4, %4, 1, 1, 1, 0, 0"},
           {"sync.aligned.m64n40k32.s32.s8.s8", "%4, %4, 1"},
           {"sync.aligned.m64n8k32.f32.e4m3.e4m3.satfinite", "%4, %4, 1, 1, 1"}})
    EXPECT_EQ(product(name, operands), "a.cu:1: inline PTX (wgmma.mma_async." + name + ")" + rest);
  EXPECT_EQ(first("asm(\"setp.lt.u32 %0, !q, 1;\" : \"=r\"(x));"), "a.cu:1: inline PTX (the operand !q)" + rest);
  EXPECT_EQ(first("asm(\"{.reg .u32 q; mov.u32 %0, q;}\" : \"=r\"(x));"), "");
  EXPECT_EQ(first("asm volatile(\"\" ::: \"memory\");"), "");
  EXPECT_EQ(first("asm volatile(\"\" : \"+f\"(x) :: \"memory\");"), "");
  EXPECT_EQ(first("asm(\"bra elsewhere;\");"), "a.cu:1: inline PTX (bra)" + rest);
  EXPECT_EQ(first("asm(\"again: bra again;\");"), "");
  EXPECT_EQ(first("asm(\"mbarrier.arrive.shared::cta.b64 _, [%0];\" :: \"r\"(x));"), "");
  EXPECT_EQ(
      first("asm(\"cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {%2, %2, %2, "
            "%2}], [%0], {%3, %3};\" :: \"r\"(x), \"l\"(m), \"r\"(y), \"h\"(z));"),
      "a.cu:1: inline PTX (cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes)" + rest);
  EXPECT_EQ(first("cuTensorMapEncodeIm2col();"), "a.cu:1: tensor copies by im2col (cuTensorMapEncodeIm2col)" + rest);
}

// Under AddressSanitizer it fails where a token behind the last is read: tools/sanitized.

}  // namespace
}  // namespace judge::lowering
