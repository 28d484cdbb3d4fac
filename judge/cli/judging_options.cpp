#include "judge/cli/judging_options.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>

namespace judge {

static constexpr const char* k_timing_group = "How long to measure";

// In whatever unit; CLI::Range lets NaN pass.
static CLI::Validator number_in(double least, double most) {
  const auto check = [=](const std::string& text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_fine = error == std::errc() && end == text.data() + text.size() && number >= least && number <= most;
    return is_fine ? "" : fmt::format("{} is not a number from {} to {}", text, least, most);
  };
  return {check, fmt::format("in [{} - {}]", least, most)};
}

void add_seed_option(CLI::App& command, std::optional<std::uint64_t>& seed, const char* help) {
  // CLI11 takes -1 for a large number and one that is too large for none.
  const auto is_seed = [](const std::string& text) {
    const auto parsed = parse_seed(text);
    return parsed ? "" : parsed.error().message;
  };
  command
      .add_option_function<std::string>(
          "--seed", [&seed](const std::string& text) { seed = parse_seed(text).value(); }, help)
      ->type_name("UINT")
      ->check(CLI::Validator(is_seed, ""));
}

void add_judging_options(CLI::App& command, JudgingOptions& options) {
  command.add_option("problem", options.problem, "Its name or number, or the path of its folder")
      ->required()
      ->type_name("PROBLEM");
  command.add_option("attempts", options.attempts, "Files or folders; none = every attempt in solutions/")
      ->type_name("ATTEMPT");
  add_seed_option(command, options.seed, "Repeat the inputs of the run with this seed");
  command
      .add_option("--case", options.timed_case,
                  "Time this case instead of the ranked one: its name, or its scalars (N=1000); all = every timed case")
      ->type_name("CASE");
  command.add_flag("--require-sandbox", options.require_sandbox,
                   "Refuse to run where the kernel lacks a part of what attempts are shut in by");
  command.add_flag("--extra", options.extra, "Also judge the extra cases, which are beyond the problem's limits");
}

void add_check_options(CLI::App& command, CheckWish& check) {
  auto* all = command.add_flag_callback(
      "--check", [&check] { check = CheckWish::all; },
      "Also look for races, uninitialised reads, leaks etc. (docs/checker.md)");
  command
      .add_flag_callback(
          "--no-check", [&check] { check = CheckWish::none; },
          "Neither the checker, nor other orders of threads, nor dry calls, which may decide a verdict on the emulated runtime")
      ->excludes(all);
}

void add_playback_options(CLI::App& command, PlaybackWish& playback, const std::string& group) {
  auto* never = command.add_flag_callback(
      "--no-playback", [&playback] { playback = PlaybackWish::never; },
      "Time attempts in their own processes, also where others could play back what they do");
  auto* required = command.add_flag_callback(
      "--require-playback", [&playback] { playback = PlaybackWish::required; },
      "Give no time to an attempt that cannot be played back, and so timed without its host code (docs/timing.md)");
  required->excludes(never);
  if (group.empty()) return;
  never->group(group);
  required->group(group);
}

void add_timing_options(CLI::App& command, TimingOptions& timing) {
  auto& rule = timing.rule;
  command
      .add_option("--half-width", rule.half_width,
                  "Stop when the 95% interval of the median is narrower than this share of it, each way")
      ->capture_default_str()
      ->check(number_in(1e-5, 1))
      ->group(k_timing_group);
  command.add_option("--min-samples", rule.min_samples, "Least number of timed calls")
      ->capture_default_str()
      ->check(CLI::Range(1, 100000))
      ->group(k_timing_group);
  command.add_option("--max-samples", rule.max_samples, "Largest number of timed calls")
      ->capture_default_str()
      ->check(CLI::Range(1, 100000))
      ->group(k_timing_group);
  const auto min_time = [&rule](double milliseconds) { rule.min_device_time_ns = milliseconds * 1e6; };
  command.add_option_function<double>("--min-time", min_time, "Least device time, ms [20]")
      ->check(number_in(0, 1e6))
      ->group(k_timing_group);
  command
      .add_option("--enough-samples", rule.enough_samples, "Number of timed calls from which on --min-time is not asked for")
      ->capture_default_str()
      ->check(CLI::Range(1, 100000))
      ->group(k_timing_group);
  const auto max_time = [&rule, &timing](double seconds) { rule.max_time_ns = timing.blocks.max_time_ns = seconds * 1e9; };
  command.add_option_function<double>("--max-time", max_time, "Largest wall time per attempt, s [2]")
      ->check(number_in(0, 1e4))
      ->group(k_timing_group);
  command.add_option("--verified", timing.verified, "Number of timed calls, chosen at random, whose answers are compared")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000))
      ->group(k_timing_group);
  const auto l2 = [&timing](const std::string& state) { timing.l2 = state == "warm" ? Referee::L2::warm : Referee::L2::cold; };
  command.add_option_function<std::string>("--l2", l2, "State of the L2 cache before each timed call [cold]")
      ->check(CLI::IsMember({"cold", "warm"}))
      ->group(k_timing_group);
  add_playback_options(command, timing.playback, k_timing_group);
  command.parse_complete_callback([&rule, &command] {
    if (rule.min_samples > rule.max_samples && command.count("--min-samples") > 0)
      throw CLI::ValidationError("--min-samples",
                                 fmt::format("{} is more than --max-samples, {}", rule.min_samples, rule.max_samples));
    rule.min_samples = std::min(rule.min_samples, rule.max_samples);
  });
}

}  // namespace judge
