#pragma once

#include "judge_emulated/ptx.h"
#include "judge_emulated/shared.h"

// Products of a warpgroup in inline PTX: wgmma. Included only where a file uses them: driver/rare_headers.cpp. The lowering
// (lowering/ptx_warpgroup.cpp) hands over where the registers of D are; the runtime writes them when somebody waits.
namespace judge_emulated {

/// Where swizzled rows lie depends on the address: the dynamic array lies as a GPU has it.
static inline const bool products_are_aligned = note_alignment<1024>();

namespace ptx {

/// A register of D.
template <class T>
static inline void* result_register(T& place) {
  static_assert(sizeof(T) == 4, "the results of wgmma are registers of 32 bits");
  return const_cast<std::remove_cv_t<T>*>(&place);
}

[[JUDGE_NAMED_CALL]] static void multiply(ProductRequest request, int line) {
  request.line = line;
  request.code = __builtin_return_address(0);
  judgeEmulatedMultiply(linear_thread(), &request);
}

static inline void commit_products() { judgeEmulatedCommitProducts(linear_thread()); }

[[JUDGE_NAMED_CALL]] static void wait_for_products(Bits groups, int line) {
  const SavedThread saved;
  judgeEmulatedWaitForProducts(linear_thread(), groups.u64(), line, __builtin_return_address(0));
  saved.restore();
}

}  // namespace ptx
}  // namespace judge_emulated
