#pragma once

#include "judge_emulated/bulk_copies.h"
#include "judge_emulated/shared.h"

// Bulk copies of boxes of tensors, which a CUtensorMap describes.
namespace judge_emulated {

/// Where swizzled rows lie depends on the address: the dynamic array lies as a GPU has it.
static inline const bool tensor_copies_are_aligned = note_alignment<1024>();

template <unsigned Dimensions>
struct BoxCorner {
  int at[Dimensions];
};
template <class... I>
static inline BoxCorner<sizeof...(I)> box_corner(I... coordinates) {
  return {{static_cast<int>(coordinates)...}};
}

template <unsigned Dimensions>
[[gnu::always_inline]] static inline BulkRequest tensor_request(const void* map, const BoxCorner<Dimensions>& corner, void* shared) {
  BulkRequest request{};
  request.shared = shared;
  request.tensor_map = map;
  request.dimensions = Dimensions;
  for (unsigned i = 0; i < Dimensions; ++i) request.coordinates[i] = corner.at[i];
  return request;
}

template <unsigned Dimensions>
[[JUDGE_NAMED_CALL]] static void load_tensor(void* at, const void* map, const BoxCorner<Dimensions>& corner, void* barrier) {
  BulkRequest request = tensor_request(map, corner, at);
  request.barrier = barrier;
  request.code = __builtin_return_address(0);
  judgeEmulatedBulkLoad(linear_thread(), &request);
}
template <unsigned Dimensions>
[[gnu::always_inline]] static inline void load_tensor_to_blocks(void* at, const void* map, const BoxCorner<Dimensions>& corner,
                                                                void* barrier, unsigned blocks) {
  for (unsigned rank = 0; rank < 16; ++rank)
    if (blocks >> rank & 1) load_tensor(map_shared(at, rank), map, corner, map_shared(barrier, rank));
}

template <unsigned Dimensions>
[[JUDGE_NAMED_CALL]] static void store_tensor(const void* map, const BoxCorner<Dimensions>& corner, const void* from,
                                              BulkOperation operation = BulkOperation::copy) {
  BulkRequest request = tensor_request(map, corner, const_cast<void*>(from));
  request.operation = operation;
  request.code = __builtin_return_address(0);
  judgeEmulatedBulkStore(linear_thread(), &request);
}

}  // namespace judge_emulated
