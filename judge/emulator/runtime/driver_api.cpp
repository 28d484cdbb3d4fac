// The driver API's functions for tensors (judge_emulated/driver_api.h), and how the runtime API gives them.
#include "judge_emulated/driver_api.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string_view>

#include "judge/emulator/runtime/errors.hpp"
#include "judge/emulator/runtime/tensor_map.hpp"
#include "judge_emulated/runtime_api.h"

namespace judge::emulated {
namespace {

static_assert(sizeof(TensorMap) <= sizeof(CUtensorMap));

// In the order of CUtensorMapDataType.
constexpr std::array<std::uint8_t, 13> element_bytes = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
constexpr std::size_t map_alignment = 64, address_alignment = 16;
constexpr std::uint64_t most_elements = std::uint64_t{1} << 32, most_stride = std::uint64_t{1} << 40;
constexpr std::uint32_t largest_box = 256, largest_element_stride = 8;

bool is_aligned(const void* pointer, std::size_t alignment) {
  return reinterpret_cast<std::uintptr_t>(pointer) % alignment == 0;
}

/// What an encoding is asked for.
struct Tensor {
  unsigned type, rank;
  void* address;
  const cuuint64_t *extents, *strides;
  const cuuint32_t *box, *element_strides;
  unsigned interleave, swizzle, promotion, fill;
};

bool is_real(unsigned type) { return type >= CU_TENSOR_MAP_DATA_TYPE_FLOAT16; }

bool has_valid_numbers(const Tensor& tensor) {
  const auto all = [](const auto* values, unsigned count, auto is_valid) {
    return values && std::all_of(values, values + count, is_valid);
  };
  return all(tensor.extents, tensor.rank, [](cuuint64_t n) { return n >= 1 && n <= most_elements; }) &&
         all(tensor.strides, tensor.rank - 1, [](cuuint64_t n) { return n % address_alignment == 0 && n < most_stride; }) &&
         all(tensor.box, tensor.rank, [](cuuint32_t n) { return n >= 1 && n <= largest_box; }) &&
         all(tensor.element_strides, tensor.rank, [](cuuint32_t n) { return n >= 1 && n <= largest_element_stride; });
}

bool is_valid(const Tensor& tensor) {
  if (tensor.type >= element_bytes.size() || tensor.rank < 1 || tensor.rank > TensorMap::most_dimensions) return false;
  if (!tensor.address || !is_aligned(tensor.address, address_alignment) || !has_valid_numbers(tensor)) return false;
  if (tensor.interleave != CU_TENSOR_MAP_INTERLEAVE_NONE || tensor.swizzle > CU_TENSOR_MAP_SWIZZLE_128B ||
      tensor.promotion > CU_TENSOR_MAP_L2_PROMOTION_L2_256B || tensor.fill > CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA)
    return false;
  if (tensor.fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE && !is_real(tensor.type)) return false;
  const std::size_t row_bytes = tensor.box[0] * std::size_t{element_bytes[tensor.type]};
  const std::size_t swizzle_bytes = std::size_t{swizzle_atom_bytes} << tensor.swizzle;
  return row_bytes % address_alignment == 0 && (tensor.swizzle == CU_TENSOR_MAP_SWIZZLE_NONE || row_bytes <= swizzle_bytes);
}

TensorMap encoded(const Tensor& tensor) {
  TensorMap map{};
  map.mark = TensorMap::made_here;
  map.base = static_cast<char*>(tensor.address);
  map.rank = static_cast<std::uint8_t>(tensor.rank);
  map.type = static_cast<std::uint8_t>(tensor.type);
  map.element_bytes = element_bytes[tensor.type];
  map.fills_nan = tensor.fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
  map.swizzle = static_cast<Swizzle>(tensor.swizzle);
  for (unsigned i = 0; i < tensor.rank; ++i) {
    map.last_elements[i] = static_cast<std::uint32_t>(tensor.extents[i] - 1);
    map.box[i] = static_cast<std::uint16_t>(tensor.box[i]);
    map.element_strides[i] = static_cast<std::uint8_t>(tensor.element_strides[i]);
    if (i > 0) map.strides[i - 1] = tensor.strides[i - 1];
  }
  return map;
}

struct Named {
  std::string_view name;
  void* function;
};
const std::array<Named, 6>& functions() {
  static const std::array<Named, 6> all = {{
      {"cuTensorMapEncodeTiled", reinterpret_cast<void*>(cuTensorMapEncodeTiled)},
      {"cuTensorMapReplaceAddress", reinterpret_cast<void*>(cuTensorMapReplaceAddress)},
      {"cuInit", reinterpret_cast<void*>(cuInit)},
      {"cuDriverGetVersion", reinterpret_cast<void*>(cuDriverGetVersion)},
      {"cuGetErrorName", reinterpret_cast<void*>(cuGetErrorName)},
      {"cuGetErrorString", reinterpret_cast<void*>(cuGetErrorString)},
  }};
  return all;
}

struct ErrorText {
  CUresult error;
  const char *name, *text;
};
constexpr std::array<ErrorText, 12> error_texts = {{
    {CUDA_SUCCESS, "CUDA_SUCCESS", "no error"},
    {CUDA_ERROR_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {CUDA_ERROR_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {CUDA_ERROR_NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {CUDA_ERROR_DEINITIALIZED, "CUDA_ERROR_DEINITIALIZED", "driver shutting down"},
    {CUDA_ERROR_NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {CUDA_ERROR_INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {CUDA_ERROR_INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {CUDA_ERROR_NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {CUDA_ERROR_LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
    {CUDA_ERROR_NOT_SUPPORTED, "CUDA_ERROR_NOT_SUPPORTED", "operation not supported"},
    {CUDA_ERROR_UNKNOWN, "CUDA_ERROR_UNKNOWN", "unknown error"},
}};

CUresult give_text(CUresult error, const char** to, const char* ErrorText::*member) {
  if (!to) return CUDA_ERROR_INVALID_VALUE;
  const auto found = std::ranges::find(error_texts, error, &ErrorText::error);
  *to = found == error_texts.end() ? nullptr : *found.*member;
  return found == error_texts.end() ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

}  // namespace
}  // namespace judge::emulated

using namespace judge::emulated;

extern "C" {

CUresult cuTensorMapEncodeTiled(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank, void* address,
                                const cuuint64_t* extents, const cuuint64_t* strides, const cuuint32_t* box,
                                const cuuint32_t* element_strides, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
  const Tensor tensor{type, rank, address, extents, strides, box, element_strides, interleave, swizzle, promotion, fill};
  if (!map || !is_aligned(map, map_alignment) || !is_valid(tensor)) return CUDA_ERROR_INVALID_VALUE;
  const TensorMap made = encoded(tensor);
  std::memset(static_cast<void*>(map), 0, sizeof *map);
  std::memcpy(static_cast<void*>(map), &made, sizeof made);
  return CUDA_SUCCESS;
}

CUresult cuTensorMapReplaceAddress(CUtensorMap* map, void* address) {
  if (!map || !is_aligned(map, map_alignment) || !is_aligned(address, address_alignment)) return CUDA_ERROR_INVALID_VALUE;
  auto* const here = reinterpret_cast<TensorMap*>(map);
  if (here->mark != TensorMap::made_here) return CUDA_ERROR_INVALID_VALUE;
  here->base = static_cast<char*>(address);
  return CUDA_SUCCESS;
}

CUresult cuInit(unsigned flags) { return flags == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE; }

CUresult cuDriverGetVersion(int* version) {
  if (!version) return CUDA_ERROR_INVALID_VALUE;
  *version = CUDA_VERSION;
  return CUDA_SUCCESS;
}

CUresult cuGetErrorName(CUresult error, const char** name) { return give_text(error, name, &ErrorText::name); }
CUresult cuGetErrorString(CUresult error, const char** text) { return give_text(error, text, &ErrorText::text); }

cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** function, unsigned, unsigned long long flags,
                                             cudaDriverEntryPointQueryResult* result) {
  if (!symbol || !*symbol || !function || flags > cudaEnablePerThreadDefaultStream) return finish(cudaErrorInvalidValue);
  const auto found = std::ranges::find(functions(), std::string_view(symbol), &Named::name);
  const bool is_known = found != functions().end();
  *function = is_known ? found->function : nullptr;
  if (result) *result = is_known ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
  return finish(cudaSuccess);
}

cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** function, unsigned long long flags,
                                    cudaDriverEntryPointQueryResult* result) {
  return cudaGetDriverEntryPointByVersion(symbol, function, CUDA_VERSION, flags, result);
}
}
