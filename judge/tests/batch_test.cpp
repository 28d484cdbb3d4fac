#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "judge/batch/results.hpp"
#include "judge/ledger/ledger.hpp"
#include "judge/tests/batch_support.hpp"
#include "judge/tests/small_root.hpp"
#include "judge/util/files.hpp"
#include "judge/util/process.hpp"
#include "judge/worker/messages.hpp"

namespace judge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr const char* k_judge = JUDGE_BINARY_DIR "/bin/judge";

std::string attempt(const std::string& expression, int variant = 0) {
  return fmt::format(R"(#include <cuda_runtime.h>
// variant {}
__global__ void add(const float* A, const float* B, float* C, int N) {{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) C[i] = {};
}}
extern "C" void solve(const float* A, const float* B, float* C, int N) {{ add<<<(N + 255) / 256, 256>>>(A, B, C, N); }}
)",
                     variant, expression);
}

/// The real binary on the emulated runtime, with a folder of its own.
class Batches : public WithFolder {
 protected:
  std::vector<std::string> words(const fs::path& jobs, std::vector<std::string> more = {}) const {
    std::vector<std::string> words{k_judge,
                                   "--root",
                                   m_root,
                                   "--runtime",
                                   "emulated",
                                   "--cache",
                                   JUDGE_BINARY_DIR "/tests/cache",
                                   "--ledger",
                                   ledger().string(),
                                   "batch",
                                   jobs.string(),
                                   "--no-timing",
                                   "--no-check",
                                   "-o",
                                   output().string()};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  CommandResult run(const fs::path& jobs, const std::vector<std::string>& more = {}) const {
    return run_command(words(jobs, more)).value();
  }

  /// A judge whose workers' words pass through sed.
  fs::path judge_whose_workers_speak_through(std::string_view script) {
    const auto bin = m_folder.path() / "bin";
    fs::create_directories(bin);
    fs::create_directories(m_folder.path() / "share");
    fs::create_directory_symlink(JUDGE_BINARY_DIR "/share/judge", m_folder.path() / "share/judge");
    fs::copy_file(k_judge, bin / "judge-batch");
    put("bin/judge", fmt::format("#!/bin/sh\n{} \"$@\" | sed -u '{}'\n", k_judge, script));
    fs::permissions(bin / "judge", fs::perms::owner_all);
    return bin / "judge-batch";
  }

  fs::path output() const { return m_folder.path() / "results.jsonl"; }
  fs::path ledger() const { return m_folder.path() / "ledger.sqlite"; }

  std::map<std::string, std::vector<BatchResult>> results() const {
    std::map<std::string, std::vector<BatchResult>> by_id;
    std::ifstream file(output());
    for (std::string line; std::getline(file, line);) {
      const auto result = parse_result(line);
      if (!result) ADD_FAILURE() << line << ": " << result.error().message;
      else by_id[fs::path(result->id).stem().string()].push_back(*result);
    }
    return by_id;
  }

  std::size_t rows_of_ledger() const { return Ledger::open(ledger())->history("vector-addition")->size(); }

  /// Each attempt takes a second or two, in which a signal comes.
  void take_all_cases() { m_root = JUDGE_SOURCE_DIR; }

 private:
  SmallRoot m_small_root;
  std::string m_root = m_small_root.path();
};

TEST_F(Batches, WriteALineForEachAttemptWhateverItIs) {
  put("sub/vector-addition/right.cu", attempt("A[i] + B[i]"));
  put("sub/vector-addition/again.cu", attempt("A[i] + B[i]"));
  put("sub/vector-addition/wrong.cu", attempt("A[i] - B[i]"));
  put("sub/vector-addition/broken.cu", "no C++");
  put("sub/unknown.cu", attempt("A[i] + B[i]"));
  const auto first = run(m_folder.path() / "sub");
  EXPECT_EQ(first.exit_status, 1) << first.standard_error;  // one could not be judged
  EXPECT_THAT(first.standard_error, HasSubstr("2 accepted, 1 wrong-answer, 1 compile-error, 1 not judged"));
  auto found = results();
  ASSERT_EQ(found.size(), 5u);
  const auto& [right, again] = std::tie(found["right"].front(), found["again"].front());
  EXPECT_EQ(right.verdict, VerdictKind::accepted);
  EXPECT_EQ(again.verdict, VerdictKind::accepted);
  EXPECT_TRUE(right.same_as.empty() != again.same_as.empty());  // one of them was judged
  EXPECT_EQ(found["wrong"].front().verdict, VerdictKind::wrong_answer);
  EXPECT_EQ(found["broken"].front().verdict, VerdictKind::compile_error);
  EXPECT_THAT(found["unknown"].front().error, HasSubstr("which problem is it for?"));
  EXPECT_EQ(rows_of_ledger(), 3u);

  const auto second = run(m_folder.path() / "sub");
  EXPECT_THAT(second.standard_error, HasSubstr("4 more were judged before"));
  for (const auto& ran : {first, second}) {
    EXPECT_THAT(ran.standard_error, HasSubstr("\nagain    1 of 1 solved\n"
                                              "broken   0 of 1 solved: vector-addition compile-error\n"
                                              "right    1 of 1 solved\n"
                                              "unknown  0 of 1 solved: unknown.cu not judged\n"
                                              "wrong    0 of 1 solved: vector-addition wrong-answer\n"));
  }
  EXPECT_EQ(rows_of_ledger(), 3u);
}

TEST_F(Batches, OfLinesWithoutAFileGoToStandardOutput) {
  std::string lines;
  lines +=
      json_text(encode(WorkerJob{.id = "a", .problem = "vector-addition", .source = attempt("A[i] + B[i]"), .name = "a"})) +
      "\n";
  lines += "{\"problem\": \"vector-additoin\", \"path\": \"x.cu\"}\n";
  const auto jobs = put("jobs.jsonl", lines);
  auto command = words(jobs);
  command.resize(command.size() - 2);
  const auto result = run_command(command).value();
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(std::ranges::count(result.standard_output, '\n'), 2);
  EXPECT_THAT(result.standard_output, HasSubstr("\"verdict\":\"accepted\""));
  EXPECT_THAT(result.standard_output, HasSubstr("did you mean 'vector-addition'"));
}

TEST_F(Batches, TryAgainWhatCouldNotBeJudgedAndSayTheSameErrorOnce) {
  const auto late = m_folder.path() / "late.cu";
  const auto jobs = put("jobs.jsonl", fmt::format("{{\"id\": \"late\", \"problem\": \"vector-addition\", \"path\": \"{}\"}}\n"
                                                  "{{\"id\": \"wrong\", \"problem\": 7}}\n",
                                                  late.string()));
  EXPECT_EQ(run(jobs).exit_status, 1);
  EXPECT_EQ(run(jobs).exit_status, 1) << "it is tried again";
  EXPECT_EQ(results()["late"].size(), 1u);
  EXPECT_EQ(results()["wrong"].size(), 1u);
  put("late.cu", attempt("A[i] + B[i]"));
  EXPECT_EQ(run(jobs).exit_status, 1);
  ASSERT_EQ(results()["late"].size(), 2u);
  EXPECT_EQ(results()["late"].back().verdict, VerdictKind::accepted);
  EXPECT_EQ(results()["wrong"].size(), 1u);
}

TEST_F(Batches, JudgeAgainWhenAHeaderChanges) {
  const std::map<std::string, std::string> spelled{
      {"a", "#include \"my.h\"\n"}, {"b", "# include\"my.h\"\n"}, {"c", "#define MINE \"my.h\"\n#include MINE\n"}};
  put("sub/vector-addition/my.h", "#define ANSWER A[i] + B[i]\n");
  for (const auto& [name, line] : spelled) put("sub/vector-addition/" + name + ".cu", line + attempt("ANSWER"));
  run(m_folder.path() / "sub");
  put("sub/vector-addition/my.h", "#define ANSWER A[i] - B[i]\n");
  run(m_folder.path() / "sub");
  for (const auto& [name, line] : spelled) {
    const auto found = results().at(name);
    ASSERT_EQ(found.size(), 2u) << line;
    EXPECT_EQ(found[0].verdict, VerdictKind::accepted);
    EXPECT_EQ(found[1].verdict, VerdictKind::wrong_answer);
  }
}

// Its own folder may hold another header under a name that only the preprocessor knows.
TEST_F(Batches, AProgramThatMayKnowWhereItLiesIsJudgedThere) {
  const std::map<std::string, std::string> spelled{
      {"made", "#define S_(x) #x\n#define S(x) S_(x)\n#include S(my.h)\n"},
      {"file",
       "constexpr bool has_b(const char* p) { for (; *p; ++p) if (p[0] == 'b' && p[1] == '_') return true; return false; }\n"
       "#define ANSWER has_b(__FILE__) ? 7.f : A[i] + B[i]\n"},
      {"asked", "#if __has_include(\"only_b.h\")\n#define ANSWER 7.f\n#else\n#define ANSWER A[i] + B[i]\n#endif\n"},
      {"line", "//\r#include \"my.h\"\n"},
      {"joined", "%\\ \n:include \"my.h\"\n"},
      {"built_in",
       "constexpr bool has_b(const char* p) { for (; *p; ++p) if (p[0] == 'b' && p[1] == '_') return true; return false; }\n"
       "#define ANSWER has_b(__builtin_FI\\ \nLE()) ? 7.f : A[i] + B[i]\n"},
      {"plain", "#define ANSWER A[i] + B[i]\n"}};
  put("sub/a_a/vector-addition/my.h", "#define ANSWER A[i] + B[i]\n");
  put("sub/b_b/vector-addition/my.h", "#define ANSWER A[i] - B[i]\n");
  put("sub/b_b/vector-addition/only_b.h", "");
  for (const auto& [name, lines] : spelled)
    for (const char* folder : {"a_a", "b_b"})
      put(fmt::format("sub/{}/vector-addition/{}.cu", folder, name), lines + attempt("ANSWER"));
  const auto done = run(m_folder.path() / "sub");
  const auto found = results();
  for (const auto& [name, lines] : spelled) {
    ASSERT_EQ(found.at(name).size(), 2u) << done.standard_error;
    for (const auto& result : found.at(name)) {
      const bool is_right = name == "plain" || result.id.contains("a_a");
      EXPECT_EQ(result.verdict, is_right ? VerdictKind::accepted : VerdictKind::wrong_answer) << result.id;
    }
    EXPECT_EQ(found.at(name)[0].same_as.empty() && found.at(name)[1].same_as.empty(), name != "plain") << name;
  }
}

TEST_F(Batches, AFileWhoseNameIsNoTextIsJudged) {
  put("sub/vector-addition/\xff.cu", attempt("A[i] + B[i]"));
  const auto done = run(m_folder.path() / "sub", {"--workers", "1"});
  const auto found = results();
  ASSERT_EQ(found.size(), 1u) << done.standard_error;
  EXPECT_EQ(found.begin()->second.front().verdict, VerdictKind::accepted) << found.begin()->second.front().error;
}

TEST_F(Batches, NameEachAttemptsOwnFile) {
  put("sub/vector-addition/anna.cu", attempt("A[i] + B[i] + C[i + 1000000000]"));
  put("sub/vector-addition/ben.cu", attempt("A[i] + B[i] + C[i + 1000000000]", 0));
  run(m_folder.path() / "sub", {"--records"});
  fs::remove(m_folder.path() / "sub/vector-addition/anna.cu");
  fs::remove(output());
  run(m_folder.path() / "sub", {"--records"});
  const auto found = results().at("ben");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found[0].record["fault"].dump(), HasSubstr("ben.cu"));
  EXPECT_FALSE(found[0].record.dump().contains("anna"));
}

