#pragma once

#include <string>
#include <vector>

#include "judge/judging/judging.hpp"
#include "judge/model/kernel_profile.hpp"

namespace judge {

/// What was found out about the kernels of all accepted attempts.
struct Profile {
  std::vector<KernelProfile> kernels;
  std::vector<std::string> notes;  ///< for people, a line each
};

/// Has Nsight Compute look at the kernels of one call of each accepted attempt on the timed case. Without it: what the trace of the
/// call and cuobjdump tell. The attempts must have been judged by operation; their players are ended. Errors: no timed case; the judge's
/// own failures; interrupted.
Result<Profile> profile_kernels(Judged& judged, Observer& observer);

}  // namespace judge
