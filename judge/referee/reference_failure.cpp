#include "judge/referee/reference_failure.hpp"

#include <signal.h>

#include <cstring>

#include "judge/referee/symbolize.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace {

using reference_protocol::Crash;
using reference_protocol::Function;

std::string function_text(const ReferenceCall& call) {
  return call.test ? fmt::format("{}()", name_of(call.function)) : "the code that runs when it is loaded";
}

std::string place_text(const ReferenceCall& call, const std::optional<Crash>& crash) {
  const SourceLine line = crash && crash->library_offset ? source_line(call.library, crash->library_offset) : SourceLine{};
  return line.line > 0 ? fmt::format("{}:{}", line.file, line.line) : call.source.string();
}

std::string case_text(const ReferenceCall& call) { return call.test ? fmt::format(", in case '{}'", call.test->name) : ""; }

// "C[4], which is past its end: C has 4 elements"
std::string element_text(const Case& test, int argument, bool is_original, std::int64_t offset_bytes) {
  const auto& buffer = std::get<BufferArgument>(test.arguments.at(static_cast<std::size_t>(argument)));
  const auto size = static_cast<std::int64_t>(size_of(buffer.type));
  if (offset_bytes >= 0 && offset_bytes < buffer.elements() * size)
    return fmt::format("{}[{}], which is an input", buffer.name, offset_bytes / size);
  const std::int64_t index = (offset_bytes - (offset_bytes < 0 ? size - 1 : 0)) / size;
  const std::string name = is_original ? "original " + buffer.name : buffer.name;
  return fmt::format("{}[{}], which is {}: {} has {}", name, index, offset_bytes < 0 ? "before its start" : "past its end",
                     name, count_of(buffer.elements(), "element"));
}

std::string access_text(const ReferenceCall& call, const Crash& crash) {
  const std::string_view verb = crash.is_write ? "writes to" : "reads";
  switch (crash.place) {
    case Crash::Place::beside_buffer:
      return fmt::format("{} {}", verb, element_text(*call.test, crash.argument, crash.is_original != 0, crash.offset_bytes));
    case Crash::Place::null: return fmt::format("{} a null pointer", verb);
    case Crash::Place::stack: return "uses up the stack: a recursion without end, or a large local array";
    case Crash::Place::unknown: break;
  }
  return fmt::format("{} unmapped memory, far from every buffer", verb);
}

std::string signal_text(int signal) {
  switch (signal) {
    case SIGFPE: return "divides a whole number by zero";
    case SIGABRT: return "calls abort(): a failed assertion, an uncaught exception, or a corrupted heap";
    case SIGILL: return "runs into an illegal instruction: a function without a return statement, or __builtin_unreachable()";
    case SIGSEGV: return "crashes with SIGSEGV; in a thread of OpenMP that may be its stack, which is small: OMP_STACKSIZE";
    case SIGKILL: return "was killed, most likely because the machine has no memory left";
    default: return fmt::format("is ended by signal {} ({})", signal, ::strsignal(signal));
  }
}

std::string what_happened(const ReferenceCall& call, const ReferenceEnd& end) {
  if (end.timed_out) return fmt::format("is not done after {:.3g} s", std::chrono::duration<double>(call.limit).count());
  if (end.crash && (end.crash->signal == SIGSEGV || end.crash->signal == SIGBUS)) return access_text(call, *end.crash);
  if (end.crash) return signal_text(end.crash->signal);
  if (end.signal) return signal_text(end.signal);
  return fmt::format("ends the process with exit({})", end.exit_status);
}

std::string advice(const ReferenceEnd& end) {
  if (end.timed_out)
    return "look for an endless loop; if it is only slow, loop in parallel, make the case smaller, or raise "
           "\"reference_time_limit_ms\" in the limits of problem.json";
  return "this is a mistake in the problem, not in an attempt: correct reference.cpp";
}

}  // namespace

Error failure_of(const ReferenceCall& call, const ReferenceEnd& end, const std::string& printed) {
  if (end.judge_error) return *end.judge_error;
  auto text = fmt::format("{}: {} {}{}\n{}", place_text(call, end.crash), function_text(call), what_happened(call, end),
                          case_text(call), advice(end));
  if (!printed.empty()) text += fmt::format("\nit printed: {}", printed);
  while (text.ends_with('\n')) text.pop_back();
  return Error{std::move(text)};
}

Error failure_of(const ReferenceCall& call, const std::string& what) {
  return Error{fmt::format("{}: {} {}{}\n{}", call.source.string(), function_text(call), what, case_text(call), advice({}))};
}

std::string still_running_text(const ReferenceCall& call, std::chrono::milliseconds so_far) {
  const auto seconds = [](std::chrono::milliseconds time) { return std::chrono::duration<double>(time).count(); };
  return fmt::format("{}: {} has run for {:.3g} s{}; it is ended after {:.3g} s", call.source.string(), function_text(call),
                     seconds(so_far), case_text(call), seconds(call.limit));
}

std::string written_before_text(const Case& test, int argument, std::int64_t offset_bytes) {
  return "wrote to " + element_text(test, argument, false, offset_bytes);
}

}  // namespace judge
