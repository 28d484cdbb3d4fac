#pragma once

#include <string>

#include "judge/judging/judging.hpp"

namespace CLI {
class App;
}

namespace judge {

/// The problem, the attempts, and --seed and --case, of a command that judges. `options` must outlive the parsing.
void add_judging_options(CLI::App& command, JudgingOptions& options);

/// --seed. `seed` must outlive the parsing.
void add_seed_option(CLI::App& command, std::optional<std::uint64_t>& seed, const char* help);

/// --check and --no-check. `check` must outlive the parsing.
void add_check_options(CLI::App& command, CheckWish& check);

/// --no-playback and --require-playback; `group`: of the help, empty = the usual one. `playback` must outlive the parsing.
void add_playback_options(CLI::App& command, PlaybackWish& playback, const std::string& group = {});

/// How long to measure.
void add_timing_options(CLI::App& command, TimingOptions& timing);

}  // namespace judge
