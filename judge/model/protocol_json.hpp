#pragma once

#include <nlohmann/json.hpp>

#include "judge/model/protocol.hpp"

/// The messages as JSON values; the channel sends these as MessagePack.
namespace judge {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Piece, what, is_kernel, grid, block, registers, shared_bytes, bytes, stream, gap_ns,
                                   duration_ns)
}

namespace judge::protocol {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Start, version, runtime, runtime_library, gpu_layout, on_fibers)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Load, attempt_library, symbol, bracket_library, device_memory_limit_bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Ready, error, judge_failed)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CallArgument, slab, offset, bytes, red_before, red_after, read_only, holds_input, type, bits)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Call, arguments, bracket, cold_l2, in_pieces, sample_seed)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Kept, function, count, bytes, call_offset)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Trace, launches, side_streams, trailing_syncs, blocking_calls, first_blocking,
                                   allocated_bytes, kept_bytes, refused_bytes, kept, unchecked_launch, unchecked_launch_offset,
                                   launched_blocks, watched_blocks, changed_late, forbidden_call,
                                   changed_behaviour, spin_expired)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Returned, error, error_is_pending, error_name, error_text, error_call, error_offset, wall_ns, device_ns,
                                   trace, pieces, output_sum)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MeasureEmpty, bracket, repeats, cold_l2)

// An IPC handle is 64 arbitrary bytes: MessagePack's binary type, not a string.
inline void to_json(nlohmann::json& json, const Slab& slab) {
  json = {{"name", slab.name}, {"memory", slab.memory}, {"bytes", slab.bytes},
          {"handle", nlohmann::json::binary({slab.ipc_handle.begin(), slab.ipc_handle.end()})}};
}
inline void from_json(const nlohmann::json& json, Slab& slab) {
  json.at("name").get_to(slab.name);
  json.at("memory").get_to(slab.memory);
  json.at("bytes").get_to(slab.bytes);
  const auto& bytes = json.at("handle").get_binary();
  slab.ipc_handle.assign(bytes.begin(), bytes.end());
}
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(OpenSlabs, slabs)
inline void to_json(nlohmann::json& json, const Stop&) { json = nlohmann::json::object(); }
inline void from_json(const nlohmann::json&, Stop&) {}

}  // namespace judge::protocol
