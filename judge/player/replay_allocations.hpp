#pragma once

namespace judge {

/// From here on judge-replay reports what solve() allocates on the device to descriptor `fd`, as ReplayEvents "allocation".
/// `runtime`: the handle of the CUDA runtime, which the calls go on to.
void report_allocations(int fd, void* runtime);

/// Allocations are solve()'s while it runs.
void set_solve_runs(bool runs);

}  // namespace judge
