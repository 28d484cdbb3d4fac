#include "judge/passes/load_failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "judge/build/symbols.hpp"

namespace judge {

namespace {

// cudaMalloc, cuLaunchKernel, cublasCreate_v2, __cudaRegisterFatBinary, ...
bool is_of_cuda(std::string_view symbol) {
  constexpr std::array<std::string_view, 12> prefixes{"cuda",     "__cuda", "cublas",   "curand", "cufft",     "cusparse",
                                                      "cusolver", "cudnn",  "cutensor", "nvrtc",  "nvJitLink", "nvtx"};
  if (std::ranges::any_of(prefixes, [&](std::string_view prefix) { return symbol.starts_with(prefix); })) return true;
  return symbol.starts_with("cu") && symbol.size() > 2 && std::isupper(static_cast<unsigned char>(symbol[2]));
}

// "x.so: undefined symbol: NAME" or "x.so: undefined symbol: NAME, version V"
std::string undefined_symbol(const std::string& text) {
  constexpr std::string_view mark = "undefined symbol: ";
  const auto at = text.find(mark);
  if (at == std::string::npos) return {};
  const std::string rest = text.substr(at + mark.size());
  return rest.substr(0, rest.find_first_of(", \n"));
}

}  // namespace

outcome::NotLoaded explain_load_failure(const std::string& dlopen_error) {
  const std::string symbol = undefined_symbol(dlopen_error);
  if (symbol.empty()) return {.message = "it compiles, but cannot be loaded\n" + dlopen_error};
  if (is_of_cuda(symbol)) return {.message = fmt::format("this runtime has no {}()", symbol), .unsupported = true};
  return {.message = fmt::format("it compiles, but nothing defines {}\n"
                                 "look at: a declaration without its body, or another spelling of the name",
                                 demangled(symbol))};
}

}  // namespace judge
