#pragma once

#include "judge_emulated/texture_api.h"

/// What a cudaArray_t points to: texels in rows without gaps, in device memory.
struct cudaArray {
  char* data = nullptr;
  cudaChannelFormatDesc format{};
  cudaExtent extent{};  ///< as asked for: 0 where the array has no such side
  unsigned flags = 0;

  std::size_t texel_bytes() const;
  std::size_t rows() const { return extent.height ? extent.height : 1; }
  std::size_t planes() const { return extent.depth ? extent.depth : 1; }
  std::size_t row_bytes() const { return extent.width * texel_bytes(); }
};

namespace judge::emulated {

/// 8, 16 or 32 bits in each of 1, 2 or 4 components, all alike.
bool is_texel_format(const cudaChannelFormatDesc& format);
std::size_t bytes_of_texel(const cudaChannelFormatDesc& format);

bool is_live_array(cudaArray_const_t array);

/// The same copy between pitched memory: arrays count x in texels, memory in bytes. Errors are CUDA's.
cudaError_t replace_arrays(cudaMemcpy3DParms& box);

}  // namespace judge::emulated