TEST_F(Batches, GoOnWhereTheyWereKilled) {
  constexpr int count = 8;
  take_all_cases();
  for (int i = 0; i < count; ++i) put(fmt::format("sub/vector-addition/n{}.cu", i), attempt("A[i] + B[i]", i));
  auto command = words(m_folder.path() / "sub", {"--workers", "2"});
  std::vector<char*> argv;
  for (auto& word : command) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::setpgid(0, 0);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  const auto lines = [&] {
    const auto text = read_file(output());
    return text ? std::ranges::count(*text, '\n') : 0;
  };
  const auto deadline = std::chrono::steady_clock::now() + 60s;
  while (lines() < 2 && std::chrono::steady_clock::now() < deadline) std::this_thread::sleep_for(5ms);
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  const auto before = lines();
  EXPECT_GE(before, 2);

  const auto rest = run(m_folder.path() / "sub");
  EXPECT_EQ(rest.exit_status, 0) << rest.standard_error;
  const auto found = results();
  EXPECT_EQ(found.size(), static_cast<std::size_t>(count));
  for (const auto& [id, each] : found) EXPECT_EQ(each.size(), 1u) << id;
}

TEST_F(Batches, OneWorkersJobsOfAProblemShareASession) {
  for (int i = 0; i < 5; ++i) put(fmt::format("sub/vector-addition/{}.cu", i), attempt("A[i] + B[i]", i));
  run(m_folder.path() / "sub", {"--records", "--workers", "1"});
  std::set<std::string> seeds;
  for (const auto& [id, each] : results()) seeds.insert(each.front().record["seed"]);
  EXPECT_EQ(results().size(), 5u);
  EXPECT_EQ(seeds.size(), 1u);
}

