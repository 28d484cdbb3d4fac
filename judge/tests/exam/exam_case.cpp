#include "judge/tests/exam/exam_case.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "judge/build/link_lines.hpp"
#include "judge/catalog/catalog.hpp"
#include "judge/model/record.hpp"
#include "judge/tests/shipped_problems.hpp"
#include "judge/util/contains.hpp"
#include "judge/util/files.hpp"

namespace judge {

namespace {

constexpr std::string_view k_mark = "// exam: ";

Result<std::vector<VerdictKind>> parse_verdicts(const std::string& list) {
  std::vector<VerdictKind> verdicts;
  std::istringstream names(list);
  for (std::string name; std::getline(names, name, ',');) {
    const auto verdict = from_name<VerdictKind>(name);
    if (!verdict) return fail("no verdict is called \"{}\"", name);
    verdicts.push_back(*verdict);
  }
  return verdicts;
}

constexpr std::array<std::pair<std::string_view, ExamCase::Sizes>, 3> k_sizes = {
    {{"small", ExamCase::Sizes::small}, {"all-but-full", ExamCase::Sizes::all_but_full}, {"full", ExamCase::Sizes::full}}};

Result<void> parse_setting(const std::string& word, ExamCase& exam) {
  const auto equals = std::min(word.find('='), word.size());
  const std::string key = word.substr(0, equals), value = word.substr(std::min(equals + 1, word.size()));
  if (key == "problem") {
    exam.problem = value;
  } else if (key == "verdict") {
    JUDGE_TRY(exam.verdicts, parse_verdicts(value));
  } else if (key == "finding") {
    if (value != "none" && !from_name<Fault::Kind>(value)) return fail("no finding is called \"{}\"", value);
    exam.finding = value;
    exam.sizes = ExamCase::Sizes::small;
  } else if (key == "only") {
    exam.only = from_name<RuntimeKind>(value);
    if (!exam.only) return fail("no runtime is called \"{}\"", value);
  } else if (key == "size") {
    const auto known = std::ranges::find(k_sizes, value, [](const auto& entry) { return entry.first; });
    if (known == k_sizes.end()) return fail("size= is small, all-but-full or full, not \"{}\"", value);
    exam.sizes = known->second;
  } else if (key == "cases") {
    if (value != "extra") return fail("cases= is extra, not \"{}\"", value);
    exam.with_extra = true;
  } else if (key == "timed") {
    if (value != "no") return fail("timed= is no, not \"{}\"", value);
    exam.wants_timing = false;
  } else if (key == "sample") {
    if (value != "no") return fail("sample= is no, not \"{}\"", value);
    exam.in_sample = false;
  } else {
    return fail("\"{}\" is neither problem=, verdict=, only=, finding=, size=, cases=, timed=, sample=, says \"...\" nor here",
                word);
  }
  return {};
}

/// The text between the first quotation mark and the last.
Result<std::string> quoted(const std::string& directive) {
  const auto first = directive.find('"'), last = directive.rfind('"');
  if (first == last) return fail("no text in quotation marks after says");
  return directive.substr(first + 1, last - first - 1);
}

Result<void> parse_directive(const std::string& directive, ExamCase& exam) {
  std::istringstream words(directive);
  std::string word;
  words >> word;
  const auto only = from_name<RuntimeKind>(word);
  if (only) words >> word;
  const bool is_absent = word == "never";
  if (is_absent) words >> word;
  if (word == "says") {
    JUDGE_TRY(auto text, quoted(directive));
    exam.says.push_back({only, std::move(text), is_absent});
    return {};
  }
  if (only) {
    if (!word.starts_with("verdict=")) return fail("only says \"...\" or verdict= may follow a runtime's name");
    auto& own = *only == RuntimeKind::emulated ? exam.emulated_verdicts : exam.cuda_verdicts;
    JUDGE_TRY(own, parse_verdicts(word.substr(8)));
    return {};
  }
  do JUDGE_CHECK(parse_setting(word, exam));
  while (words >> word);
  return {};
}

Result<void> parse_line(const std::string& text, int line, ExamCase& exam) {
  const auto mark = text.find(k_mark);
  if (mark == std::string::npos) return {};
  const std::string directive = text.substr(mark + k_mark.size());
  if (mark == 0) return parse_directive(directive, exam);
  if (directive != "here") return fail("only \"here\" may follow code");
  if (exam.line) return fail("a second \"here\"");
  exam.line = line;
  return {};
}

std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, error))
    if (entry.path().extension() == ".cu") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

/// Each problem's name by the prefix that its attempts in solutions/ have.
Result<std::map<std::string, std::string>> names_by_prefix(const std::map<std::string, std::filesystem::path>& problems) {
  std::map<std::string, std::string> names;
  for (const auto& [name, folder] : problems) {
    const auto summary = load_summary(folder);
    if (!summary) return std::unexpected(summary.error());
    names[summary->prefix] = name;
  }
  return names;
}

