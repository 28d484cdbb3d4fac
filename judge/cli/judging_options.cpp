#include "judge/cli/judging_options.hpp"

namespace judge {

static constexpr const char* k_timing_group = "How long to measure";

void add_judging_options(CLI::App& command, JudgingOptions& options) {
  command.add_option("problem", options.problem, "Its name or number, or the path of its folder")
      ->required()
      ->type_name("PROBLEM");
  command.add_option("attempts", options.attempts, "Files or folders; none = every attempt in solutions/")
      ->type_name("ATTEMPT");
  command.add_option_function<std::uint64_t>(
      "--seed", [&options](std::uint64_t seed) { options.seed = seed; }, "Repeat the inputs of the run with this seed");
  command.add_option("--case", options.timed_case, "Time this case instead of the ranked one; all = every timed case")
      ->type_name("CASE");
  command.add_flag("--require-sandbox", options.require_sandbox,
                   "Refuse to run where the kernel lacks a part of what attempts are shut in by");
  command.add_flag("--extra", options.extra, "Also judge the extra cases, which are beyond the problem's limits");
}

void add_timing_options(CLI::App& command, TimingOptions& timing) {
  auto& rule = timing.rule;
  command
      .add_option("--half-width", rule.half_width,
                  "Stop when the 95% interval of the median is narrower than this share of it, each way")
      ->capture_default_str()
      ->check(CLI::Range(1e-5, 1.0))
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
  command.add_option_function<double>("--min-time", min_time, "Least device time, ms [20]")->group(k_timing_group);
  const auto max_time = [&rule, &timing](double seconds) { rule.max_time_ns = timing.blocks.max_time_ns = seconds * 1e9; };
  command.add_option_function<double>("--max-time", max_time, "Largest wall time per attempt, s [2]")->group(k_timing_group);
  command.add_option("--verified", timing.verified, "Number of timed calls, chosen at random, whose answers are compared")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000))
      ->group(k_timing_group);
  const auto l2 = [&timing](const std::string& state) { timing.l2 = state == "warm" ? Referee::L2::warm : Referee::L2::cold; };
  command.add_option_function<std::string>("--l2", l2, "State of the L2 cache before each timed call [cold]")
      ->check(CLI::IsMember({"cold", "warm"}))
      ->group(k_timing_group);
}

}  // namespace judge
