#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "judge/batch/groups.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// Reads what a job names, and says by which key its result is known.
class JobPreparer {
 public:
  /// `beside`: where the headers lie that a source includes by "...": their folder is a part of the key; or nowhere, so that
  /// it does not matter where a source lies.
  enum class Headers { beside, nowhere };

  /// `defaults`: for what the jobs do not say. Both must outlive this.
  JobPreparer(const std::filesystem::path& root, const WorkerJob& defaults, Headers headers)
      : m_root(root), m_defaults(defaults), m_headers(headers) {}

  /// Errors: there is no such problem, its files are wrong, the source cannot be read.
  Result<ReadyJob> prepare(WorkerJob job);

 private:
  /// What a problem is called, and what its files hold.
  struct KnownProblem {
    std::string folder, hash;
  };
  Result<const KnownProblem*> problem(const std::string& name);

  const std::filesystem::path& m_root;
  const WorkerJob& m_defaults;
  Headers m_headers;
  std::map<std::string, KnownProblem> m_problems;
};

/// What jobs of one group have in common: the job without its id, path, name and source.
WorkerJob without_attempt(WorkerJob job);

}  // namespace judge
