#include "judge/emulator/lowering/unsupported.hpp"
#include "judge/util/contains.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace judge::lowering {

namespace {

struct Feature {
  std::string_view word;
  std::string_view name;
};

// CUDA's, unless the file declares something of that name.
constexpr std::array features = {
    Feature{"cudaBindTexture", "texture references"},
    Feature{"cudaMallocMipmappedArray", "mipmaps"},
    Feature{"cudaMipmappedArray_t", "mipmaps"},
    Feature{"cudaResourceViewDesc", "views of a texture's resource"},
    Feature{"cuTensorMapEncodeIm2col", "tensor copies by im2col"},
    Feature{"CU_TENSOR_MAP_INTERLEAVE_16B", "interleaved tensors"},
    Feature{"CU_TENSOR_MAP_INTERLEAVE_32B", "interleaved tensors"},
    Feature{"CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B", "swizzles with atoms of 32 and 64 bytes"},
    Feature{"CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B", "swizzles with atoms of 32 and 64 bytes"},
    Feature{"__isConstant", "__isConstant()"},
    Feature{"__isGridConstant", "__isGridConstant()"},
    Feature{"cudaLaunchDevice", "dynamic parallelism"},
    Feature{"cudaStreamFireAndForget", "dynamic parallelism"},
    Feature{"cudaStreamTailLaunch", "dynamic parallelism"},
};

// Function templates of the texture and surface API; flagged only where they are called.
constexpr std::array calls = {
    Feature{"tex2Dgather", "gathered texels"}, Feature{"texCubemap", "cubemaps"},
    Feature{"tex1DGrad", "gradients"},         Feature{"tex2DGrad", "gradients"},
    Feature{"tex3DGrad", "gradients"},         Feature{"texCubemapLayered", "cubemaps"},
    Feature{"surfCubemapread", "cubemaps"},    Feature{"surfCubemapwrite", "cubemaps"},
};

/// Does the name at `i` stand where something is declared: behind a type, and no expression?
bool is_declared(const Translation& t, std::size_t i) {
  const std::size_t before = t.previous(i), after = t.next(i);
  if (t.token(i).text.starts_with("__")) return false;  // CUDA's alone
  if (t.is_one_of(before, {"return", "else", "do", "case", "throw", "new", "sizeof", "typename", "const", "volatile", "static",
                           "inline", "extern", "constexpr", "using", "namespace", "goto", "operator", "template"}))
    return false;
  if (t.is_identifier(before)) return t.is_one_of(after, {"=", ";", ",", ")", "[", "(", "{", ":"});
  if (t.is(before, ",") && t.is(after, "=")) return true;
  return t.is_one_of(before, {"*", "&", ">"}) && t.is_one_of(after, {"=", ";", ",", ")", "["});
}

/// The names of the user's own among those of features.
std::vector<std::string_view> own_names(const Translation& t) {
  std::vector<std::string_view> names;
  const auto is_of_feature = [&](std::size_t i) {
    const auto has_name = [&](const Feature& feature) { return t.is(i, feature.word); };
    return t.is(i, "texture") || std::ranges::any_of(features, has_name) || std::ranges::any_of(calls, has_name);
  };
  for (std::size_t i = 0; i < t.size(); ++i)
    if (t.is_identifier(i) && is_of_feature(i) && is_declared(t, i)) names.push_back(t.token(i).text);
  return names;
}

std::string feature_at(const Translation& t, std::size_t i) {
  for (const Feature& feature : features)
    if (t.is(i, feature.word)) return fmt::format("{} ({})", feature.name, feature.word);
  const std::size_t after = t.next(i);
  for (const Feature& feature : calls)
    if (t.is(i, feature.word) && (t.is(after, "(") || t.is(after, "<")))
      return fmt::format("{} ({})", feature.name, feature.word);
  if (t.is(i, "texture") && t.is(after, "<")) return "textures (texture<>)";
  return "";
}

/// The end of the body of the function that a __global__ or __device__ at `i` begins; `i` if it begins none.
std::size_t end_of_device_function(const Translation& t, std::size_t i) {
  for (std::size_t at = i; at < t.size(); at = t.next(at)) {
    if (t.is(at, ";") || t.is(at, "=") || t.is(at, "}")) return i;
    if (t.is(at, "(") || t.is(at, "[")) at = t.closing(at);
    if (t.is(at, "{")) return t.closing(at);
    if (at == none) break;
  }
  return i;
}

void find_nested_launches(const Translation& t, Range body, std::vector<Unsupported>& found) {
  for (std::size_t i = body.begin; i < body.end; i = t.next(i))
    if (t.is(i, "<<<"))
      found.push_back(
          {std::string(t.file_name(t.token(i))), t.token(i).line, "dynamic parallelism (a kernel that launches a kernel)"});
}

}  // namespace

std::string describe(const Unsupported& unsupported) {
  return fmt::format("{}:{}: {} is not supported by the emulated runtime", unsupported.file, unsupported.line,
                     unsupported.feature);
}

std::vector<Unsupported> find_unsupported(const Translation& t) {
  std::vector<Unsupported> found;
  const std::vector<std::string_view> own = own_names(t);
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (!t.is_identifier(i)) continue;
    const bool is_own = contains(own, t.token(i).text);
    if (const std::string feature = is_own ? "" : feature_at(t, i); !feature.empty())
      found.push_back({std::string(t.file_name(t.token(i))), t.token(i).line, feature});
    if (t.is(i, "__global__"))
      if (const std::size_t end = end_of_device_function(t, i); end != i && end != none)
        find_nested_launches(t, {i, end}, found);
  }
  return found;
}

}  // namespace judge::lowering