std::string prefix_of(const std::filesystem::path& file) {
  const std::string name = file.filename();
  return name.substr(0, name.find('_'));
}

/// What must be said of an attempt in solutions/: it is accepted, but where it links a library that the emulated runtime
/// does not have, it is unsupported there.
Result<void> add_solution(const std::filesystem::path& file, const std::string& problem, std::vector<ExamCase>& cases) {
  JUDGE_TRY(const auto source, read_file(file));
  // The checker takes seconds for the larger problems; testcases/check has every kind of access that it knows.
  const bool is_checked = problem == "vector-addition";
  ExamCase exam{.file = file,
                .problem = problem,
                .verdicts = {VerdictKind::accepted},
                .finding = is_checked ? "none" : "",
                .sizes = is_checked ? ExamCase::Sizes::small : ExamCase::Sizes::all_but_full,
                .with_extra = true};
  const auto libraries = linked_libraries(source, Compiler::Family::cucc);
  if (!libraries && libraries.error().unsupported) {
    exam.only = RuntimeKind::cuda;
    cases.push_back({.file = file,
                     .problem = problem,
                     .verdicts = {VerdictKind::unsupported},
                     .only = RuntimeKind::emulated,
                     .says = {{std::nullopt, libraries.error().message, false}}});
  }
  cases.push_back(std::move(exam));
  return {};
}

}  // namespace

bool is_style(const std::filesystem::path& file) { return file.filename().string().starts_with("style"); }

bool lies_with_its_problem(const ExamCase& exam) { return exam.file.parent_path().filename() == exam.problem; }

Result<ExamCase> read_exam_case(const std::filesystem::path& file) {
  JUDGE_TRY(const auto source, read_file(file));
  ExamCase exam{.file = file};
  std::istringstream lines(source);
  int line = 0;
  for (std::string text; std::getline(lines, text);)
    if (const auto parsed = parse_line(text, ++line, exam); !parsed)
      return fail("{}:{}: {}", file.string(), line, parsed.error().message);
  exam.is_timed = exam.wants_timing && exam.finding.empty() && !is_style(file) && !lies_with_its_problem(exam);
  if (exam.problem.empty() || exam.verdicts.empty())
    return fail("{}: no line \"{}problem=... verdict=...\"", file.string(), k_mark);
  const auto parent = file.parent_path();
  const std::string folder = (lies_with_its_problem(exam) ? parent.parent_path() : parent).filename();
  if ((folder == "check") != !exam.finding.empty())
    return fail("{}: finding= and the folder check/ go together", file.string());
  for (const auto& own : {exam.emulated_verdicts, exam.cuda_verdicts})
    for (const auto verdict : own)
      if (!contains(exam.verdicts, verdict)) return fail("{}: {} is not among verdict=", file.string(), name_of(verdict));
  const bool gains_nothing = folder == "cheating" && exam.verdicts.front() == VerdictKind::accepted;
  if (folder != "check" && folder != name_of(exam.verdicts.front()) && !gains_nothing)
    return fail("{}: its first verdict is {}, so it belongs into the folder of that name", file.string(),
                name_of(exam.verdicts.front()));
  return exam;
}

Result<std::vector<std::filesystem::path>> attempts_of_ones_own(const std::filesystem::path& root) {
  JUDGE_TRY(const auto here, problems_here(root));
  JUDGE_TRY(const auto shipped, names_by_prefix(here.shipped));
  const auto own = names_by_prefix(here.own).value_or(std::map<std::string, std::string>());
  const auto is_own = [&](const std::filesystem::path& file) {
    const bool is_mine = file.parent_path().filename() == "mine" || file.stem().string().contains("_mine");
    const std::string prefix = prefix_of(file);
    return is_mine || (!shipped.contains(prefix) && own.contains(prefix));
  };
  auto files = files_below(root / "solutions");
  std::erase_if(files, std::not_fn(is_own));
  return files;
}

Result<std::vector<ExamCase>> find_exam_cases(const std::filesystem::path& root) {
  std::vector<ExamCase> cases;
  for (const auto& file : files_below(root / "testcases")) {
    JUDGE_TRY(auto exam, read_exam_case(file));
    cases.push_back(std::move(exam));
  }
  JUDGE_TRY(const auto here, problems_here(root));
  JUDGE_TRY(const auto problems, names_by_prefix(here.shipped));
  JUDGE_TRY(const auto own, attempts_of_ones_own(root));
  std::set<std::string> timed;
  for (const auto& file : files_below(root / "solutions")) {
    if (contains(own, file)) continue;
    const auto problem = problems.find(prefix_of(file));
    if (problem == problems.end()) return fail("{}: its prefix is no problem's", file.string());
    JUDGE_CHECK(add_solution(file, problem->second, cases));
    cases.back().is_timed = timed.insert(problem->second).second;  // one of each problem tells that its timed cases are sound
  }
  if (cases.empty()) return fail("{}: no testcases/ and no solutions/ here", root.string());
  return cases;
}

}  // namespace judge
