#include "judge/build/several_streams.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace judge {
namespace {

bool may(const std::string& name) { return may_have_several_streams(std::vector<std::string>{"cudaMalloc", name, "memcpy"}); }

TEST(SeveralStreams, NeedAFunctionThatMakesThem) {
  for (const char* name :
       {"cudaStreamCreate", "cudaStreamCreateWithPriority", "cudaExecutionCtxStreamCreate", "cuStreamCreate",
        "cudaGraphInstantiate", "cudaGetDriverEntryPointByVersion", "dlsym", "pthread_create", "cublasCreate_v2",
        "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE"})
    EXPECT_TRUE(may(name)) << name;
}

TEST(SeveralStreams, AreNotHadByOthers) {
  for (const char* name :
       {"cudaLaunchKernel", "cudaMemcpyAsync", "cudaStreamSynchronize", "cudaFuncSetAttribute", "cudaEventRecord",
        "cudaLaunchCooperativeKernel", "__cudaRegisterFatBinary", "__cudaPushCallConfiguration", "printf", "dl_iterate_phdr",
        "__cxa_guard_acquire", "_ZNSt8ios_base4InitC1Ev", "current"})
    EXPECT_FALSE(may(name)) << name;
}

}  // namespace
}  // namespace judge
