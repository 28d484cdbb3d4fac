#include "judge/catalog/catalog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <ranges>

#include "judge/catalog/folders.hpp"
#include "judge/catalog/hints.hpp"
#include "judge/catalog/problem_file.hpp"
#include "judge/catalog/reference_signature.hpp"
#include "judge/catalog/resolve.hpp"
#include "judge/catalog/signature.hpp"
#include "judge/catalog/suggest.hpp"
#include "judge/catalog/tests_file.hpp"
#include "judge/util/files.hpp"
#include "judge/util/hash.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

bool has_problems(const fs::path& folder) {
  std::error_code error;
  return fs::is_directory(folder / "problems", error);
}

Result<fs::path> named_root(const fs::path& root, std::string_view named_by) {
  if (!has_problems(root)) return fail("{}: has no problems/ folder (named by {})", root.string(), named_by);
  std::error_code error;
  const auto absolute = fs::absolute(root, error);
  return error ? root : absolute.lexically_normal();
}

std::string capitalised(std::string text) {
  std::ranges::replace(text, '-', ' ');
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

// "va" for vector-addition.
std::string initials(const std::string& name) {
  std::string result;
  bool at_start = true;
  for (const char c : name) {
    const bool is_part = std::isalnum(static_cast<unsigned char>(c));
    if (is_part && at_start) result += c;
    at_start = !is_part;
  }
  return result.empty() ? "x" : result;
}

// The folder as a path of its own, whatever the way to it was.
fs::path problem_path(const fs::path& folder) {
  const auto path = fs::absolute(folder).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

// `Words`: a Problem or a ProblemSummary.
template <class Words>
void take_head(const ProblemHead& head, const fs::path& folder, Words& words) {
  words.folder = problem_path(folder);
  words.name = words.folder.filename().string();
  words.title = head.title.empty() ? capitalised(words.name) : head.title;
  words.difficulty = head.difficulty;
  words.tags = head.tags;
  words.number = head.number;
  words.prefix = head.prefix.empty() ? initials(words.name) : head.prefix;
}

// The folder of the problem with this number, written in digits; empty where there is none.
fs::path folder_of_number(const std::map<std::string, fs::path>& folders, std::string_view digits) {
  if (digits.empty() || digits.size() > 6 || !std::ranges::all_of(digits, [](unsigned char c) { return std::isdigit(c); }))
    return {};
  const int number = std::stoi(std::string(digits));
  if (number == 0) return {};  // that of problems without one
  for (const auto& folder : std::views::values(folders))
    if (const auto summary = load_summary(folder); summary && summary->number == number) return folder;
  return {};
}

struct Files {
  Signature signature;
  ProblemFile problem;
  std::vector<CaseSpec> cases;
};

Result<Files> read_files(const fs::path& folder) {
  Files files;
  const auto path = [&](const char* name) { return (folder / name).string(); };
  JUDGE_TRY(const auto solve, read_file(path("solve.h")));
  JUDGE_TRY(files.signature, parse_signature(solve, path("solve.h")));
  JUDGE_TRY(const auto problem, read_file(path("problem.json")));
  JUDGE_TRY(files.problem, parse_problem_file(problem, path("problem.json"), files.signature));
  JUDGE_TRY(const auto tests, read_file(path("tests.json")));
  JUDGE_TRY(files.cases, parse_tests_file(tests, path("tests.json"), files.signature));
  return files;
}

Result<std::vector<Case>> resolve_all(const Files& files, RuntimeKind runtime) {
  std::vector<Case> cases;
  for (const auto& spec : files.cases) {
    if (spec.only && *spec.only != runtime) continue;
    JUDGE_TRY(auto resolved, resolve_case(files.signature, files.problem, spec, runtime));
    cases.push_back(std::move(resolved));
  }
  std::ranges::stable_partition(cases, [](const Case& test) { return !test.is_extra; });
  if (cases.empty() || cases.front().is_extra)
    return fail("{}: \"runtime\" and \"extra\" leave no case for {}", files.cases.front().location.text(), name_of(runtime));
  return cases;
}

}  // namespace

Result<fs::path> find_root(std::optional<fs::path> from_option, const Installation& installation) {
  if (from_option) return named_root(*from_option, "--root");
  if (const char* named = std::getenv("JUDGE_ROOT"); named && *named) return named_root(named, "JUDGE_ROOT");
  std::error_code error;
  const fs::path start = fs::current_path(error);
  for (fs::path folder = start; !folder.empty(); folder = folder.parent_path()) {
    if (has_problems(folder)) return folder;
    if (folder == folder.parent_path()) break;
  }
  if (has_problems(installation.share())) return installation.share();
  return fail("no problems/ folder in {} or above it; go into a folder that has one, or name it with --root or JUDGE_ROOT",
              start.string());
}

std::vector<fs::path> roots_beside(const fs::path& root) {
  const char* named = std::getenv("JUDGE_SHIPPED_ROOT");
  const fs::path shipped = named && *named ? fs::path(named) : find_installation().share();
  std::error_code error;
  if (!has_problems(shipped) || fs::equivalent(root, shipped, error)) return {root};
  return {root, shipped};
}

Result<std::map<std::string, fs::path>> visible_problems(const fs::path& root) {
  std::map<std::string, fs::path> visible;
  for (const auto& one : roots_beside(root)) {
    JUDGE_TRY(auto folders, problem_folders(one));
    visible.merge(folders);
  }
  return visible;
}

Result<std::vector<std::string>> problem_names(const fs::path& root) {
  JUDGE_TRY(const auto folders, problem_folders(root));
  const auto names = std::views::keys(folders);
  return std::vector<std::string>(names.begin(), names.end());
}

Result<Problem> find_problem(const fs::path& root, std::string_view name) {
  if (name.empty()) return fail("the problem's name is empty; judge list shows all");
  if (name.ends_with(".cu"))
    return fail("{}: is a file with an attempt; the problem comes first: judge run PROBLEM {}", name, name);
  while (name.size() > 1 && name.ends_with('/')) name.remove_suffix(1);
  if (name.contains('/')) {
    if (is_problem_folder(name)) return load_problem(name);
    return fail("{}: is not a problem folder (no problem.json in it)", name);
  }
  JUDGE_TRY(const auto folders, visible_problems(root));
  if (const auto found = folders.find(std::string(name)); found != folders.end()) return load_problem(found->second);
  if (const auto numbered = folder_of_number(folders, name); !numbered.empty()) return load_problem(numbered);
  const auto names = std::views::keys(folders);
  return fail("{}: no such problem in {}{} (judge list shows all)", name, (root / "problems").string(),
              did_you_mean(name, std::vector<std::string>(names.begin(), names.end())));
}

Result<ProblemSummary> load_summary(const fs::path& folder) {
  JUDGE_TRY(const auto text, read_file(folder / "problem.json"));
  JUDGE_TRY(const auto head, parse_problem_head(text, (folder / "problem.json").string()));
  ProblemSummary summary;
  take_head(head, folder, summary);
  return summary;
}

// Of problem.json what people alone read does not count: a new tag makes no new problem.
Result<std::string> content_hash_of(const fs::path& folder) {
  std::vector<std::string> names{"problem.json", "reference.cpp", "solve.h", "tests.json"};
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (is_header_name(entry.path()) && entry.is_regular_file(error) && entry.path().filename() != "solve.h")
      names.push_back(entry.path().filename().string());
  }
  if (error) return fail("{}: cannot be listed: {}", folder.string(), error.message());
  std::ranges::sort(names);
  Hasher hasher;
  for (const auto& name : names) {
    JUDGE_TRY(const auto content, read_file(folder / name));
    hasher.field(name).field(name == "problem.json" ? without_head(content) : content);
  }
  return hasher.finish();
}

