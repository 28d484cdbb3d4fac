#pragma once

#include <set>
#include <tuple>

#include "judge/emulator/checker/access.hpp"
#include "judge/emulator/checker/shadow.hpp"
#include "judge/emulator/runtime/faults.hpp"

namespace judge::emulated {

/// Reports each finding once per kind and code location (a race: per pair of locations, once between lanes of one warp and once
/// between others).
class Findings {
 public:
  bool is_known(Fault::Kind kind, const void* code, const void* other_code = nullptr, bool in_one_warp = false) const {
    return m_told.contains({kind, code, other_code, in_one_warp});
  }
  /// True if a race with one of its accesses here was reported.
  bool has_race_at(const void* code) const { return m_race_codes.contains(code); }
  void tell(JudgeEmulatedFault& fault);

 private:
  std::set<std::tuple<Fault::Kind, const void*, const void*, bool>> m_told;
  std::set<const void*> m_race_codes;
};

/// The running thread's `access` as a fault of this kind; or the host's, if no kernel runs.
JudgeEmulatedFault fault_of(const Access& access, Fault::Kind kind, Fault::Space space);

/// Fills in the other access of a race, made by a thread of the launch that runs.
void set_other(JudgeEmulatedFault& fault, const Trace& other, const void* code);

}  // namespace judge::emulated
