#include "judge/batch/job_preparer.hpp"

#include "judge/catalog/catalog.hpp"
#include "judge/util/files.hpp"
#include "judge/util/hash.hpp"

namespace judge {

WorkerJob without_attempt(WorkerJob job) {
  job.id = job.path = job.name = "";
  job.source.reset();
  return job;
}

Result<const JobPreparer::KnownProblem*> JobPreparer::problem(const std::string& name) {
  if (const auto found = m_problems.find(name); found != m_problems.end()) return &found->second;
  JUDGE_TRY(const Problem problem, find_problem(m_root, name));
  return &m_problems.emplace(name, KnownProblem{problem.folder.string(), problem.content_hash}).first->second;
}

Result<ReadyJob> JobPreparer::prepare(WorkerJob job) {
  JUDGE_TRY(const KnownProblem* problem, this->problem(job.problem));
  if (!job.source) {
    JUDGE_TRY(job.source, read_file(job.path));
  }
  if (job.name.empty()) job.name = std::filesystem::path(job.path).stem().string();
  if (job.name.empty()) job.name = job.id;
  if (!job.path.empty()) job.path = std::filesystem::absolute(job.path).lexically_normal().string();
  job.problem = problem->folder;
  job.keep = false;  // the batch keeps them
  job.timing &= m_defaults.timing;
  job.extra |= m_defaults.extra;
  if (m_defaults.check != JobCheck::after_failures) job.check = m_defaults.check;
  if (job.case_name.empty()) job.case_name = m_defaults.case_name;
  if (!job.seed) job.seed = m_defaults.seed;
  WorkerJob rules = without_attempt(job);
  rules.problem = problem->hash;
  const std::string group = line_of(rules);
  // What it includes by "..." lies beside it.
  const bool has_headers = m_headers == Headers::beside && job.source->find("#include \"") != std::string::npos;
  const std::string beside = has_headers ? std::filesystem::path(job.path).parent_path().string() : "";
  Hasher key;
  key.field(group).field(*job.source).field(beside);
  return ReadyJob{.job = std::move(job), .key = key.finish().substr(0, 32), .group = hash_of(group)};
}

}  // namespace judge