// Its text may hold the answers to the inputs that the verdict told.
TEST_F(Batches, AJobThatComesAfterAVerdictHasOtherInputs) {
  const auto pipe = m_folder.path() / "jobs";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread sender([&] {
    std::ofstream jobs(pipe);
    for (int i = 0; i < 2; ++i) {
      jobs << json_text(encode(WorkerJob{
                  .id = std::to_string(i), .problem = "vector-addition", .source = attempt("A[i] + B[i]", i), .name = "a"}))
           << std::endl;
      for (int tries = 0; tries < 3000 && results().size() <= static_cast<std::size_t>(i); ++tries)
        std::this_thread::sleep_for(20ms);
    }
  });
  const auto done = run(pipe, {"--records", "--workers", "1"});
  sender.join();
  const auto found = results();
  ASSERT_EQ(found.size(), 2u) << done.standard_error;
  EXPECT_NE(found.at("0").front().record["seed"], found.at("1").front().record["seed"]);
}

// It ends each job twice.
TEST_F(Batches, AnAnswerForAnotherJobIsNobodys) {
  const auto judge = judge_whose_workers_speak_through(
      R"sed(s/^{"event":"record","id":"\([^"]*\)".*$/&\n{"event":"error","id":"\1","message":"again"}/)sed");
  put("sub/vector-addition/a.cu", attempt("A[i] + B[i]"));
  put("sub/vector-addition/b.cu", attempt("A[i] - B[i]"));
  put("sub/vector-addition/c.cu", attempt("A[i] + B[i]", 1));
  auto command = words(m_folder.path() / "sub", {"--workers", "1"});
  command.front() = judge;
  const auto result = run_command(command).value();
  auto found = results();
  ASSERT_EQ(found.size(), 3u) << result.standard_error;
  for (const char* name : {"a", "b", "c"}) {
    ASSERT_EQ(found[name].size(), 1u) << name;
    EXPECT_EQ(found[name].front().error, "") << name;
    EXPECT_EQ(found[name].front().verdict, *name == 'b' ? VerdictKind::wrong_answer : VerdictKind::accepted) << name;
  }
}

// Another worker's attempt may hold the device's memory.
TEST_F(Batches, AJobThatTheJudgeHadNoMemoryForIsTriedOnceMore) {
  const auto judge = judge_whose_workers_speak_through(
      R"sed(0,/^{"event":"record","id":"\([^"]*\)".*$/s//{"event":"error","id":"\1","message":"cudaErrorMemoryAllocation (2): out of memory"}/)sed");
  put("sub/vector-addition/a.cu", attempt("A[i] + B[i]"));
  auto command = words(m_folder.path() / "sub", {"--workers", "1"});
  command.front() = judge;
  const auto result = run_command(command).value();
  auto found = results();
  ASSERT_EQ(found["a"].size(), 1u) << result.standard_error;
  EXPECT_EQ(found["a"].front().error, "");
  EXPECT_EQ(found["a"].front().verdict, VerdictKind::accepted);
}

TEST_F(Batches, ALostWorkerCostsNobodyTheVerdict) {
  take_all_cases();
  std::string lines;
  const auto add = [&](const char* id, const std::string& source) {
    lines += json_text(encode(WorkerJob{.id = id, .problem = "vector-addition", .source = source, .name = id})) + "\n";
  };
  for (int i = 0; i < 4; ++i) add(fmt::format("{}", i).c_str(), attempt("A[i] + B[i]", i));
  const auto jobs = put("jobs.jsonl", lines);
  std::thread killer([&] {  // of the first worker that appears below us
    for (int tries = 0; tries < 400; ++tries) {
      std::this_thread::sleep_for(10ms);
      const auto found = run_command({"pgrep", "-f", "worker.*" + m_folder.path().string()});
      if (!found || found->standard_output.empty()) continue;
      std::this_thread::sleep_for(300ms);
      ::kill(std::stoi(found->standard_output), SIGKILL);
      return;
    }
  });
  const auto result = run(jobs, {"--workers", "1"});
  killer.join();
  EXPECT_EQ(result.exit_status, 0) << result.standard_error;
  const auto found = results();
  EXPECT_EQ(found.size(), 4u);
  for (const auto& [id, each] : found) EXPECT_EQ(each.front().verdict, VerdictKind::accepted) << id;
}

}  // namespace
}  // namespace judge
