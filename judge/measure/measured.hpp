#pragma once

#include "judge/measure/sampling.hpp"
#include "judge/model/problem.hpp"
#include "judge/model/protocol.hpp"

namespace judge {

/// A track of `attempt` with the most exact bracket that is safe for what solve() did in its first call. `by_host`: nothing
/// but the host's clock will do.
Track track_of(std::size_t attempt, const protocol::Trace& trace, bool by_host, std::size_t processes);

/// What the samples of one attempt come to: its times, and what has to be said of them. `launches`: of one call.
Measurement measurement_of(const Track& track, const Case& test, const DeviceState& state, int launches);

}  // namespace judge
