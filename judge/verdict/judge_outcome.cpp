#include "judge/verdict/judge_outcome.hpp"

#include <fmt/format.h>

#include "judge/util/units.hpp"
#include "judge/verdict/cuda_errors.hpp"
#include "judge/verdict/faults.hpp"
#include "judge/verdict/findings.hpp"
#include "judge/verdict/one_line_reason.hpp"
#include "judge/verdict/texts.hpp"
#include "judge/verdict/wrong_answer.hpp"

namespace judge {

namespace {

/// What one outcome says; which case it was is added to every verdict alike.
struct Said {
  VerdictKind kind = VerdictKind::judge_error;
  std::string summary;
  std::string details;
};

}  // namespace

static Said say(const outcome::Passed& passed, const Case& test) {
  const std::string count = findings_count(passed.findings);
  return {VerdictKind::accepted, count.empty() ? "accepted" : "accepted, " + count, findings_text(passed.findings, test)};
}

static Said say(const outcome::WrongAnswer& wrong, const Case& test) {
  return {VerdictKind::wrong_answer, mismatch_summary(wrong.mismatch),
          join_lines({mismatch_details(wrong.mismatch, test), findings_text(wrong.findings, test)})};
}

static Said say(const outcome::InputChanged& changed, const Case& test) {
  const auto* buffer = find_buffer(test, changed.buffer);
  const auto first =
      element_name(changed.buffer, buffer != nullptr ? buffer->shape : std::vector{changed.total}, changed.first_index);
  return {VerdictKind::wrong_answer,
          fmt::format("{} of {} of {}, which is an input, {} changed, first {}", format_count(changed.changed),
                      count_of(changed.total, "element"), changed.buffer, changed.changed == 1 ? "was" : "were", first),
          "inputs are const: the judge compares them with pristine copies after each call"};
}

static Said say(const outcome::OutOfBoundsWrite& write, const Case& test) {
  Fault fault{.is_write = true, .buffer = write.buffer, .buffer_bytes = write.buffer_bytes, .offset_bytes = write.offset_bytes};
  return {VerdictKind::runtime_error, fault_summary(fault, test),
          fmt::format("{}{}", out_of_bounds_hint(write.offset_bytes),
                      write.on_gpu ? "; `--runtime emulated` names the thread and the line" : "")};
}

/// A deadlock never ends and a changed input is a wrong answer on a GPU, so here too.
static VerdictKind kind_of(const Fault& fault) {
  switch (fault.kind) {
    case Fault::Kind::unsupported: return VerdictKind::unsupported;
    case Fault::Kind::write_to_input: return VerdictKind::wrong_answer;
    case Fault::Kind::deadlock: return VerdictKind::time_limit;
    default: return VerdictKind::runtime_error;
  }
}

static Said say(const outcome::Faulted& faulted, const Case& test) {
  return {kind_of(faulted.fault), fault_summary(faulted.fault, test), fault_details(faulted.fault, test)};
}

static Said say(const outcome::CudaError& error, const Case&) {
  const auto name =
      error.name.empty() ? fmt::format("CUDA error {}", error.code) : fmt::format("{} ({})", error.name, error.code);
  const auto text = error.text.empty() ? "" : ": " + error.text;
  return {VerdictKind::runtime_error,
          error.call.empty() ? name + text : fmt::format("{} failed with {}{}", error.call, name, text),
          cuda_error_hint(error.code, error.call)};
}

static Said say(const outcome::ForbiddenCall& call, const Case&) {
  return {VerdictKind::runtime_error,
          fmt::format("solve() calls {}{}", call.function, call.function.ends_with(')') ? "" : "()"),
          call.function.starts_with("cudaIpc") && !call.function.ends_with(')')
              ? "No other process may have its memory: remove this call."
              : "It would destroy the caller's buffers, and so the answer: remove this call."};
}

static Said say(const outcome::Crashed& crashed, const Case& test) {
  if (crashed.signal == 0) return {VerdictKind::runtime_error, crashed.note, {}};
  return {VerdictKind::runtime_error,
          fmt::format("the host code of solve() crashed with {} (signal {})", signal_name(crashed.signal), crashed.signal),
          join_lines({crashed.note, signal_hint(crashed.signal, test)})};
}

static Said say(const outcome::Exited& exited, const Case&) {
  return {VerdictKind::runtime_error, fmt::format("solve() ended the process with exit({})", exited.status),
          "solve() must return: the judge compares the outputs after it has returned"};
}

static Said say(const outcome::TimedOut& timed_out, const Case&) {
  return {VerdictKind::time_limit,
          fmt::format("not done after {}", format_time_ns(std::chrono::duration<double, std::nano>(timed_out.limit).count())),
          join_lines({timed_out.note,
                      "look at: a loop without an end in a kernel or on the host, a __syncthreads() that "
                      "not all threads reach, or far too much work for one thread"})};
}

static Said say(const outcome::TooMuchOutput& output, const Case&) {
  return {VerdictKind::output_limit, fmt::format("printed more than {}", format_bytes(static_cast<double>(output.limit_bytes))),
          "look at: a printf left in a loop or kernel"};
}

static Said say(const outcome::TooMuchMemory& memory, const Case&) {
  const auto limit = format_bytes(static_cast<double>(memory.limit_bytes));
  const auto what = memory.device ? "device memory besides the arguments" : "host memory";
  if (memory.calls > 0)
    return {VerdictKind::memory_limit,
            fmt::format(
                "each call of solve() leaves {} of device memory allocated: there is no room for {} of them beside each other",
                format_bytes(static_cast<double>(memory.asked_bytes)), memory.calls),
            {}};
  if (memory.limit_bytes == 0)
    return {VerdictKind::memory_limit,
            fmt::format("asked for {} of {}, more than there is", format_bytes(static_cast<double>(memory.asked_bytes)), what),
            {}};
  if (!memory.device && memory.asked_bytes > 0)
    return {VerdictKind::memory_limit,
            fmt::format("uses {} of {}, {} are allowed", format_bytes(static_cast<double>(memory.asked_bytes)), what, limit),
            "what it has written to counts, and it was ended there: it may have asked for more"};
  auto summary = memory.asked_bytes > 0 ? fmt::format("asked for {} of {}, {} are allowed",
                                                      format_bytes(static_cast<double>(memory.asked_bytes)), what, limit)
                                        : fmt::format("used more than {} of {}", limit, what);
  return {VerdictKind::memory_limit, std::move(summary), {}};
}

/// A message's first line is the summary, the rest are details.
static Said say_message(VerdictKind kind, const std::string& message) {
  const auto end = message.find('\n');
  if (end == std::string::npos) return {kind, message, {}};
  return {kind, message.substr(0, end), message.substr(end + 1)};
}

static Said say(const outcome::NotLoaded& not_loaded, const Case&) {
  return say_message(not_loaded.unsupported ? VerdictKind::unsupported : VerdictKind::compile_error, not_loaded.message);
}

static Said say(const outcome::Cheated& cheated, const Case&) { return say_message(VerdictKind::cheating, cheated.message); }

static Said say(const outcome::JudgeFailed& failed, const Case&) {
  return say_message(VerdictKind::judge_error, failed.message);
}

Verdict judge_outcome(const Outcome& outcome, const Case& test) {
  auto said = std::visit([&](const auto& what) { return say(what, test); }, outcome);
  const bool about_a_case = said.kind != VerdictKind::accepted && said.kind != VerdictKind::compile_error;
  return {.kind = said.kind,
          .case_name = about_a_case ? test.name : "",
          .summary = std::move(said.summary),
          .details = std::move(said.details)};
}

// For tables, which have a line for it.
static std::string does_not_compile(const std::string& diagnostics) {
  constexpr std::size_t k_most_bytes = 200;
  std::string error = first_compiler_error(diagnostics);
  if (error.size() > k_most_bytes) {
    std::size_t end = k_most_bytes;
    while (end > 0 && (static_cast<unsigned char>(error[end]) & 0xC0) == 0x80) --end;  // no part of a character
    error = error.substr(0, end) + " ...";
  }
  return error.empty() ? "does not compile" : "does not compile: " + error;
}

Verdict judge_build(BuildFailure failure, const std::string& diagnostics) {
  const auto verdict = [&](VerdictKind kind, std::string summary) {
    return Verdict{.kind = kind, .summary = std::move(summary), .details = diagnostics};
  };
  switch (failure) {
    case BuildFailure::does_not_compile: return verdict(VerdictKind::compile_error, does_not_compile(diagnostics));
    case BuildFailure::timed_out: return verdict(VerdictKind::compile_error, "the compiler exceeded its time limit");
    case BuildFailure::unsupported:
      return {.kind = VerdictKind::unsupported,
              .summary = "uses what the emulated runtime does not have",
              .details = join_lines({diagnostics, std::string(k_where_to_judge_it)})};
  }
  return verdict(VerdictKind::judge_error, "unknown build failure");
}

}  // namespace judge
