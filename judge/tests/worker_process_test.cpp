#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <thread>

#include "judge/ledger/ledger.hpp"
#include "judge/model/documents.hpp"
#include "judge/model/record_json.hpp"
#include "judge/tests/child_pids.hpp"
#include "judge/tests/small_root.hpp"
#include "judge/util/child_setting.hpp"
#include "judge/util/children.hpp"
#include "judge/util/files.hpp"
#include "judge/worker/lines.hpp"
#include "judge/worker/worker_process.hpp"

namespace judge {
namespace {

using testing::HasSubstr;
using namespace std::chrono_literals;
using Judged = WorkerEvent::Judged;
using Tried = WorkerEvent::Tried;

constexpr const char* k_right = R"(#include <cuda_runtime.h>
__global__ void add(const float* A, const float* B, float* C, int N) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) C[i] = A[i] + B[i];
}
extern "C" void solve(const float* A, const float* B, float* C, int N) { add<<<(N + 255) / 256, 256>>>(A, B, C, N); }
)";
constexpr const char* k_wrong = R"(#include <cuda_runtime.h>
extern "C" void solve(const float* A, const float* B, float* C, int N) {}
)";

class Workers : public testing::Test {
 protected:
  Workers() : m_folder(TemporaryDirectory::create("worker-test").value()) {}

  WorkerProcess start() {
    auto worker = WorkerProcess::start({.common = {.root = m_root.path(),
                                                   .cache = JUDGE_BINARY_DIR "/tests/cache",
                                                   .ledger = m_folder.path() / "ledger.sqlite",
                                                   .runtime = RuntimeKind::emulated}});
    EXPECT_TRUE(worker) << worker.error().message;
    return *std::move(worker);
  }

  static WorkerJob job(const char* id, const char* source) {
    return {.id = id, .problem = "vector-addition", .source = source, .name = "mine", .timing = false, .keep = false};
  }

  /// All events of the next job.
  static std::vector<WorkerEvent> events_of_one(WorkerProcess& worker) {
    std::vector<WorkerEvent> events;
    while (events.empty() || !events.back().is_last()) {
      auto event = worker.next(300s);
      if (!event || !*event) {
        ADD_FAILURE() << (event ? "nothing came" : event.error().message);
        return {WorkerEvent{}};  // whoever looks at the last one finds no verdict
      }
      if (!(*event)->id.empty()) events.push_back(**std::move(event));  // else it is about the worker
    }
    return events;
  }

  /// None of an event that has no record.
  static std::optional<Record> record_in(const WorkerEvent& event) {
    const auto* judged = event.get_if<Judged>();
    auto record = judged ? record_from_json(judged->record) : fail("{}", line_of(event));
    EXPECT_TRUE(record) << record.error().message;
    return record ? std::optional(*std::move(record)) : std::nullopt;
  }

  static std::string verdict(const WorkerEvent& event) {
    const auto record = record_in(event);
    return record ? name_of(record->verdict.kind) : "none";
  }

  SmallRoot m_root;
  TemporaryDirectory m_folder;
};

TEST_F(Workers, JudgesJobsInTheirOrderAndTellsWhatHappens) {
  auto worker = start();
  ASSERT_TRUE(worker.send(job("a", k_right)));
  ASSERT_TRUE(worker.send(job("b", k_wrong)));
  ASSERT_TRUE(worker.send(job("c", "no C++")));
  const auto first = events_of_one(worker), second = events_of_one(worker), third = events_of_one(worker);
  ASSERT_FALSE(first.empty() || second.empty() || third.empty());
  EXPECT_TRUE(first.front().get_if<WorkerEvent::Started>());
  std::vector<WorkerEvent::CaseDone> cases;
  for (const auto& event : first)
    if (const auto* done = event.get_if<WorkerEvent::CaseDone>()) cases.push_back(*done);
  const auto record = record_in(first.back());
  ASSERT_TRUE(record);
  ASSERT_FALSE(cases.empty());
  EXPECT_EQ(cases.size(), record->cases.size());
  EXPECT_EQ(cases.front().of, std::ssize(cases));
  EXPECT_EQ(record->attempt.name, "mine");
  EXPECT_EQ(verdict(first.back()), "accepted");
  EXPECT_EQ(verdict(second.back()), "wrong-answer");
  EXPECT_EQ(verdict(third.back()), "compile-error");
  for (const auto& event : first) EXPECT_EQ(event.id, "a");
  EXPECT_EQ(second.back().id, "b");
  EXPECT_NE(record->run_id, record_in(second.back())->run_id) << "they were not timed side by side";
}

