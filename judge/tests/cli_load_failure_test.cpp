#include "judge/passes/load_failure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace judge {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(LoadFailure, AnUndefinedFunctionIsTheAttemptsAndNamedAsItWasWritten) {
  const auto failure = explain_load_failure("/c/a.so: undefined symbol: _Z16launch_elsewherePKfS0_Pfi");
  EXPECT_FALSE(failure.unsupported);
  EXPECT_THAT(failure.message, HasSubstr("nothing defines launch_elsewhere(float const*, float const*, float*, int)\n"));
}

TEST(LoadFailure, AnUndefinedNameOfCIsNamedAsItIs) {
  EXPECT_THAT(explain_load_failure("/c/a.so: undefined symbol: helper").message, HasSubstr("nothing defines helper\n"));
}

TEST(LoadFailure, AVersionIsNoPartOfTheName) {
  EXPECT_THAT(explain_load_failure("/c/a.so: undefined symbol: helper, version V_2").message, HasSubstr("defines helper\n"));
}

class NamesOfCuda : public testing::TestWithParam<const char*> {};

TEST_P(NamesOfCuda, AreWhatTheRuntimeLacks) {
  const auto failure = explain_load_failure(std::string("/c/a.so: undefined symbol: ") + GetParam());
  EXPECT_TRUE(failure.unsupported);
  EXPECT_THAT(failure.message, HasSubstr(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(LoadFailure, NamesOfCuda,
                         testing::Values("cudaMallocMipmappedArray", "cuLaunchKernel", "cublasSgemm_v2", "curandGenerate",
                                         "cufftExecC2C", "cudnnCreate", "nvrtcCompileProgram", "__cudaRegisterVar"));

TEST(LoadFailure, AnythingElseThatBeginsAlikeIsTheAttempts) {
  for (const char* symbol : {"cube", "customer", "culprit_id", "cu", "_Z4cubef"})
    EXPECT_FALSE(explain_load_failure(std::string("/c/a.so: undefined symbol: ") + symbol).unsupported) << symbol;
}

TEST(LoadFailure, OtherFailuresAreQuoted) {
  const auto failure = explain_load_failure("/c/a.so: cannot allocate memory in static TLS block");
  EXPECT_FALSE(failure.unsupported);
  EXPECT_THAT(failure.message, HasSubstr("static TLS"));
}

}  // namespace
}  // namespace judge
