#include "judge/serve/worker_engine.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "judge/util/child_setting.hpp"
#include "judge/util/children.hpp"
#include "judge/util/described_json.hpp"
#include "judge/util/files.hpp"
#include "judge/util/installation.hpp"
#include "judge/worker/worker_process.hpp"

namespace judge {

namespace {

constexpr std::size_t k_most_output_bytes = 64 << 20;

// A `judge compare`: what it prints, whole. It ends with the thread that started it.
class Comparing {
 public:
  static Result<std::unique_ptr<Comparing>> start(CommonOptions common, const EngineJob& job) {
    JUDGE_TRY(auto folder, TemporaryDirectory::create("judge-compare-"));
    const auto a = folder.path() / "A.cu", b = folder.path() / "B.cu";
    JUDGE_CHECK(write_file(a, job.text));
    JUDGE_CHECK(write_file(b, job.other_text));
    std::vector<std::string> words{find_installation().prefix / "bin/judge", "compare", job.order.problem, a, b, "--json"};
    common.ledger = folder.path() / "ledger.sqlite";  // two texts named A and B are nobody's attempts on a board
    for (auto& word : common.arguments()) words.push_back(std::move(word));
    const auto argv = pointers_to(words);
    int out[2];
    if (pipe2(out, O_CLOEXEC) != 0) return fail("no pipe: {}", std::strerror(errno));
    const pid_t pid = fork_child();
    if (pid == 0) {
      setpgid(0, 0);
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      const int nowhere = open("/dev/null", O_RDWR);
      dup2(nowhere, STDIN_FILENO);
      dup2(out[1], STDOUT_FILENO);
      dup2(nowhere, STDERR_FILENO);
      signal(SIGPIPE, SIG_DFL);
      execv(argv[0], argv.data());
      _exit(127);
    }
    close(out[1]);
    if (pid < 0) {
      close(out[0]);
      return fail("no process can be started: {}", std::strerror(errno));
    }
    return std::unique_ptr<Comparing>(new Comparing(std::move(folder), pid, out[0]));
  }

  ~Comparing() {
    if (m_pid > 0) {
      kill(-m_pid, SIGTERM);  // it ends its players, and removes its folders
      for (int i = 0; i < 100 && m_pid > 0; ++i) {
        if (waitpid(m_pid, nullptr, WNOHANG) != 0) m_pid = -1;
        else usleep(10'000);
      }
    }
    if (m_pid > 0) {
      kill(-m_pid, SIGKILL);
      wait_for_child(m_pid, nullptr, 0);
    }
    close(m_out);
  }

  /// All that it printed, once it has ended.
  Result<std::optional<std::string>> next(std::chrono::milliseconds patience) {
    pollfd wait{m_out, POLLIN, 0};
    if (poll(&wait, 1, static_cast<int>(patience.count())) <= 0) return std::optional<std::string>();
    char buffer[1 << 16];
    const auto size = read(m_out, buffer, sizeof buffer);
    if (size < 0 && errno == EINTR) return std::optional<std::string>();
    if (size > 0) {
      m_text.append(buffer, static_cast<std::size_t>(size));
      if (m_text.size() > k_most_output_bytes) return fail("the comparison printed too much");
      return std::optional<std::string>();
    }
    wait_for_child(m_pid, nullptr, 0);
    m_pid = -1;
    if (m_text.empty()) return fail("the comparison ended without a result; `judge compare` on a terminal says why");
    return std::optional(std::move(m_text));
  }

 private:
  Comparing(TemporaryDirectory folder, pid_t pid, int out) : m_folder(std::move(folder)), m_pid(pid), m_out(out) {}
  TemporaryDirectory m_folder;
  pid_t m_pid;
  int m_out;
  std::string m_text;
};

// The page's part of a comparison: what was said of the pair, or why there is none.
nlohmann::json comparison_of(const nlohmann::json& document) {
  nlohmann::json result{{"schema", "judge.serve.comparison/1"}, {"summary", ""}, {"records", nlohmann::json::array()}};
  for (const auto& record : document.value("records", nlohmann::json::array())) result["records"].push_back(record);
  const auto pairs = document.value("pairs", nlohmann::json::array());
  if (!pairs.empty()) {
    result["pair"] = pairs.front();
    result["summary"] = "A is " + pairs.front().value("text", std::string());
    if (!pairs.front().value("distinguishable", false))
      result["summary"] = "A and B: " + pairs.front().value("text", std::string());
  } else {
    result["summary"] = "There is nothing to compare: not both were accepted and timed.";
  }
  return result;
}

class WorkerEngine : public Engine {
 public:
  WorkerEngine(const CommonOptions& common, AttemptNames names) : m_common(common), m_names(names) {}

