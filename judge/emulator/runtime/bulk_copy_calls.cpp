// What the headers call for bulk copies (judge_emulated/bulk_copies.h).
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

#include "judge/emulator/runtime/block_runner.hpp"
#include "judge/emulator/runtime/faults.hpp"
#include "judge/emulator/runtime/memory.hpp"
#include "judge/emulator/runtime/watcher.hpp"

namespace judge::emulated {
namespace {

using judge_emulated::BulkRequest;

constexpr std::size_t bulk_alignment = 16, tensor_alignment = 128, barrier_alignment = 8;

void check_alignment(const void* pointer, std::size_t alignment, const BulkRequest& request, const char* what) {
  if (reinterpret_cast<std::uintptr_t>(pointer) % alignment == 0) return;
  JudgeEmulatedFault fault = misaligned_access(pointer, alignment, request.code);
  std::snprintf(fault.note, sizeof fault.note, "%s of a bulk copy must be a multiple of %zu", what, alignment);
  report_fatal_with_thread(fault);
}

/// Of a copy that is no tensor's.
void check_ends(const BulkRequest& request) {
  check_alignment(request.shared, bulk_alignment, request, "the address in shared memory");
  check_alignment(request.other, bulk_alignment, request, "the other address");
  check_alignment(reinterpret_cast<const void*>(std::uintptr_t{request.bytes}), bulk_alignment, request, "the number of bytes");
}

const TensorMap& tensor_map_of(const BulkRequest& request) {
  const auto& map = *static_cast<const TensorMap*>(request.tensor_map);
  if (map.mark != TensorMap::made_here)
    judgeEmulatedTrap("a bulk tensor copy: the map is not one that cuTensorMapEncodeTiled() has filled", request.code);
  if (map.rank != request.dimensions)
    judgeEmulatedTrap("a bulk tensor copy: the map has another number of dimensions", request.code);
  check_alignment(request.shared, tensor_alignment, request, "the address in shared memory");
  // As an H100 and an H200 have it, of u8, f16, f32 and i32 alike; no manual says so.
  if (request.coordinates[0] * map.element_bytes % static_cast<int>(bulk_alignment) != 0)
    judgeEmulatedTrap("a bulk tensor copy: its first coordinate is no multiple of 16 bytes, an illegal instruction on a GPU",
                      request.code);
  return map;
}

/// What a load has as zeros a store may not have.
void check_for_store(const TensorMap& map, const BulkRequest& request) {
  if (std::any_of(request.coordinates, request.coordinates + map.rank, [](int coordinate) { return coordinate < 0; }))
    judgeEmulatedTrap("a bulk tensor copy to global memory: a negative coordinate, an illegal instruction on a GPU",
                      request.code);
}

void tell(const char* at, std::size_t bytes, const void* code, CopyAccess kind) {
  if (watcher) watcher->copy_accesses({const_cast<char*>(at), code, bytes}, kind);
}

/// A bad address faults where the copy is made. Nothing changes, whoever else writes there.
void touch(char* to, std::size_t bytes) {
  if (bytes == 0) return;
  __atomic_fetch_or(to, 0, __ATOMIC_RELAXED);
  __atomic_fetch_or(to + bytes - 1, 0, __ATOMIC_RELAXED);
}

/// Page by page from the first byte, so that a bad address is the first one, whichever way this processor's memcpy() goes.
void read_each_page(const char* from, std::size_t bytes) {
  constexpr std::uintptr_t page = 4096;
  const char* const end = from + bytes;
  for (const char* at = from; at < end;
       at = reinterpret_cast<const char*>((reinterpret_cast<std::uintptr_t>(at) / page + 1) * page))
    static_cast<void>(*static_cast<const volatile char*>(at));
}

void read_tensor(const TensorMap& map, const BulkRequest& request, BulkLoad& load) {
  fill_box(map, load.data);
  load.swizzle = map.swizzle;
  for (const TensorRow& row : rows_of(map, request.coordinates)) {
    tell(row.global, row.bytes, request.code, CopyAccess::reads);
    read_each_page(row.global, row.bytes);
    std::memcpy(load.data.data() + row.offset, row.global, row.bytes);
  }
}

void read_range(const BulkRequest& request, BulkLoad& load) {
  check_ends(request);
  const auto* const from = static_cast<const char*>(request.other);
  tell(from, request.bytes, request.code, CopyAccess::reads);
  read_each_page(from, request.bytes);
  load.data.assign(from, from + request.bytes);
}

/// By 16 bytes of shared memory where they are swizzled.
void add_pieces(BulkStore& store, char* shared, const TensorRow& row, Swizzle swizzle) {
  for (std::size_t done = 0; done < row.bytes;) {
    char* const at = shared + row.offset + done;
    const std::size_t in_atom = reinterpret_cast<std::uintptr_t>(at) % swizzle_atom_bytes;
    const std::size_t left = row.bytes - done;
    const std::size_t bytes = swizzle == Swizzle::none ? left : std::min(swizzle_atom_bytes - in_atom, left);
    store.pieces.push_back({row.global + done, swizzled(at - in_atom, swizzle) + in_atom, bytes});
    done += bytes;
  }
}

judge_emulated::BulkElement element_of(const TensorMap& map) {
  using enum judge_emulated::BulkElement;
  // In the order of CUtensorMapDataType.
  constexpr judge_emulated::BulkElement elements[] = {none, none, u32, s32, u64, s64, f16, f32, f64, bf16, f32, f32, f32};
  return map.type < std::size(elements) ? elements[map.type] : none;
}

BulkStore store_of(const BulkRequest& request) {
  BulkStore store;
  store.code = request.code;
  if (request.tensor_map) {
    const TensorMap& map = tensor_map_of(request);
    check_for_store(map, request);
    for (const TensorRow& row : rows_of(map, request.coordinates))
      add_pieces(store, static_cast<char*>(request.shared), row, map.swizzle);
    store.combine = combine_of(request.operation, element_of(map));
  } else {
    check_ends(request);
    store.pieces.push_back({static_cast<char*>(request.other), static_cast<const char*>(request.shared), request.bytes});
    store.combine = combine_of(request.operation, request.element);
  }
  return store;
}

}  // namespace
}  // namespace judge::emulated