Result<std::string> ranked_case_of(const fs::path& folder, RuntimeKind runtime) {
  const auto path = [&](const char* name) { return (folder / name).string(); };
  JUDGE_TRY(const auto solve, read_file(path("solve.h")));
  JUDGE_TRY(const auto signature, parse_signature(solve, path("solve.h")));
  JUDGE_TRY(const auto tests, read_file(path("tests.json")));
  JUDGE_TRY(const auto cases, parse_tests_file(tests, path("tests.json"), signature));
  const auto ranked = std::ranges::find_if(cases, [&](const CaseSpec& spec) {
    return spec.purpose == Purpose::timed && !spec.is_extra && spec.only.value_or(runtime) == runtime;
  });
  return ranked == cases.end() ? std::string() : ranked->name;
}

Result<Problem> load_problem(const fs::path& folder) {
  JUDGE_TRY(const auto files, read_files(folder));
  JUDGE_TRY(const auto cases, resolve_all(files, RuntimeKind::cuda));
  JUDGE_CHECK(resolve_all(files, RuntimeKind::emulated));
  const auto reference = folder / "reference.cpp";
  JUDGE_TRY(const auto reference_text, read_file(reference));
  JUDGE_CHECK(check_reference_signature(reference_text, reference.string(), files.signature));
  Problem problem;
  take_head(files.problem.head, folder, problem);
  problem.signature = files.signature;
  problem.reference_defines = reference_defines(reference_text, files.signature);
  std::error_code error;
  if (fs::exists(folder / "statement.md", error)) {
    JUDGE_TRY(problem.statement, read_file(folder / "statement.md"));
  }
  if (fs::exists(folder / "hints.md", error)) {
    JUDGE_TRY(const auto hints, read_file(folder / "hints.md"));
    JUDGE_TRY(problem.hints, parse_hints(hints, (folder / "hints.md").string()));
  }
  JUDGE_TRY(problem.content_hash, content_hash_of(folder));
  problem.trivially_right = files.problem.trivially_right;
  problem.same_for_every_seed = files.problem.same_for_every_seed;
  problem.work_less_than_buffers = files.problem.work_less_than_buffers;
  if (files.problem.reference_time_limit) problem.reference_time_limit = *files.problem.reference_time_limit;
  problem.device_memory_limit_bytes = files.problem.device_memory_limit_bytes;
  problem.host_memory_limit_bytes = files.problem.host_memory_limit_bytes;
  return problem;
}

