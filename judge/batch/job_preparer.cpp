#include "judge/batch/job_preparer.hpp"

#include <set>
#include <string_view>
#include <vector>

#include "judge/build/source_scan.hpp"
#include "judge/catalog/catalog.hpp"
#include "judge/util/c_lexer.hpp"
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

// What it may include by "...". Where a macro says what, each text that a #define has may be the name.
static std::vector<std::string> headers_in(const std::string& source) {
  std::vector<std::string> headers;
  const auto add_quoted = [&](const std::string& text) {
    const auto begin = text.find('"') + 1, end = text.find('"', begin);
    if (begin > 0 && end != text.npos) headers.push_back(text.substr(begin, end - begin));
  };
  bool has_macro = false;
  for (const std::string& name : included_names(source)) {
    if (name.starts_with('"')) add_quoted(name);
    else has_macro |= !name.starts_with('<');
  }
  if (has_macro)
    for (const Token& token : lex_source(source, Directives::kept))
      if (token.kind == TokenKind::directive)
        if (const auto directive = parse_directive(token.text); directive.name == "define") add_quoted(directive.rest);
  return headers;
}

/// What a source has from beside it.
struct Beside {
  std::set<std::filesystem::path> headers;
  bool may_know_its_place = false;
};

// What it includes from beside it, and what that includes.
static void add_headers(Hasher& key, const std::string& source, const std::filesystem::path& folder, Beside& beside) {
  beside.may_know_its_place |= may_know_its_place(source);
  constexpr std::size_t k_most = 256;
  for (const std::string& name : headers_in(source)) {
    const auto header = (folder / name).lexically_normal();
    if (beside.headers.size() >= k_most || !beside.headers.insert(header).second) continue;
    const auto text = read_file(header);
    key.field(header.string()).field(text.value_or(""));
    if (text) add_headers(key, *text, header.parent_path(), beside);
  }
}

Result<ReadyJob> JobPreparer::prepare(WorkerJob job) {
  JUDGE_TRY(const KnownProblem* problem, this->problem(job.problem));
  if (!job.source) {
    JUDGE_TRY(job.source, read_submission(job.path));
  }
  if (job.name.empty()) job.name = std::filesystem::path(job.path).stem().string();
  if (job.name.empty()) job.name = job.id;
  if (!job.path.empty()) job.path = std::filesystem::absolute(job.path).lexically_normal().string();
  job.problem = problem->folder;
  job.kind = JobKind::judge;
  job.other_source.reset();
  job.keep = false;  // the batch keeps them
  job.timing &= m_defaults.timing;
  if (m_defaults.playback != PlaybackWish::where_possible) job.playback = m_defaults.playback;
  job.extra |= m_defaults.extra;
  if (m_defaults.check != CheckWish::after_failures) job.check = m_defaults.check;
  if (job.case_name.empty()) job.case_name = m_defaults.case_name;
  if (!job.seed) job.seed = m_defaults.seed;
  WorkerJob rules = without_attempt(job);
  rules.problem = problem->hash;
  const std::string group = line_of(rules);
  Hasher key;
  key.field(group).field(*job.source);
  if (m_headers == Headers::beside) {
    Beside beside;
    add_headers(key, *job.source, std::filesystem::path(job.path).parent_path(), beside);
    if (beside.may_know_its_place) key.field("lies at").field(job.path.empty() ? job.name : job.path);
  }
  return ReadyJob{
      .job = std::move(job), .key = key.finish().substr(0, 32), .group = hash_of(group), .problem_hash = problem->hash};
}

}  // namespace judge