using namespace judge::emulated;

extern "C" {

void judgeEmulatedBulkLoad(unsigned thread, const judge_emulated::BulkRequest* request) {
  const CodeAtFault blamed(request->code);
  BlockRunner& runner = *BlockRunner::running();
  check_alignment(request->barrier, barrier_alignment, *request, "the mbarrier");
  BulkLoads* const loads = runner.loads_of(request->barrier);
  if (!loads) judgeEmulatedTrap("a bulk copy: the mbarrier is not in shared memory", request->code);
  BulkLoad load;
  if (request->tensor_map) read_tensor(tensor_map_of(*request), *request, load);
  else read_range(*request, load);
  load.to = static_cast<char*>(request->shared);
  load.code = request->code;
  load.bytes = load.data.size();
  load.barrier = request->barrier;
  load.combine = combine_of(request->operation, request->element);
  touch(load.to, load.bytes);
  if (watcher) {
    if (load.combine) tell(load.to, load.bytes, load.code, CopyAccess::updates);
    else if (runner.shared().holds(load.to)) watcher->copy_started(load);
    else tell(load.to, load.bytes, load.code, CopyAccess::writes);
    watcher->copy_released(load.barrier, load.code);
  }
  if (copies_land_early && !load.combine) load.due = runner.due_time(thread);
  loads->add(std::move(load));
  if (copies_land_early) loads->write_due(0);
}

void judgeEmulatedLandBulkCopies(const void* barrier) {
  if (BlockRunner* const runner = BlockRunner::running()) runner->bulk().loads.land(barrier);
}

void judgeEmulatedBulkStore(unsigned thread, const judge_emulated::BulkRequest* request) {
  const CodeAtFault blamed(request->code);
  BulkStore store = store_of(*request);
  for (const BulkPiece& piece : store.pieces) {
    tell(piece.from, piece.bytes, request->code, CopyAccess::reads);
    tell(piece.to, piece.bytes, request->code, store.combine ? CopyAccess::updates : CopyAccess::writes);
    touch(piece.to, piece.bytes);
  }
  BlockRunner::running()->bulk().stores.add(thread, std::move(store));
}

void judgeEmulatedCommitBulkStores(unsigned thread) { BlockRunner::running()->bulk().stores.commit(thread); }

void judgeEmulatedWaitForBulkStores(unsigned thread, std::uint64_t groups, judge_emulated::BulkWait wait) {
  CopyGroups<BulkStore>& stores = BlockRunner::running()->bulk().stores;
  if (wait == judge_emulated::BulkWait::read)
    stores.visit(thread, groups, [](BulkStore& store) { read_source(store, FinishedBy::its_thread); });
  else stores.wait(thread, groups, [](BulkStore& store) { finish(store, FinishedBy::its_thread); });
}
}
