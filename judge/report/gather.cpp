#include "judge/report/gather.hpp"

#include <algorithm>
#include <set>

#include "judge/catalog/catalog.hpp"
#include "judge/catalog/suggest.hpp"
#include "judge/model/attempt_labels.hpp"
#include "judge/model/record_json.hpp"
#include "judge/passes/submissions.hpp"
#include "judge/util/contains.hpp"
#include "judge/util/files.hpp"
#include "judge/util/hash.hpp"
#include "judge/util/utc_now.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

/// Sources by the hash of their content: from the recorded path, else a file of solutions/ that has that content.
class Sources {
 public:
  Sources(std::optional<fs::path> root, const std::optional<Problem>& problem) {
    if (!root || !problem) return;
    if (auto found = gather_attempts({}, *root, *problem))
      for (auto& submission : *found) m_known.emplace(submission.attempt.content_hash, std::move(submission.source));
  }

  ReportSource of(const Attempt& attempt) const {
    const auto text = read_file(attempt.path);
    if (text && hash_of(*text) == attempt.content_hash) return {.text = *text};
    if (const auto found = m_known.find(attempt.content_hash); found != m_known.end()) return {.text = found->second};
    return {.note = text ? fmt::format("{} has changed since it was judged", attempt.path.string())
                         : fmt::format("{} is not there any more", attempt.path.string())};
  }

 private:
  std::map<std::string, std::string> m_known;
};

/// What studies of all kinds have.
struct AnyStudy {
  std::vector<Record> records;

  static constexpr auto fields() { return field_list(field("records", &AnyStudy::records)); }
};

class Gathering {
 public:
  Gathering(const CommonOptions& common, const Ledger& ledger) : m_ledger(ledger) {
    if (const auto root = find_root(common.root, find_installation())) m_root = *root;
  }

  Result<Device> device(const CommonOptions& common, const ReportWish& wish) const {
    JUDGE_TRY(auto device, wish.device_id.empty() ? latest_device(common) : named_device(wish.device_id));
    if (device) return *std::move(device);
    if (!wish.device_id.empty())
      return fail("--device {}: nothing was judged on it; `judge board PROBLEM --history --json` shows the ids",
                  wish.device_id);
    return fail("{}: nothing was judged{} yet; `judge run PROBLEM` does", Ledger::shown(common.ledger_path()),
                common.runtime ? fmt::format(" on the {} runtime", name_of(*common.runtime)) : "");
  }

  Result<std::set<std::string>> problems(const ReportWish& wish, const std::string& device_id) const {
    JUDGE_TRY(auto judged, m_ledger.judged_problems(device_id));
    JUDGE_TRY(auto studied, m_ledger.studied_problems(device_id));
    judged.merge(studied);
    if (wish.problems.empty()) return judged;
    std::set<std::string> wanted;
    for (const auto& name : wish.problems) {
      const auto problem = m_root ? find_problem(*m_root, name) : fail("{}: no such problem", name);
      if (!problem && !judged.contains(name))
        return fail("{}: was not judged on this device, and is no problem here{}", name,
                    did_you_mean(name, std::vector(judged.begin(), judged.end())));
      wanted.insert(judged.contains(name) ? name : problem->name);
    }
    return wanted;
  }

