#include "judge/cluster/shared_results.hpp"

#include "judge/cluster/json_file.hpp"
#include "judge/cluster/node_name.hpp"
#include "judge/cluster/write_once.hpp"
#include "judge/model/record_json.hpp"
#include "judge/util/hash.hpp"

namespace judge {

namespace fs = std::filesystem;

static std::string text_of(const DoneFile& done) { return json_text(encode(done)) + "\n"; }

Result<std::optional<DoneFile>> read_done(const FrozenBatch& batch, const std::string& key) {
  const fs::path path = batch.done_file(key);
  JUDGE_TRY(const bool is_there, is_present(path));
  if (!is_there) return std::nullopt;
  JUDGE_TRY(auto done, read_described<DoneFile>(path, "the result"));
  if (done.key != key)
    return fail("{}: is the result of another key, {}; remove it, and it is judged again", path.string(), done.key);
  return done;
}

Result<std::map<std::string, std::string>> failed_jobs(const FrozenBatch& batch, std::vector<std::string>* unreadable) {
  std::map<std::string, std::string> failed;
  JUDGE_TRY(const auto files, read_all_described<DoneFile>(batch.folder() / "failed", "the result", unreadable));
  for (const DoneFile& done : files) failed[done.key] = done.error;
  return failed;
}

bool SharedResults::has(const std::string&, const std::string& key) const {
  std::error_code error;
  return fs::exists(m_batch.done_file(key), error);
}

// The keys of a share are different ones.
Result<std::optional<BatchResult>> SharedResults::find(const std::string&) const { return std::nullopt; }

Result<void> SharedResults::add(const BatchResult& result) {
  DoneFile done{.key = result.key, .node = node_name(), .task = slurm_task(), .record = result.record, .error = result.error};
  if (!result.verdict) {
    done.key = result.id;
    const std::string text = text_of(done);
    const std::string name = fmt::format("{}.{}.json", done.key, hash_of(text).substr(0, 16));
    JUDGE_CHECK(write_once(m_batch.folder() / "failed" / done.key.substr(0, 2) / name, text));
    return {};
  }
  if (!result.record.contains("measurements") || result.record["measurements"].empty()) {
    JUDGE_CHECK(write_once(m_batch.done_file(done.key), text_of(done)));
    return {};
  }
  m_unconfirmed.push_back(std::move(done));
  return Clock::now() - m_checked < m_interval ? Result<void>() : confirm();
}

Result<void> SharedResults::finish() { return m_unconfirmed.empty() ? Result<void>() : confirm(); }

Result<void> SharedResults::confirm() {
  JUDGE_TRY(auto note, m_check());
  m_checked = Clock::now();
  if (!note.reasons.empty()) {
    m_sick = std::move(note);
    return fail("{} results with times are dropped: this machine's times do not count", m_unconfirmed.size());
  }
  for (DoneFile& done : m_unconfirmed) {
    done.rates = note.reading.rates;
    JUDGE_CHECK(write_once(m_batch.done_file(done.key), text_of(done)));
  }
  m_unconfirmed.clear();
  return {};
}

}  // namespace judge
