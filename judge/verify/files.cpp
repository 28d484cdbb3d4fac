#include "judge/verify/files.hpp"

#include <algorithm>
#include <sstream>

#include "judge/catalog/catalog.hpp"
#include "judge/catalog/new_problem.hpp"
#include "judge/passes/draws.hpp"
#include "judge/util/units.hpp"
#include "judge/verdict/texts.hpp"

namespace judge {

namespace {

using State = SoundnessResult::State;

constexpr std::size_t k_least_host_limit_bytes = std::size_t{512} << 20;  // a CUDA context alone takes some 200 MiB
constexpr std::size_t k_small_gpu_bytes = std::size_t{16} << 30;
constexpr std::chrono::milliseconds k_least_time_limit{100}, k_most_time_limit{300'000};

// The first line that is left to be written; 0 = none.
int placeholder_line(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const auto begin = std::min(line.find_first_not_of(" \t-*#>"), line.size());
    if (line.compare(begin, 4, "TODO") == 0 || line.contains(k_written_by_new)) return number;
  }
  return 0;
}

bool has_only_headings(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with("#") && line.find_first_not_of(" \t\r") != std::string::npos) return false;
  return true;
}

SoundnessResult test_statement(const Problem& problem) {
  SoundnessResult result{.name = "statement"};
  const auto& text = problem.statement;
  if (text.empty()) {
    result.state = State::failed;
    result.found = "there is no statement.md, or it is empty";
    result.advice = "say in it what is computed, with an example and the limits of each size";
  } else if (const int line = placeholder_line(text)) {
    result.state = State::failed;
    result.found = fmt::format("statement.md is still a placeholder: line {} is what `judge new` wrote, or a TODO", line);
    result.advice = "say in it what is computed, with an example and the limits of each size";
  } else if (has_only_headings(text)) {
    result.state = State::failed;
    result.found = "statement.md has a title and nothing else";
    result.advice = "say in it what is computed, with an example and the limits of each size";
  } else {
    result.found = count_of(static_cast<std::int64_t>(text.size()), "byte");
  }
  return result;
}

SoundnessResult test_hints(const Problem& problem) {
  SoundnessResult result{.name = "hints", .found = count_of(static_cast<std::int64_t>(problem.hints.size()), "hint")};
  if (!problem.hints.empty()) return result;
  result.state = State::not_tested;  // no fault: a problem is sound without
  result.found = "there are none; hints.md holds them (problems/README.md)";
  return result;
}

SoundnessResult test_purposes(const std::vector<Case>& cases) {
  const auto extra = std::ranges::count(cases, true, &Case::is_extra);
  const auto timed =
      std::ranges::count_if(cases, [](const Case& test) { return test.purpose == Purpose::timed && !test.is_extra; });
  const auto untimed = static_cast<std::int64_t>(cases.size()) - extra - timed;
  SoundnessResult result{.name = "cases", .found = fmt::format("{} untimed, {} timed", untimed, timed)};
  if (extra != 0) result.found += fmt::format(", {} extra", extra);
  if (timed == 0) result.advice = "mark a large case in tests.json with \"timed\": true, or nothing can be ranked";
  else if (untimed == 0)
    result.advice = "add small cases to tests.json: wrong answers are easy to understand there, and odd sizes show most";
  if (!result.advice.empty()) result.state = State::failed;
  return result;
}

// A few results beside large buffers are often left out.
constexpr double k_least_share_of_buffers = 0.75;

SoundnessResult compare_with_buffers(const Problem& problem, const std::vector<Case>& cases) {
  SoundnessResult result{.name = "work", .found = "stated for every timed case"};
  std::string less;
  for (const auto& test : cases) {
    const auto bytes = static_cast<double>(bytes_of(test));
    if (test.purpose != Purpose::timed || test.work_bytes <= 0 || test.work_bytes >= k_least_share_of_buffers * bytes) continue;
    if (less.empty()) less = fmt::format("{}, of {} in the buffers", format_bytes(test.work_bytes), format_bytes(bytes));
    result.cases.push_back(test.name);
  }
  if (less.empty()) return result;
  if (!problem.work_less_than_buffers.empty())
    return {.name = "work", .found = fmt::format("{}, as problem.json says: {}", less, problem.work_less_than_buffers)};
  result.state = State::warning;
  result.found = less;
  result.advice =
      "count in \"work\" each byte that must be read or written; where not all of them must, say so in problem.json: "
      "\"work\": {\"bytes\": ..., \"less_than_buffers\": \"why\"}";
  return result;
}

// "work" is the least that a solution moves, and what is read again comes from caches.
constexpr double k_most_times_the_buffers = 100;

// Above, every time would look like one that no device can reach.
std::optional<SoundnessResult> find_too_much_work(const std::vector<Case>& cases) {
  SoundnessResult result{.state = State::failed, .name = "work"};
  for (const auto& test : cases) {
    const auto bytes = static_cast<double>(std::max<std::size_t>(1, bytes_of(test)));
    if (test.work_bytes <= k_most_times_the_buffers * bytes) continue;
    if (result.cases.empty())
      result.found = fmt::format("{:.3g} bytes, with {} in the buffers", test.work_bytes, format_bytes(bytes));
    result.cases.push_back(test.name);
  }
  if (result.cases.empty()) return std::nullopt;
  result.advice =
      "count in \"work\" each byte that must be read or written once: more than all buffers hold, never a hundred times as "
      "much";
  return result;
}

SoundnessResult test_work(const Problem& problem, const std::vector<Case>& cases) {
  if (auto too_much = find_too_much_work(cases)) return *std::move(too_much);
  SoundnessResult result{.name = "work", .found = "stated for every timed case"};
  for (const auto& test : cases)
    if (test.purpose == Purpose::timed && test.work_bytes <= 0 && test.work_flops <= 0) result.cases.push_back(test.name);
  if (result.cases.empty()) return compare_with_buffers(problem, cases);
  result.state = State::failed;
  result.found = "not stated, so impossible times cannot be rejected";
  result.advice = R"(add to problem.json the least that a solution does, such as "work": {"bytes": "8 * N", "flops": "N"})";
  return result;
}

SoundnessResult test_limits(const Problem& problem, const std::vector<Case>& cases) {
  SoundnessResult result{.name = "limits", .found = "sane"};
  for (const auto& test : cases)
    if (test.time_limit < k_least_time_limit || test.time_limit > k_most_time_limit) result.cases.push_back(test.name);
  if (!result.cases.empty()) {
    result.state = State::failed;
    result.found = fmt::format("time_limit_ms is not between {} and {}", k_least_time_limit.count(), k_most_time_limit.count());
    result.advice = "below, a busy machine rejects good attempts; above, a hanging one blocks the judge for too long";
  } else if (problem.host_memory_limit_bytes && problem.host_memory_limit_bytes < k_least_host_limit_bytes) {
    result.state = State::failed;
    result.found = fmt::format("host_memory_mb allows {}", format_bytes(static_cast<double>(problem.host_memory_limit_bytes)));
    result.advice = fmt::format("allow at least {}: the CUDA runtime itself needs some",
                                format_bytes(static_cast<double>(k_least_host_limit_bytes)));
  }
  return result;
}

// What the judge allocates for these cases: a slab for each argument, and one draw of every case.
std::size_t device_bytes(const std::vector<Case>& cases) {
  std::vector<std::size_t> slabs(cases.front().arguments.size());
  std::size_t draws = 0;
  for (const auto& test : cases)
    for (std::size_t i = 0; i < test.arguments.size(); ++i) {
      const auto* buffer = std::get_if<BufferArgument>(&test.arguments[i]);
      if (!buffer) continue;
      slabs[i] = std::max(slabs[i], buffer->bytes());
      draws += buffer->bytes() * (buffer->direction == Direction::inout ? 2 : 1);
    }
  for (const std::size_t bytes : slabs) draws += bytes;
  return draws;
}

Result<SoundnessResult> test_memory(const Setting& setting) {
  std::size_t free_bytes = 0, total_bytes = 0;
  JUDGE_CUDA(setting.runtime, cudaMemGetInfo(&free_bytes, &total_bytes));
  JUDGE_TRY(const auto gpu_cases, cases_of(setting.problem, RuntimeKind::cuda, {.all = true}));
  const auto text = [](std::size_t bytes) { return format_bytes(static_cast<double>(bytes)); };
  const std::size_t here = device_bytes(setting.cases), on_gpu = device_bytes(gpu_cases);
  SoundnessResult result{.name = "memory", .found = fmt::format("{} here, {} on a GPU", text(here), text(on_gpu))};
  if (here > free_bytes) {
    result.state = State::failed;
    result.found += fmt::format("; only {} are free here", text(free_bytes));
    result.advice = "make the largest cases smaller (\"emulated\" in tests.json: for the emulated runtime only)";
  } else if (on_gpu > k_small_gpu_bytes) {
    result.state = State::warning;
    result.advice = fmt::format("many GPUs have no more than {}", text(k_small_gpu_bytes));
  }
  return result;
}

}  // namespace

Result<std::vector<SoundnessResult>> test_files(const Setting& setting) {
  JUDGE_TRY(auto memory, test_memory(setting));
  return std::vector<SoundnessResult>{test_statement(setting.problem),
                                      test_hints(setting.problem),
                                      test_purposes(setting.cases),
                                      test_work(setting.problem, setting.cases),
                                      test_limits(setting.problem, setting.cases),
                                      std::move(memory)};
}

}  // namespace judge