  Result<void> begin(const EngineJob& job) override {
    if (job.order.kind == OrderKind::compare) {
      if (m_worker) m_worker->end();
      m_worker.reset();
      JUDGE_TRY(m_comparing, Comparing::start(m_common, job));
      return {};
    }
    WorkerJob told{.id = std::to_string(job.order.id),
                   .problem = job.order.problem,
                   .path = job.order.path,
                   .source = job.text,
                   .name = m_names == AttemptNames::with_user ? job.order.user + "/" + job.order.attempt : job.order.attempt,
                   .kind = job.order.kind == OrderKind::trial ? JobKind::attempt : JobKind::judge,
                   .case_name = job.order.case_name};
    if (!job.order.seed.empty()) told.seed = job.order.seed;
    m_id = told.id;
    if (m_worker && m_worker->send(told)) return {};
    JUDGE_TRY(auto worker, WorkerProcess::start({.common = m_common}));
    m_worker.emplace(std::move(worker));
    return m_worker->send(told);
  }

  Result<std::optional<EngineEvent>> next(std::chrono::milliseconds patience) override {
    if (m_comparing) return next_of_comparison(patience);
    if (!m_worker) return fail("there is no worker");
    auto told = m_worker->next(patience);
    if (!told) {
      m_worker.reset();
      return std::unexpected(std::move(told).error());
    }
    if (!*told || (!(*told)->id.empty() && (*told)->id != m_id)) return std::optional<EngineEvent>();
    return std::visit(EventOf(), (*told)->what);
  }

  void end() override {
    m_comparing.reset();
    if (m_worker) m_worker->end();
    m_worker.reset();
  }

 private:
  /// Nothing: it says nothing of a job.
  struct EventOf {
    using Event = std::optional<EngineEvent>;
    Event operator()(const WorkerEvent::Started&) { return EngineEvent{EngineEvent::Stage{"preparing"}}; }
    Event operator()(const WorkerEvent::Stage& told) { return EngineEvent{EngineEvent::Stage{told.stage}}; }
    Event operator()(const WorkerEvent::CaseDone& told) {
      return EngineEvent{EngineEvent::CaseDone{told.name, told.passed, static_cast<int>(told.done), static_cast<int>(told.of)}};
    }
    Event operator()(const WorkerEvent::Message& told) { return EngineEvent{EngineEvent::Message{told.line}}; }
    Event operator()(const WorkerEvent::Judged& told) { return EngineEvent{EngineEvent::Ended{told.record}}; }
    Event operator()(const WorkerEvent::Tried& told) { return EngineEvent{EngineEvent::Ended{told.trial}}; }
    Event operator()(const WorkerEvent::Failed& told) { return EngineEvent{EngineEvent::Failed{told.message}}; }
    Event operator()(const WorkerEvent::Ready&) { return std::nullopt; }
  };

  Result<std::optional<EngineEvent>> next_of_comparison(std::chrono::milliseconds patience) {
    JUDGE_TRY(const auto text, m_comparing->next(patience));
    if (!text) return std::optional<EngineEvent>();
    m_comparing.reset();
    JUDGE_TRY(const auto document, parse_json(*text));
    return EngineEvent{EngineEvent::Ended{comparison_of(document)}};
  }

  CommonOptions m_common;
  AttemptNames m_names;
  std::string m_id;
  std::optional<WorkerProcess> m_worker;
  std::unique_ptr<Comparing> m_comparing;
};

}  // namespace

std::unique_ptr<Engine> worker_engine(const CommonOptions& common, AttemptNames names) {
  return std::make_unique<WorkerEngine>(common, names);
}

}  // namespace judge
