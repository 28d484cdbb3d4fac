#pragma once

#include <string>
#include <vector>

#include "judge/emulator/lowering/device_code.hpp"
#include "judge/emulator/lowering/options.hpp"
#include "judge/emulator/lowering/translation.hpp"

namespace judge::lowering {

class Sides;

/// What nvcc refuses to compile and a C++ compiler takes.
struct Refused {
  std::string file;
  int line = 0;
  std::string message;
};

/// "a.cu:12: error: ..."
std::string describe(const Refused& refused);

/// Mistakes about what is the host's and what is the device's, as far as tokens prove them: in doubt nothing is said, as a
/// valid attempt that is refused is worse than a mistake that is not seen. Only code that nvcc surely compiles counts:
/// kernels and functions that are no templates; nothing that is not evaluated; no lambdas and local classes.
std::vector<Refused> find_refused(const Translation& translation, const Qualified& qualified, const Sides& sides,
                                  CppStandard standard);

}  // namespace judge::lowering
