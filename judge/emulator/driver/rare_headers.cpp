#include "judge/emulator/driver/rare_headers.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace judge::cucc {

namespace {

// What begins the names of the functions in packed.h, after "__v".
constexpr std::array packed_functions = {"abs",  "add", "avg", "cmp", "hadd", "iadd", "ib", "imax",
                                         "imin", "max", "min", "neg", "sad",  "set",  "sub"};

bool begins_packed_function(std::string_view rest) {
  return std::ranges::any_of(packed_functions, [&](std::string_view name) { return rest.starts_with(name); });
}

/// A name of `<...>__vNAME2`, `4` or with an underscore, as none of the C++ library's is.
bool uses_packed_functions(std::string_view text) {
  for (std::size_t at = text.find("__v"); at != std::string_view::npos; at = text.find("__v", at + 3)) {
    const std::string_view rest = text.substr(at + 3);
    if (!begins_packed_function(rest)) continue;
    const auto end = std::ranges::find_if(rest, [](unsigned char c) { return !std::isalnum(c); });
    const std::string_view name(rest.begin(), end);
    if (name.ends_with('2') || name.ends_with('4') || (end != rest.end() && *end == '_')) return true;
  }
  return false;
}

bool has_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return text.contains(word); });
}

}  // namespace

std::vector<std::string> rare_headers(std::string_view text) {
  std::vector<std::string> headers;
  if (uses_packed_functions(text)) headers.emplace_back("judge_emulated/packed.h");
  if (text.contains("asm")) headers.emplace_back("judge_emulated/ptx.h");
  if (has_one_of(text, {"mma.sync", "ldmatrix.", "stmatrix.", "movmatrix."}))
    headers.emplace_back("judge_emulated/ptx_matrix.h");
  if (text.contains("wgmma")) headers.emplace_back("judge_emulated/ptx_warpgroup.h");
  if (has_one_of(text, {"mbarrier", "cp.async.bulk", "cp.reduce", "shared::cluster", "st.async", "mapa."}))
    headers.emplace_back("judge_emulated/ptx_bulk.h");
  if (has_one_of(text, {"bulk.tensor", "cp.reduce.async.bulk.tensor"})) headers.emplace_back("judge_emulated/tensor_copies.h");
  if (has_one_of(text, {"cudaGraph", "cudaStreamBeginCapture", "cudaStreamEndCapture", "cudaStreamGetCaptureInfo",
                        "cudaThreadExchangeStreamCaptureMode"}))
    headers.emplace_back("judge_emulated/graphs.h");
  if (has_one_of(text, {"cudaArray", "cudaMallocArray", "cudaMalloc3DArray", "cudaChannelFormat", "cudaCreateChannelDesc",
                        "cudaTexture", "cudaSurface", "cudaResourceDesc", "cudaCreateTexture", "tex1D", "tex2D", "tex3D",
                        "surf1D", "surf2D", "surf3D"}))
    headers.emplace_back("judge_emulated/textures.h");
  return headers;
}

}  // namespace judge::cucc
