#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "judge/model/problem.hpp"
#include "judge/referee/reference_process.hpp"

namespace judge {

/// One call of a function of reference.cpp, as messages about it name it.
struct ReferenceCall {
  std::filesystem::path source;   ///< reference.cpp
  std::filesystem::path library;  ///< built from it
  reference_protocol::Function function = reference_protocol::Function::reference;
  const Case* test = nullptr;  ///< null: it was being loaded
  std::chrono::milliseconds limit{};
};

/// "problems/a/reference.cpp:7: reference() writes to C[4], which is past its end: C has 4 elements, in case 'N=4'", and what
/// to do. `printed`: by the reference so far.
Error failure_of(const ReferenceCall& call, const ReferenceEnd& end, const std::string& printed);

/// The same for a call that came back and did what it must not. `what`: "threw std::bad_alloc".
Error failure_of(const ReferenceCall& call, const std::string& what);

/// "problems/a/reference.cpp: reference() has run for 10 s, in case 'N=4'; it is ended after 300 s"
std::string still_running_text(const ReferenceCall& call, std::chrono::milliseconds so_far);

/// "wrote to C[-1], which is before its start: C has 4 elements"
std::string written_before_text(const Case& test, int argument, std::int64_t offset_bytes);

}  // namespace judge
