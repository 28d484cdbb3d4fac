#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "judge/model/attempt.hpp"
#include "judge/util/installation.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// What a source file is: it decides the compiler and the flags.
enum class SourceKind {
  attempt,    ///< a submitted .cu, for the runtime of the builder
  reference,  ///< reference.cpp of a problem, for the host
  device,     ///< the judge's own kernels, built as an attempt is
};

struct BuildRequest {
  std::filesystem::path source;  ///< as the user named it: diagnostics repeat it
  SourceKind kind = SourceKind::attempt;
  std::vector<std::filesystem::path> include_dirs;  ///< after the source's own folder, in order
  std::vector<std::string> defines;                 ///< "NAME" or "NAME=VALUE"
  std::vector<std::string> extra_flags;             ///< for the compiler, last
  std::optional<std::string> content;               ///< that is built, whatever `source` holds by now; none = what it holds
};

/// The source did not compile: data for a verdict, not an error of the judge.
struct CompileFailure {
  std::string diagnostics;   ///< the compiler's, with the user's file and lines; at most some 60 lines
  bool unsupported = false;  ///< the source may be right, but uses what the emulated runtime does not have
  bool timed_out = false;
};

using BuildResult = std::variant<Artifact, CompileFailure>;

struct BuilderOptions {
  std::filesystem::path cache_dir;  ///< made if missing
  Installation installation;
  RuntimeKind runtime = RuntimeKind::emulated;
  int compute_major = 0, compute_minor = 0;  ///< of the GPU; unused by the emulated runtime
  std::uint64_t cache_limit_bytes = 5'000'000'000;
  std::chrono::milliseconds compile_time_limit{60'000};
  std::filesystem::path compilers_log;         ///< a file that compilers may write to, for a test's; empty = none
  std::chrono::seconds keep_used_within{600};  ///< never evicted: what was used since then
};

/// Turns source files into shared libraries, by a cache of content: what was built once from the same bytes, includes,
/// flags and compiler is not built again. Several builders, in one process or many, may share a cache directory.
class Builder {
 public:
  /// Finds the compilers. Errors: a compiler is missing, or cannot make code for this GPU. A cache directory that
  /// cannot be used is no error: see notes().
  static Result<Builder> create(BuilderOptions options);

  /// Builds one file. Safe to call from several threads at once. Errors: the source cannot be read, the compiler cannot
  /// be run or is broken. The Artifact's library stays in place at least as long as this Builder lives.
  Result<BuildResult> build(const BuildRequest& request) const;

  /// The compiler of attempts: "nvcc 13.0.88 sm_90a".
  std::string toolchain() const;

  /// What the user should know about this builder's cache, such as that it cannot be written; most often empty.
  std::vector<std::string> notes() const;

 private:
  struct State;
  explicit Builder(std::shared_ptr<State> state) : m_state(std::move(state)) {}
  std::shared_ptr<State> m_state;
};

}  // namespace judge