TEST_F(Workers, AJobThatCannotBeJudgedEndsAsAnErrorAndTheNextOneIsJudged) {
  auto worker = start();
  auto unknown = job("x", k_right);
  unknown.problem = "vector-additoin";
  ASSERT_TRUE(worker.send(unknown));
  ASSERT_TRUE(worker.send(job("y", k_right)));
  const auto failed = events_of_one(worker), judged = events_of_one(worker);
  const auto* error = failed.back().get_if<WorkerEvent::Failed>();
  ASSERT_TRUE(error);
  EXPECT_THAT(error->message, HasSubstr("did you mean 'vector-addition'"));
  EXPECT_EQ(verdict(judged.back()), "accepted");
}

// A record tells the seed of its inputs, and whoever sees it could send a job that holds their answers as a table.
TEST_F(Workers, WhoArrivesAfterAVerdictHasOtherInputs) {
  auto worker = start();
  for (const char* id : {"a", "b"}) ASSERT_TRUE(worker.send(job(id, k_right)));
  const auto a = record_in(events_of_one(worker).back()), b = record_in(events_of_one(worker).back());
  ASSERT_TRUE(worker.send(job("c", k_right)));
  const auto c = record_in(events_of_one(worker).back());
  ASSERT_TRUE(a && b && c);
  EXPECT_EQ(a->seed, b->seed) << "they arrived together, and a session costs something";
  EXPECT_NE(b->seed, c->seed);
  for (std::size_t i = 0; i < c->cases.size(); ++i) EXPECT_NE(b->cases.at(i).seed, c->cases[i].seed) << c->cases[i].name;
}

// The text of a file is taken when the session begins: until its turn somebody could write into it what a record told.
TEST_F(Workers, AFileThatIsWrittenAfterAVerdictGainsNothing) {
  const auto file = m_folder.path() / "late.cu";
  ASSERT_TRUE(write_file(file, k_right));
  auto worker = start();
  ASSERT_TRUE(worker.send(job("a", k_right)));
  auto late = job("late", "");
  late.source.reset();
  late.path = file;
  for (const char* id : {"b", "c", "d", "e"}) ASSERT_TRUE(worker.send(job(id, k_right)));
  ASSERT_TRUE(worker.send(late));
  const auto first = record_in(events_of_one(worker).back());
  ASSERT_TRUE(write_file(file, k_wrong));
  for (int i = 0; i < 4; ++i) events_of_one(worker);
  const auto last = record_in(events_of_one(worker).back());
  ASSERT_TRUE(first && last);
  EXPECT_TRUE(last->seed != first->seed || last->verdict.kind == VerdictKind::accepted);
}

TEST_F(Workers, WhoAsksForASeedGetsIt) {
  auto worker = start();
  auto chosen = job("a", k_right);
  chosen.seed = "7";
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(worker.send(chosen));
    const auto record = record_in(events_of_one(worker).back());
    ASSERT_TRUE(record);
    EXPECT_EQ(record->seed, 7u);
  }
}

