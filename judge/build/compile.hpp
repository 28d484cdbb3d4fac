#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "judge/build/compiler.hpp"
#include "judge/util/result.hpp"

namespace judge {

struct CompileJob {
  std::filesystem::path source;                      ///< absolute
  std::vector<std::filesystem::path> include_dirs;   ///< absolute
  std::vector<std::filesystem::path> named_headers;  ///< that it may read besides, wherever they lie
  std::filesystem::path log;                         ///< BuilderOptions::compilers_log
  std::optional<std::string> content;                ///< to compile in the source's place, which holds something else by now
  std::vector<std::string> defines, extra_flags;
  std::vector<std::string> libraries;             ///< to link, as in -lNAME
  std::vector<std::vector<std::string>> recipes;  ///< Compiler::recipes
  std::chrono::milliseconds time_limit{60'000};   ///< of processor time, for all recipes together
};

/// What came out of running a compiler.
struct Compiled {
  enum class Status { built, failed, unsupported, timed_out };
  Status status = Status::failed;
  std::filesystem::path library;                ///< in the folder given; only if built
  std::string messages;                         ///< warnings or diagnostics, with absolute paths, cleaned but not cut
  std::vector<std::filesystem::path> includes;  ///< read besides the source, without the compiler's own headers
  bool knows_includes = false;                  ///< else the list above is not to be trusted
  std::chrono::nanoseconds duration{};
  std::chrono::milliseconds processor_time{};
};

/// A compiler on a busy machine waits for a processor, which is not the source's fault: it may take so many times its limit.
constexpr int k_most_wall_per_processor_time = 4;

/// Runs the compiler in `folder`, which must be empty and is left with the compiler's files. Errors: the compiler
/// cannot be run, is broken, or there is no space: all that is not the source's fault.
Result<Compiled> compile(const Compiler& compiler, const CompileJob& job, const std::filesystem::path& folder);

}  // namespace judge
