#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "judge/model/measurement.hpp"
#include "judge/model/record.hpp"

/// How record_json spells enumerations. These tables are persisted: extend them, never change an entry.
namespace judge::record_json {

template <class Enum, std::size_t size>
using Names = std::array<std::pair<Enum, std::string_view>, size>;

inline constexpr Names<RuntimeKind, 2> k_runtimes{{{RuntimeKind::cuda, "cuda"}, {RuntimeKind::emulated, "emulated"}}};

inline constexpr Names<Bracket, 4> k_brackets{{
    {Bracket::none, "none"},
    {Bracket::blocked, "blocked"},
    {Bracket::host_paced, "host-paced"},
    {Bracket::host_clock, "host-clock"},
}};

inline constexpr Names<Fault::Kind, 18> k_faults{{
    {Fault::Kind::illegal_access, "illegal-access"},
    {Fault::Kind::misaligned_access, "misaligned-access"},
    {Fault::Kind::write_to_input, "write-to-input"},
    {Fault::Kind::deadlock, "deadlock"},
    {Fault::Kind::divergent_barrier, "divergent-barrier"},
    {Fault::Kind::division_by_zero, "division-by-zero"},
    {Fault::Kind::trap, "trap"},
    {Fault::Kind::stack_overflow, "stack-overflow"},
    {Fault::Kind::unsupported, "unsupported"},
    {Fault::Kind::race, "race"},
    {Fault::Kind::uninitialised_read, "uninitialised-read"},
    {Fault::Kind::leak, "leak"},
    {Fault::Kind::unchecked_launch, "unchecked-launch"},
    {Fault::Kind::host_access, "host-access"},
    {Fault::Kind::failed_call, "failed-call"},
    {Fault::Kind::stream_race, "stream-race"},
    {Fault::Kind::lockstep, "lockstep"},
    {Fault::Kind::leans_on_zeros, "leans-on-zeros"},
}};

inline constexpr Names<OldContent, 3> k_old_contents{{
    {OldContent::unused, ""},
    {OldContent::added_to, "added-to"},
    {OldContent::used, "used"},
}};

inline constexpr Names<Fault::Space, 4> k_spaces{{
    {Fault::Space::unknown, ""},
    {Fault::Space::global, "global"},
    {Fault::Space::shared, "shared"},
    {Fault::Space::local, "local"},
}};

constexpr const auto& names_of(RuntimeKind) { return k_runtimes; }
constexpr const auto& names_of(Bracket) { return k_brackets; }
constexpr const auto& names_of(Fault::Kind) { return k_faults; }
constexpr const auto& names_of(Fault::Space) { return k_spaces; }
constexpr const auto& names_of(OldContent) { return k_old_contents; }

}  // namespace judge::record_json