// More than the pipe holds: the worker reads it between two jobs only.
TEST_F(Workers, TakesLongJobsWhileItJudges) {
  auto worker = start();
  const std::string source = std::string(k_right) + "// " + std::string(200'000, 'x') + "\n";
  for (const char* id : {"a", "b", "c"}) ASSERT_TRUE(worker.send(job(id, source.c_str())));
  for (auto event = worker.next(0ms); event && *event; event = worker.next(0ms))
    EXPECT_FALSE((*event)->is_last()) << "send() has waited until a job was done";
  std::vector<std::string> judged;
  while (judged.size() < 3) {
    const auto event = worker.next(60s);
    ASSERT_TRUE(event && *event);
    if (!(*event)->is_last()) continue;
    EXPECT_EQ(verdict(**event), "accepted");
    judged.push_back((*event)->id);
  }
  EXPECT_THAT(judged, testing::ElementsAre("a", "b", "c"));
}

TEST_F(Workers, TriesOneCase) {
  auto worker = start();
  auto trial = job("t", k_wrong);
  trial.kind = JobKind::attempt;
  ASSERT_TRUE(worker.send(trial));
  const auto events = events_of_one(worker);
  ASSERT_TRUE(events.back().get_if<Tried>()) << line_of(events.back());
  const auto& document = events.back().get_if<Tried>()->trial;
  EXPECT_EQ(document["schema"], "judge.trial/1");
  EXPECT_EQ(document["record"]["verdict"], "wrong-answer");
  EXPECT_EQ(document["buffers"][2]["name"], "C");
  EXPECT_EQ(document["buffers"][2]["got"][0], "nothing");  // it arrives zeroed
  EXPECT_EQ(document["buffers"][2]["differs"][0], true);
}

TEST_F(Workers, TriesACaseWithTheInputsOfTheRunThatFailed) {
  auto worker = start();
  std::string source = k_right;
  source.replace(source.find("i < N"), 5, "i < N && N < 31");
  auto tried = job("r", source.c_str());
  ASSERT_TRUE(worker.send(tried));
  const auto judged = events_of_one(worker);
  const auto record = record_in(judged.back());
  ASSERT_TRUE(record);
  ASSERT_FALSE(record->verdict.case_name.empty());
  const auto failed = std::ranges::find(record->cases, record->verdict.case_name, &CaseResult::name);
  ASSERT_NE(failed, record->cases.end());
  ASSERT_NE(failed, record->cases.begin()) << "the inputs depend on the case's place";
  tried.kind = JobKind::attempt;
  tried.case_name = failed->name;
  tried.seed = std::to_string(record->seed);
  ASSERT_TRUE(worker.send(tried));
  const auto events = events_of_one(worker);
  ASSERT_TRUE(events.back().get_if<Tried>()) << line_of(events.back());
  EXPECT_EQ(events.back().get_if<Tried>()->trial["record"]["cases"][0]["seed"], std::to_string(failed->seed));
}

TEST_F(Workers, ComparesTwoTextsAndTheNextJobIsJudged) {
  auto worker = start();
  auto both = job("c", k_right);
  both.kind = JobKind::compare;
  both.other_source = std::string(k_right) + "// another text\n";
  both.timing = true;
  ASSERT_TRUE(worker.send(both));
  ASSERT_TRUE(worker.send(job("n", k_right)));
  const auto events = events_of_one(worker), next = events_of_one(worker);
  const auto* compared = events.back().get_if<WorkerEvent::Compared>();
  ASSERT_TRUE(compared) << line_of(events.back());
  const auto document = decode<CompareDocument>(compared->comparison, "the comparison");
  ASSERT_TRUE(document) << document.error().message;
  ASSERT_EQ(document->records.size(), 2u);
  ASSERT_EQ(document->pairs.size(), 1u);
  EXPECT_EQ(document->pairs[0].a, "A");
  EXPECT_EQ(document->pairs[0].b, "B");
  EXPECT_EQ(document->records[0].run_id, document->records[1].run_id) << "they were timed side by side";
  EXPECT_EQ(verdict(next.back()), "accepted");
  EXPECT_EQ(Ledger::open(m_folder.path() / "ledger.sqlite")->size().value(), 0) << "A and B are nobody's attempts";
}

TEST_F(Workers, AComparisonWithAnAttemptThatIsWrongHasNoPair) {
  auto worker = start();
  auto both = job("c", k_right);
  both.kind = JobKind::compare;
  both.other_source = "no C++";
  both.timing = true;
  ASSERT_TRUE(worker.send(both));
  const auto events = events_of_one(worker);
  const auto* compared = events.back().get_if<WorkerEvent::Compared>();
  ASSERT_TRUE(compared) << line_of(events.back());
  EXPECT_TRUE(compared->comparison["pairs"].empty());
  EXPECT_EQ(compared->comparison["records"][1]["verdict"], "compile-error");
}

// What does not compile changes nothing, and when it is judged all before it is done.
TEST_F(Workers, TheBystanderStaysFromOneProblemToTheNext) {
  const SmallRoot roots[2];
  auto worker = start();
  const auto players = [] {
    const auto workers = child_pids(::getpid(), "judge");
    return workers.size() == 1 ? child_pids(*workers.begin(), "judge-player") : std::set<pid_t>();
  };
  std::set<pid_t> after_each[2], stayed;
  for (const int i : {0, 1}) {
    for (const char* source : {k_right, "no C++"}) {
      auto timed = job("t", source);
      timed.problem = roots[i].path() + "/problems/vector-addition";
      timed.timing = true;
      ASSERT_TRUE(worker.send(timed));
      const auto events = events_of_one(worker);
      EXPECT_EQ(verdict(events.back()), source == k_right ? "accepted" : "compile-error");
    }
    after_each[i] = players();
    EXPECT_EQ(after_each[i].size(), 2u) << "the bystander, and one for the next attempt";
  }
  std::ranges::set_intersection(after_each[0], after_each[1], std::inserter(stayed, stayed.end()));
  EXPECT_EQ(stayed.size(), 1u);
  auto unknown = job("x", k_right);
  unknown.problem = "unknown";
  ASSERT_TRUE(worker.send(unknown));
  EXPECT_TRUE(events_of_one(worker).back().get_if<WorkerEvent::Failed>());
  EXPECT_TRUE(players().empty()) << "something may be wrong with them";
}

/// The exit status of a worker that gets `signal`: as it waits for a job, or as it judges one.
int status_after(int signal, const std::string& jobs, const std::string& when_it_says) {
  int input[2], output[2];
  if (::pipe2(input, O_CLOEXEC) != 0 || ::pipe2(output, O_CLOEXEC) != 0) return -3;
  std::vector<std::string> words{JUDGE_BINARY_DIR "/bin/judge",   "--root",    JUDGE_SOURCE_DIR, "--cache",
                                 JUDGE_BINARY_DIR "/tests/cache", "--runtime", "emulated",       "worker"};
  const auto argv = pointers_to(words);
  const pid_t worker = fork_child();
  if (worker == 0) {
    ::dup2(input[0], 0);
    ::dup2(output[1], 1);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  ::close(input[0]);
  ::close(output[1]);
  EXPECT_TRUE(write_all(input[1], jobs));
  LineReader lines(output[0]);
  for (bool has_said = false; !has_said;) {
    const auto line = lines.next(60s);
    if (!line || !*line) break;
    has_said = (*line)->contains(when_it_says);
  }
  std::this_thread::sleep_for(200ms);
  ::kill(worker, signal);
  int status = 0;
  wait_for_child(worker, &status, 0);
  for (const int fd : {input[1], output[0]}) ::close(fd);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// As the README says.
TEST_F(Workers, CtrlCIsTheOrdinaryEndOfOneThatWaits) {
  EXPECT_EQ(status_after(SIGINT, "", R"("event":"ready")"), 0);
  EXPECT_EQ(status_after(SIGTERM, "", R"("event":"ready")"), 128 + SIGTERM);
  const std::string hangs =
      line_of(job("a", R"(extern "C" void solve(const float*, const float*, float*, int) { for (;;) {} })"));
  EXPECT_EQ(status_after(SIGINT, hangs, R"("event":"stage")"), 128 + SIGINT);
}

TEST_F(Workers, EndsInTheMiddleOfAJob) {
  auto worker = start();
  ASSERT_TRUE(worker.send(job("a", R"(extern "C" void solve(const float*, const float*, float*, int) { for (;;) {} })")));
  for (bool has_begun = false; !has_begun;) {
    const auto event = worker.next(60s);
    ASSERT_TRUE(event && *event) << "nothing came";
    has_begun = (*event)->get_if<WorkerEvent::Stage>() != nullptr;
  }
  const auto begin = std::chrono::steady_clock::now();
  worker.end();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);
  EXPECT_FALSE(worker.send(job("b", k_right)));
}

}  // namespace
}  // namespace judge
