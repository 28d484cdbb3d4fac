/// The judge's own exam: every attempt in testcases/ and solutions/, through the real binary as a user would run it. Each
/// must get its verdict, exit status and words, leave no process and no file behind, and never be the judge's own error.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "judge/catalog/folders.hpp"
#include "judge/model/documents.hpp"
#include "judge/tests/exam/exam_case.hpp"
#include "judge/tests/exam/leftovers.hpp"
#include "judge/util/contains.hpp"
#include "judge/util/files.hpp"
#include "judge/util/process.hpp"

namespace judge {
namespace {

/// Every limit of the judge's own added up is far below this: reaching it means that the judge hangs.
constexpr std::chrono::minutes k_patience{5};

std::string setting(const char* variable, const char* otherwise) {
  const char* value = std::getenv(variable);
  return value && *value ? value : otherwise;
}

std::filesystem::path exam_root() { return setting("JUDGE_EXAM_ROOT", JUDGE_SOURCE_DIR); }

struct ExamRun {
  ExamCase exam;
  RuntimeKind runtime = RuntimeKind::emulated;
};

void PrintTo(const ExamRun& exam_run, std::ostream* out) {
  *out << exam_run.exam.file.lexically_relative(exam_root()).string() << " on " << name_of(exam_run.runtime);
}

/// What came out of one `judge run`.
struct Answer {
  CommandResult command;
  Record record;
  std::string text;                     ///< all that a person could read of it
  std::vector<std::string> files_left;  ///< in the working directory
};

/// Every string of a JSON document, one a line: what was said, without JSON's escapes.
void append_strings(const nlohmann::json& value, std::string& text) {
  if (value.is_string()) text += value.get<std::string>() + "\n";
  if (value.is_structured())
    for (const auto& element : value) append_strings(element, text);
}

constexpr double k_most_of_a_small_extent = 20'000;

/// Is one of the extents of a case, as the emulated runtime has them, more than small? A sweep loses those that are.
bool is_large(nlohmann::json& one) {
  const auto is_too_much = [](const nlohmann::json& extent) { return extent.is_number() && extent > k_most_of_a_small_extent; };
  const auto has_too_much = [&](const nlohmann::json& extents) { return std::ranges::any_of(extents, is_too_much); };
  if (!one.contains("sweep")) return has_too_much(one.contains("emulated") ? one["emulated"] : one["scalars"]);
  auto& sweep = one["sweep"];
  if (sweep.is_array()) return std::erase_if(sweep.get_ref<nlohmann::json::array_t&>(), has_too_much), sweep.empty();
  for (auto& extents : sweep) std::erase_if(extents.get_ref<nlohmann::json::array_t&>(), is_too_much);
  return std::ranges::any_of(sweep, [](const nlohmann::json& extents) { return extents.empty(); });
}

Result<std::filesystem::path> folder_of(const ExamCase& exam) {
  JUDGE_TRY(const auto folders, problem_folders(exam_root()));
  const auto found = folders.find(exam.problem);
  if (found == folders.end()) return fail("{}: no such problem, {}", exam.problem, exam.file.string());
  return found->second;
}

/// A copy of the problem in `folder` without the cases that are there for full sizes on the emulated runtime, or with small
/// ones only: what takes seconds for each attempt and would say nothing new.
Result<std::filesystem::path> with_fewer_cases(const ExamCase& exam, const std::filesystem::path& folder) {
  const auto copy = folder / exam.problem;
  std::error_code error;
  JUDGE_TRY(const auto original, folder_of(exam));
  std::filesystem::copy(original, copy, std::filesystem::copy_options::recursive, error);
  if (error) return fail("cannot copy the problem {}: {}", exam.problem, error.message());
  JUDGE_TRY(const auto text, read_file(copy / "tests.json"));
  JUDGE_TRY(auto document, parse_json(text));
  std::erase_if(document["cases"].get_ref<nlohmann::json::array_t&>(), [&](nlohmann::json& one) {
    return one.value("runtime", "") == name_of(RuntimeKind::emulated) ||
           (exam.sizes == ExamCase::Sizes::small && is_large(one));
  });
  JUDGE_CHECK(write_file(copy / "tests.json", document.dump()));
  return copy;
}

/// Smaller limits, where going beyond one is what the attempt is about: a virtual machine may take longer to find a gibibyte
/// than the time limit is, and nobody learns more from waiting for five seconds than for two.
Result<void> tighten_limits(const VerdictKind expected, const std::filesystem::path& problem) {
  JUDGE_TRY(const auto text, read_file(problem / "problem.json"));
  JUDGE_TRY(auto document, parse_json(text));
  if (expected == VerdictKind::memory_limit) document["limits"]["host_memory_mb"] = 128;
  if (expected == VerdictKind::time_limit) document["limits"]["time_limit_ms"] = 2000;
  return write_file(problem / "problem.json", document.dump());
}

Result<Answer> ask_the_judge(const ExamRun& exam_run) {
  JUDGE_TRY(const auto scratch, TemporaryDirectory::create("exam"));
  JUDGE_TRY(const auto keeps, TemporaryDirectory::create("exam-ledger"));
  JUDGE_TRY(auto problem, folder_of(exam_run.exam));
  if (exam_run.exam.sizes != ExamCase::Sizes::full) {
    JUDGE_TRY(problem, with_fewer_cases(exam_run.exam, keeps.path()));
    JUDGE_CHECK(tighten_limits(exam_run.exam.verdicts.front(), problem));
  }
  // By setsid: run_command ends the group of what it ran, and would hide what the judge left running.
  std::vector<std::string> command = {"setsid",
                                      "--wait",
                                      setting("JUDGE_BINARY", JUDGE_BINARY_DIR "/bin/judge"),
                                      "run",
                                      problem,
                                      exam_run.exam.file,
                                      "--json",
                                      "--max-time",
                                      "0.3",  // verdicts are what is examined; a CPU's noise would take all the time there is
                                      "--root",
                                      exam_root(),
                                      "--runtime",
                                      name_of(exam_run.runtime),
                                      "--ledger",
                                      keeps.path() / "ledger.sqlite",
                                      "--cache",
                                      setting("JUDGE_EXAM_CACHE", JUDGE_BINARY_DIR "/exam-cache")};
  if (!exam_run.exam.finding.empty()) command.push_back("--check");
  if (exam_run.exam.with_extra) command.push_back("--extra");
  if (!exam_run.exam.is_timed) command.push_back("--no-timing");
  Answer answer;
  JUDGE_TRY(answer.command, run_command(command, {.directory = scratch.path(), .time_limit = k_patience}));
  if (answer.command.timed_out) return fail("the judge itself hangs\n{}", answer.command.standard_error);
  JUDGE_TRY(const auto document, parse_json(answer.command.standard_output));
  JUDGE_TRY(auto run, decode<RunDocument>(document, "the run"));
  if (run.records.size() != 1) return fail("{} records for one attempt", run.records.size());
  answer.record = std::move(run.records[0]);
  answer.text = answer.command.standard_error;
  append_strings(document, answer.text);
  for (const auto& entry : std::filesystem::directory_iterator(scratch.path()))
    answer.files_left.push_back(entry.path().filename());
  return answer;
}

/// Does the verdict, a fault or a finding name this line of the attempt?
bool names_line(const Answer& answer, const ExamCase& exam) {
  const std::string name = exam.file.filename();
  const auto matches = [&](const Fault& fault) {
    const bool names = fault.line == exam.line || (fault.other && fault.other->line == exam.line);
    return names && std::filesystem::path(fault.file).filename() == name;
  };
  if (answer.record.fault && matches(*answer.record.fault)) return true;
  if (std::ranges::any_of(answer.record.findings, matches)) return true;
  // "file.cu:12:5: error" (g++, clang++) or "file.cu(12): error" (nvcc)
  const std::regex place(std::regex_replace(name, std::regex("\\."), "\\.") + fmt::format("[:(]{}[:)]", exam.line));
  return std::regex_search(answer.record.verdict.details + "\n" + answer.record.verdict.summary, place);
}

std::string describe(const Fault& fault) {
  return fmt::format("{} at {}:{}:{}", name_of(fault.kind), fault.file, fault.line, fault.column);
}

/// Is this what the checker must find, in the right line? A race is in two, and has no first one.
bool is_expected(const Fault& fault, const ExamCase& exam) {
  const bool other_line = fault.kind == Fault::Kind::race && fault.other && fault.other->line == exam.line;
  return fault.kind == from_name<Fault::Kind>(exam.finding) && (exam.line == 0 || fault.line == exam.line || other_line);
}

void check_findings(const ExamCase& exam, const Record& record) {
  std::vector<Fault> found = record.findings;
  if (record.fault) found.push_back(*record.fault);
  std::string all;
  for (const auto& fault : found) all += "\n  " + describe(fault);
  if (exam.finding == "none") {
    EXPECT_TRUE(found.empty()) << "found where nothing is wrong:" << all;
    EXPECT_TRUE(record.check && record.check->note.empty()) << (record.check ? record.check->note : "no checker ran");
  } else {
    EXPECT_TRUE(std::ranges::any_of(found, [&](const Fault& fault) { return is_expected(fault, exam); }))
        << "not found: " << exam.finding << " in line " << exam.line << "; found:" << all;
  }
}

bool must_name_line(const ExamRun& exam_run) {
  if (!exam_run.exam.line) return false;
  return exam_run.runtime == RuntimeKind::emulated || exam_run.exam.verdicts.front() == VerdictKind::compile_error;
}

std::string expected_verdicts(const ExamRun& exam_run) {
  std::string names;
  for (const auto verdict : exam_run.exam.verdicts_on(exam_run.runtime))
    names += (names.empty() ? "" : " or ") + std::string(name_of(verdict));
  return names;
}

/// For tools/exam: one line "file, expected, got, seconds" in the file that JUDGE_EXAM_TABLE names.
void add_to_table(const ExamRun& exam_run, const std::string& got, double seconds) {
  const std::string table = setting("JUDGE_EXAM_TABLE", "");
  if (table.empty()) return;
  std::ofstream(table, std::ios::app) << fmt::format(
      "{}\t{}\t{}\t{:.2f}\t{}\n", exam_run.exam.file.lexically_relative(exam_root()).string(), expected_verdicts(exam_run), got,
      seconds, testing::Test::HasFailure() ? "FAILED" : "passed");
}

void check_answer(const ExamRun& exam_run, const Answer& answer) {
  const auto& exam = exam_run.exam;
  const auto got = answer.record.verdict.kind;
  EXPECT_TRUE(contains(exam.verdicts_on(exam_run.runtime), got))
      << "expected " << expected_verdicts(exam_run) << ", got " << name_of(got);
  EXPECT_EQ(answer.command.exit_status, got == VerdictKind::accepted ? 0 : 1);
  for (const auto& [only, text, is_absent] : exam.says) {
    const bool applies = !only || *only == exam_run.runtime;
    EXPECT_TRUE(!applies || answer.text.contains(text) != is_absent) << (is_absent ? "said: " : "nowhere said: ") << text;
  }
  EXPECT_TRUE(!must_name_line(exam_run) || names_line(answer, exam)) << "line " << exam.line << " is not named";
  if (!exam.finding.empty() && exam_run.runtime == RuntimeKind::emulated) check_findings(exam, answer.record);
  EXPECT_EQ(answer.record.device.runtime, exam_run.runtime);
  EXPECT_TRUE(answer.files_left.empty()) << "left in the working directory: " << answer.files_left.front();
}

class Exam : public testing::TestWithParam<ExamRun> {};

TEST_P(Exam, GetsItsVerdict) {
  const auto& exam_run = GetParam();
  adopt_orphans();
  const auto answer = ask_the_judge(exam_run);
  for (const auto& process : end_orphans()) ADD_FAILURE() << "left running: " << process;
  if (answer) {
    check_answer(exam_run, *answer);
    if (HasFailure())
      std::cout << answer->record.verdict.summary << "\n"
                << answer->record.verdict.details << "\n"
                << answer->command.standard_error << std::endl;
  } else {
    ADD_FAILURE() << answer.error().message;
  }
  add_to_table(exam_run, answer ? std::string(name_of(answer->record.verdict.kind)) : "none",
               answer ? std::chrono::duration<double>(answer->command.duration).count() : 0);
}

/// "accepted/leaves_child.cu" -> "accepted_leaves_child"
std::string test_name(const testing::TestParamInfo<ExamRun>& info) {
  const auto& file = info.param.exam.file;
  std::string name = file.parent_path().filename().string() + "_" + file.stem().string();
  std::ranges::replace_if(
      name, [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
}

/// Attempts of one kind say much the same, so CTest takes one of `every` of them, from `first` on.
struct Kind {
  std::string name;
  int every = 1, first = 0;
};

Kind kind_of(const ExamCase& exam, RuntimeKind runtime) {
  if (exam.sizes == ExamCase::Sizes::full && runtime == RuntimeKind::emulated)
    return {"full size", 18, 1};  // half a minute each
  if (is_style(exam.file)) return {"styles", 100, 5};
  if (lies_with_its_problem(exam)) return {"of a problem", 200, 10};
  const std::string folder = exam.file.parent_path().filename();
  if (folder == "cheating") return {folder, 10, 1};
  if (folder == "solutions") return {folder, 40, 1};
  for (const char* large : {"accepted", "check", "runtime-error", "time-limit", "wrong-answer"})
    if (folder == large) return {folder, 26, 1};
  if (folder == "compile-error") return {folder, 8, 0};
  return {folder, 2};
}

/// A sample; all of them where JUDGE_EXAM_ALL is set, as tools/exam does.
std::vector<ExamRun> exam_runs_on(RuntimeKind runtime) {
  const auto cases = find_exam_cases(exam_root());
  const bool wants_all = !setting("JUDGE_EXAM_ALL", "").empty();
  std::vector<ExamRun> exam_runs;
  std::map<std::string, int> seen;
  if (!cases) return exam_runs;
  for (const auto& exam : *cases) {
    if (!exam.runs_on(runtime)) continue;
    const auto kind = kind_of(exam, runtime);
    const bool is_its_turn = seen[kind.name]++ % kind.every == kind.first;
    if (wants_all || (is_its_turn && exam.in_sample)) exam_runs.push_back({exam, runtime});
  }
  return exam_runs;
}

bool has_gpu() { return ::access("/proc/driver/nvidia/version", R_OK) == 0; }

INSTANTIATE_TEST_SUITE_P(Emulated, Exam, testing::ValuesIn(exam_runs_on(RuntimeKind::emulated)), test_name);
INSTANTIATE_TEST_SUITE_P(Cuda, Exam, testing::ValuesIn(has_gpu() ? exam_runs_on(RuntimeKind::cuda) : std::vector<ExamRun>{}),
                         test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Exam);

TEST(ExamPapers, AreAllReadable) {
  const auto cases = find_exam_cases(exam_root());
  ASSERT_TRUE(cases) << cases.error().message;
  std::set<std::filesystem::path> read, there;
  for (const auto& exam : *cases) read.insert(exam.file);
  for (const char* folder : {"testcases", "solutions"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(exam_root() / folder))
      if (entry.path().extension() == ".cu") there.insert(entry.path());
  EXPECT_FALSE(there.empty());
  const auto own = attempts_of_ones_own(exam_root());
  ASSERT_TRUE(own) << own.error().message;
  for (const auto& file : *own) there.erase(file);
  EXPECT_EQ(read, there);
}

// What `judge new` and `judge serve` write into a clone.
TEST(ExamPapers, LeaveOutProblemsAndAttemptsOfOnesOwn) {
  const auto folder = TemporaryDirectory::create("exam").value();
  const auto put = [&](const std::string& name, const std::string& text) {
    std::filesystem::create_directories((folder.path() / name).parent_path());
    EXPECT_TRUE(write_file(folder.path() / name, text));
  };
  put("docs/problems.md", "| problem | cases |\n|---|---:|\n| sums | 49 | fast |\n");
  for (const char* name : {"problems/reductions/sums", "problems/own/differences", "problems/mine"}) {
    put(std::string(name) + "/solve.h", "");
    put(std::string(name) + "/problem.json", "{}");
  }
  for (const char* name : {"s_best", "d_starter", "m_starter", "mine/s_try", "s_mine"})
    put(std::string("solutions/") + name + ".cu", "");
  const auto cases = find_exam_cases(folder.path());
  ASSERT_TRUE(cases) << cases.error().message;
  ASSERT_EQ(cases->size(), 1u);
  EXPECT_EQ(cases->front().file, folder.path() / "solutions/s_best.cu");
  EXPECT_EQ(attempts_of_ones_own(folder.path())->size(), 4u);
}

TEST(ExamPapers, AreNotTheUsersOwn) {
  const auto own = attempts_of_ones_own(exam_root());
  ASSERT_TRUE(own) << own.error().message;
  std::string left_out;
  for (const auto& file : *own) left_out += "\n  " + file.string();
  if (!left_out.empty()) GTEST_SKIP() << "left out, since they are not the judge's own examples:" << left_out;
}

std::set<std::string> attempts_named_in(const std::filesystem::path& page) {
  const auto text = read_file(page);
  EXPECT_TRUE(text) << page;
  const std::regex name("`([a-z-]+/[a-z0-9_/-]+\\.cu)`");
  std::set<std::string> names;
  for (std::sregex_iterator found(text->begin(), text->end(), name), end; found != end; ++found) names.insert((*found)[1]);
  return names;
}

TEST(ExamPapers, AreWhatThePagesSayTheyAre) {
  const auto rules = attempts_named_in(exam_root() / "docs/rules.md"),
             attacks = attempts_named_in(exam_root() / "docs/attacks.md");
  EXPECT_GT(rules.size(), 20u);
  EXPECT_GT(attacks.size(), 100u);
  for (const auto& names : {rules, attacks})
    for (const auto& name : names) EXPECT_TRUE(std::filesystem::exists(exam_root() / "testcases" / name)) << name;
  for (const auto& entry : std::filesystem::directory_iterator(exam_root() / "testcases/cheating"))
    if (entry.path().extension() == ".cu") {
      EXPECT_TRUE(attacks.contains("cheating/" + entry.path().filename().string()))
          << entry.path() << " is not in docs/attacks.md";
    }
}

TEST(ExamPapers, AllRunIfAllAreWanted) {
  const std::string before = setting("JUDGE_EXAM_ALL", "");
  ::setenv("JUDGE_EXAM_ALL", "1", 1);
  const auto all = exam_runs_on(RuntimeKind::emulated);
  ::setenv("JUDGE_EXAM_ALL", before.c_str(), 1);
  const auto cases = find_exam_cases(exam_root());
  ASSERT_TRUE(cases) << cases.error().message;
  const auto runs = [](const ExamCase& exam) { return exam.runs_on(RuntimeKind::emulated); };
  EXPECT_EQ(all.size(), static_cast<std::size_t>(std::ranges::count_if(*cases, runs)));
}

TEST(ExamPapers, TheSampleHasSomeOfEachFolder) {
  std::set<std::string> run, there;
  for (const auto& exam_run : exam_runs_on(RuntimeKind::emulated)) run.insert(exam_run.exam.file.parent_path().filename());
  for (const auto& entry : std::filesystem::directory_iterator(exam_root() / "testcases"))
    if (entry.is_directory()) there.insert(entry.path().filename());
  EXPECT_TRUE(std::ranges::includes(run, there));
  EXPECT_GT(there.size(), 8u);
}

TEST(ExamPapers, TheSampleLeavesOutWhatAsksForThat) {
  const auto cases = find_exam_cases(exam_root());
  ASSERT_TRUE(cases) << cases.error().message;
  std::set<std::filesystem::path> left_out;
  for (const auto& exam : *cases)
    if (!exam.in_sample) left_out.insert(exam.file);
  EXPECT_TRUE(left_out.contains(exam_root() / "testcases/compile-error/bomb_of_macros.cu"));
  for (const auto& exam_run : exam_runs_on(RuntimeKind::emulated)) EXPECT_FALSE(left_out.contains(exam_run.exam.file));
}

TEST(CudaExam, HasAGpu) {
  if (!has_gpu()) GTEST_SKIP() << "no NVIDIA driver here: the exam did not run on the CUDA runtime";
  EXPECT_FALSE(exam_runs_on(RuntimeKind::cuda).empty());
}

}  // namespace
}  // namespace judge