  Result<ReportProblem> problem(const std::string& name, const std::string& device_id) const {
    std::optional<Problem> files;
    if (m_root)
      if (auto found = find_problem(*m_root, name)) files = *std::move(found);
    ReportProblem problem{.name = name, .title = files ? files->title : name};
    JUDGE_TRY(problem.history, m_ledger.history(name));
    std::erase_if(problem.history, [&](const Record& record) { return record.device.id != device_id; });
    JUDGE_TRY(problem.studies, m_ledger.studies(name, device_id));
    problem.hash = version(problem, files);
    problem.is_of_old_files = !files || files->content_hash != problem.hash;
    std::erase_if(problem.history, [&](const Record& record) { return record.problem_hash != problem.hash; });
    std::erase_if(problem.studies, [&](const Study& study) { return study.problem_hash != problem.hash; });
    BoardQuery query{.problem = name, .device_id = device_id, .problem_hash = problem.hash};
    if (!problem.is_of_old_files) {
      JUDGE_TRY(query.ranked_case, ranked_case_of(files->folder, runtime_of(device_id)));
      for (auto& record : problem.history)
        if (!record.measurements.empty() && record.measurements.front().case_name != query.ranked_case)
          record.measurements.clear();
    }
    JUDGE_TRY(problem.board, m_ledger.board(query));
    JUDGE_TRY(problem.medians_ns, m_ledger.all_medians(query));
    tell_apart(problem.board);
    tell_apart(problem.history, EditedFile::is_the_same);
    const Sources sources(m_root, files);
    for (const auto& record : problem.history)
      if (!problem.sources.contains(record.attempt.content_hash))
        problem.sources.emplace(record.attempt.content_hash, sources.of(record.attempt));
    return problem;
  }

 private:
  // The present one, if anything was judged at it; else the last that was.
  static std::string version(const ReportProblem& problem, const std::optional<Problem>& files) {
    if (files && (contains(problem.history, files->content_hash, &Record::problem_hash) ||
                  contains(problem.studies, files->content_hash, &Study::problem_hash)))
      return files->content_hash;
    if (!problem.history.empty()) return problem.history.back().problem_hash;
    return problem.studies.empty() ? "" : problem.studies.back().problem_hash;
  }

  // Of the last record, or where there is none of the last study.
  Result<std::optional<Device>> latest_device(const CommonOptions& common) const {
    JUDGE_TRY(auto device, m_ledger.latest_device(common.runtime));
    if (device) return device;
    JUDGE_TRY(const auto study, m_ledger.latest_study());
    if (study) device = device_of(*study);
    if (device && common.runtime && device->runtime != *common.runtime) device.reset();
    return device;
  }

  Result<std::optional<Device>> named_device(const std::string& id) const {
    JUDGE_TRY(const auto judged, m_ledger.judged_problems(id));
    std::optional<Record> last;
    for (const auto& problem : judged) {
      JUDGE_TRY(auto records, m_ledger.history(problem));
      for (auto& record : records)
        if (record.device.id == id && (!last || record.id > last->id)) last = std::move(record);
    }
    if (last) return last->device;
    JUDGE_TRY(const auto studied, m_ledger.studied_problems(id));
    for (const auto& problem : studied) {
      JUDGE_TRY(const auto studies, m_ledger.studies(problem, id));
      if (auto device = device_of(studies.back())) return device;
    }
    return std::nullopt;
  }

  static std::optional<Device> device_of(const Study& study) {
    const auto document = parse_json(study.document);
    if (!document) return std::nullopt;
    const auto read = decode<AnyStudy>(*document, "the study");
    return read && !read->records.empty() ? std::optional(read->records.front().device) : std::nullopt;
  }

  const Ledger& m_ledger;
  std::optional<fs::path> m_root;
};

}  // namespace

Result<ReportData> gather_report(const CommonOptions& common, const ReportWish& wish) {
  JUDGE_TRY(const auto ledger, Ledger::open_to_read(common.ledger_path()));
  const Gathering gathering(common, ledger);
  ReportData data{.time = utc_now(), .judge_version = JUDGE_VERSION};
  JUDGE_TRY(data.device, gathering.device(common, wish));
  JUDGE_TRY(data.peaks, ledger.peak_rates(data.device.id));
  JUDGE_TRY(const auto names, gathering.problems(wish, data.device.id));
  for (const auto& name : names) {
    JUDGE_TRY(auto problem, gathering.problem(name, data.device.id));
    data.problems.push_back(std::move(problem));
  }
  data.notes.insert(data.notes.end(), ledger.skipped().begin(), ledger.skipped().end());
  return data;
}

}  // namespace judge
