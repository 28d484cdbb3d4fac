#include <fstream>

#include "judge/tests/emulator_testing.hpp"

// Libraries as the judge's compiler for the emulated runtime sees them: what may be linked, and what it says where a file
// uses one that it does not link.
namespace judge::emulator_testing {
namespace {

using testing::HasSubstr;
using testing::Not;

class Library : public testing::TestWithParam<std::string> {
 protected:
  CommandResult compile(const std::string& text, std::vector<std::string> flags = {}) {
    const auto source = scratch() / "library.cu";
    std::ofstream(source) << text;
    std::vector<std::string> command = {cucc(),       source.string(), "-o", (scratch() / "library.so").string(),
                                        "--compiler", GetParam()};
    command.insert(command.end(), flags.begin(), flags.end());
    return run_command(command).value();
  }
  std::string needed() { return run_command({"readelf", "-d", (scratch() / "library.so").string()}).value().standard_output; }
};

TEST_P(Library, ThatIsUnknownIsRefusedByName) {
  const CommandResult result = compile("int a;\n", {"-lcudnn"});
  EXPECT_EQ(result.exit_status, 3);
  EXPECT_THAT(result.standard_error, HasSubstr("-l cudnn: no library of the emulated runtime; it has cublas and curand"));
}

TEST_P(Library, ThatIsOnlyIncludedIsNotLinked) {
  const CommandResult result = compile("#include <cublas_v2.h>\n#include <curand.h>\nextern \"C\" void solve(float* a) {}\n");
  EXPECT_EQ(result.exit_status, 0) << result.standard_error;
  EXPECT_THAT(needed(), Not(HasSubstr("libjudge-")));
}

TEST_P(Library, ThatIsUsedIsLinkedUnasked) {
  const CommandResult random = compile(
      "#include <curand.h>\n#define CHECK(x) if (x != CURAND_STATUS_SUCCESS) return\n"
      "extern \"C\" void solve(float* a, int n) { curandGenerator_t g; CHECK(curandCreateGenerator(&g, "
      "CURAND_RNG_PSEUDO_DEFAULT)); }\n");
  EXPECT_EQ(random.exit_status, 0) << random.standard_error;
  EXPECT_THAT(needed(), HasSubstr("libjudge-curand.so"));
  const CommandResult blas =
      compile("#include <cublas_v2.h>\nextern \"C\" void solve() { cublasHandle_t h; cublasCreate(&h); }\n");
  // Without OpenBLAS it says so, as where the file asks for the library.
  if (blas.exit_status == 3) EXPECT_THAT(blas.standard_error, HasSubstr("the emulated cublas needs OpenBLAS"));
  else EXPECT_THAT(needed(), HasSubstr("libjudge-cublas.so"));
}

TEST_P(Library, OfTheDeviceAloneNeedsNoLinking) {
  const CommandResult result = compile(
      "#include <curand_kernel.h>\n"
      "__global__ void k(float* a) { curandState s; curand_init(1, threadIdx.x, 0, &s); a[threadIdx.x] = curand_uniform(&s); "
      "}\n"
      "extern \"C\" void solve(float* a, int n) { k<<<1, n>>>(a); }\n");
  EXPECT_EQ(result.exit_status, 0) << result.standard_error;
}

TEST_P(Library, OfCollectivesIsSilentAboutItself) {
  // A warning in one of our headers would be no business of the user's.
  const CommandResult result = compile(
      "#include <cub/cub.cuh>\n#include <thrust/device_vector.h>\n#include <thrust/sort.h>\n#include <thrust/reduce.h>\n"
      "extern \"C\" void solve(int* a, int n) {\n"
      "  thrust::device_vector<int> v(a, a + n);\n"
      "  thrust::sort(v.begin(), v.end());\n"
      "  a[0] = thrust::reduce(v.begin(), v.end());\n"
      "}\n");
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(result.standard_error, "");
}

TEST_P(Library, OfHeadersThatAreNotThereIsUnsupported) {
  const CommandResult result = compile("int a;\n#include <cub/grid/grid_barrier.cuh>\ncub::GridBarrier barrier;\n");
  EXPECT_EQ(result.exit_status, 3);
  EXPECT_THAT(result.standard_error,
              HasSubstr("library.cu:2: <cub/grid/grid_barrier.cuh> is not supported by the emulated runtime"));
}

INSTANTIATE_TEST_SUITE_P(Compilers, Library, testing::ValuesIn(compilers()),
                         [](const auto& test_info) { return test_info.param == "g++" ? "gcc" : "clang"; });

}  // namespace
}  // namespace judge::emulator_testing
