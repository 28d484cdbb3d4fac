#include "judge/build/several_streams.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace judge {

namespace {

constexpr std::string_view k_beginnings[] = {"cudaGraph",    "cudaGetDriverEntryPoint",
                                             "cudaLibrary",  "cublas",
                                             "cudnn",        "cufft",
                                             "curand",       "cusolver",
                                             "cusparse",     "nv",
                                             "_ZNSt6thread", "pthread_create",
                                             "GOMP",         "dlsym",
                                             "dlvsym",       "dlopen",
                                             "dlmopen",      "clone",
                                             "syscall"};

// cuStreamCreate, not cudaMalloc.
bool is_of_driver(std::string_view name) {
  return name.size() > 2 && name.starts_with("cu") && std::isupper(static_cast<unsigned char>(name[2]));
}

}  // namespace

bool may_have_several_streams(std::span<const std::string> imported_names) {
  return std::ranges::any_of(imported_names, [](std::string_view name) {
    return name.contains("StreamCreate") || is_of_driver(name) ||
           std::ranges::any_of(k_beginnings, [name](std::string_view beginning) { return name.starts_with(beginning); });
  });
}

}  // namespace judge
