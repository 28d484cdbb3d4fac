#include "judge/serve/worker_engine.hpp"

#include "judge/worker/worker_process.hpp"

namespace judge {

namespace {

JobKind kind_of(OrderKind kind) {
  switch (kind) {
    case OrderKind::judge: break;
    case OrderKind::trial: return JobKind::attempt;
    case OrderKind::compare: return JobKind::compare;
  }
  return JobKind::judge;
}

class WorkerEngine : public Engine {
 public:
  WorkerEngine(const CommonOptions& common, AttemptNames names) : m_common(common), m_names(names) {}

  Result<void> begin(const EngineJob& job) override {
    WorkerJob told{.id = std::to_string(job.order.id),
                   .problem = job.order.problem,
                   .path = job.order.path,
                   .source = job.text,
                   .name = m_names == AttemptNames::with_user ? job.order.user + "/" + job.order.attempt : job.order.attempt,
                   .kind = kind_of(job.order.kind),
                   .case_name = job.order.case_name};
    if (told.kind == JobKind::compare) told.other_source = job.other_text;
    if (!job.order.seed.empty()) told.seed = job.order.seed;
    m_id = told.id;
    if (m_worker && m_worker->send(told)) return {};
    JUDGE_TRY(auto worker, WorkerProcess::start({.common = m_common}));
    m_worker.emplace(std::move(worker));
    return m_worker->send(told);
  }

  Result<std::optional<WorkerEvent::What>> next(std::chrono::milliseconds patience) override {
    if (!m_worker) return fail("there is no worker");
    auto told = m_worker->next(patience);
    if (!told) {
      m_worker.reset();
      return std::unexpected(std::move(told).error());
    }
    if (!*told || (!(*told)->id.empty() && (*told)->id != m_id)) return std::nullopt;
    return std::move((*told)->what);
  }

  void end() override {
    if (m_worker) m_worker->end();
    m_worker.reset();
  }

 private:
  CommonOptions m_common;
  AttemptNames m_names;
  std::string m_id;
  std::optional<WorkerProcess> m_worker;
};

}  // namespace

std::unique_ptr<Engine> worker_engine(const CommonOptions& common, AttemptNames names) {
  return std::make_unique<WorkerEngine>(common, names);
}

}  // namespace judge