// Of the scalars of one case, "name=value".
static bool has_scalar(const Case& test, std::string_view scalar) {
  const auto equals = scalar.find('=');
  if (equals == std::string_view::npos) return false;
  const auto found = test.scalars.find(std::string(scalar.substr(0, equals)));
  if (found == test.scalars.end()) return false;
  const std::string_view digits = scalar.substr(equals + 1);
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool is_number = error == std::errc() && end == digits.data() + digits.size();
  return is_number && as_double(found->second) == value;
}

bool is_called(const Case& test, std::string_view wanted) {
  if (test.name == wanted) return true;
  bool has_all = false;
  while (!wanted.empty()) {
    const auto end = std::min(wanted.find_first_of(" ,"), wanted.size());
    if (const auto scalar = wanted.substr(0, end); !scalar.empty()) {
      has_all = has_scalar(test, scalar);
      if (!has_all) return false;
    }
    wanted.remove_prefix(std::min(end + 1, wanted.size()));
  }
  return has_all;
}

std::vector<std::string> names_of_called(std::span<const Case> cases, std::string_view wanted) {
  std::vector<std::string> names;
  for (const Case& test : cases) {
    if (test.name == wanted) return {test.name};
    if (is_called(test, wanted)) names.push_back(test.name);
  }
  return names;
}

std::string list_of_cases(std::span<const Case> cases) {
  constexpr std::size_t k_most = 12;
  std::string text;
  for (std::size_t i = 0; i < std::min(cases.size(), k_most); ++i)
    text += fmt::format("{}\"{}\"", i ? ", " : "", cases[i].name);
  return text + (cases.size() > k_most ? fmt::format(" and {} more", cases.size() - k_most) : "");
}

Result<std::vector<Case>> cases_of(const Problem& problem, RuntimeKind runtime, const ExtraCases& wanted) {
  JUDGE_TRY(const auto files, read_files(problem.folder));
  JUDGE_TRY(auto cases, resolve_all(files, runtime));
  std::erase_if(cases, [&](const Case& test) { return test.is_extra && !wanted.all && !is_called(test, wanted.name); });
  return cases;
}

}  // namespace judge
