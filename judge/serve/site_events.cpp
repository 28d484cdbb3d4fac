#include <thread>

#include "judge/serve/site.hpp"
#include "judge/serve/site_replies.hpp"
#include "judge/serve/views.hpp"
#include "judge/util/described_json.hpp"

namespace judge {

namespace {

constexpr int k_most_streams_of_one = 8, k_most_streams = 40;

}  // namespace

// One browser tab that looks on. What it sees is told whole each time, so that nothing depends on what it has seen before.
class SiteStream : public EventStream {
 public:
  SiteStream(Site& site, std::string user, std::string attempt, std::string prefix)
      : m_site(site), m_user(std::move(user)), m_attempt(std::move(attempt)), m_prefix(std::move(prefix)) {}
  ~SiteStream() override {
    const std::lock_guard lock(m_site.m_mutex);
    if (--m_site.m_streams[m_user] <= 0) m_site.m_streams.erase(m_user);
  }

  std::string next(std::chrono::milliseconds patience) override {
    const auto begin = std::chrono::steady_clock::now();
    if (begin - m_looked < k_least_interval) std::this_thread::sleep_for(k_least_interval);
    const auto seen = m_site.m_dispatcher.wait_for_change(m_version, m_version == 0 ? std::chrono::milliseconds(0) : patience);
    m_version = seen;
    m_looked = std::chrono::steady_clock::now();
    const auto state = told();
    if (state && *state != m_told) {
      m_told = *state;
      m_sent = m_looked;
      return "data: " + m_told + "\n\n";
    }
    if (m_looked - m_sent < k_most_silence) return {};
    m_sent = m_looked;
    return ":\n\n";
  }

 private:
  static constexpr std::chrono::milliseconds k_least_interval{80};
  static constexpr std::chrono::seconds k_most_silence{5};

  Result<std::string> told() const {
    JUDGE_TRY(const auto state, m_site.m_dispatcher.state());
    nlohmann::json told{{"waiting", state.turns.size()}, {"mine", nlohmann::json::array()}, {"running", nullptr}};
    if (const auto& running = state.running; running.id) {
      told["running"] = {{"problem", running.problem}, {"stage", running.stage}, {"done", running.done}, {"of", running.of}};
      if (running.user == m_user) {
        auto& one = told["mine"].emplace_back(told["running"]);
        one["id"] = running.id;
        one["state"] = "running";
        one["failed"] = running.failed;
        one["kind"] = name_of(running.kind);
        one["messages"] = running.messages;
      }
    }
    for (const auto& turn : state.turns) {
      const auto& order = state.waiting.find(turn.id);
      if (order == state.waiting.end() || order->second.user != m_user) continue;
      told["mine"].push_back({{"id", turn.id},
                              {"state", "queued"},
                              {"problem", order->second.problem},
                              {"kind", name_of(order->second.kind)},
                              {"position", turn.position},
                              {"wait", wait_text(turn.wait_seconds)}});
    }
    if (!m_attempt.empty()) {
      const auto files = m_site.files_of(m_user);
      told["version"] = files.version(m_attempt);
      told["attempts"] = files.attempts(m_prefix);
    }
    return json_text(told);
  }

  Site& m_site;
  std::string m_user, m_attempt, m_prefix;
  std::uint64_t m_version = 0;
  std::string m_told;
  std::chrono::steady_clock::time_point m_sent, m_looked;
};

std::unique_ptr<EventStream> Site::events(const SiteRequest& request) {
  const auto user = user_of(request.facts, m_options.access);
  if (!user) return nullptr;
  std::string attempt, prefix;
  if (!request.parameter("problem").empty()) {
    const auto loaded = load(request.parameter("problem"));
    if (!loaded) return nullptr;
    prefix = (*loaded)->problem.prefix;
    if (const auto file = request.parameter("file"); Workspace::is_attempt_name(file, prefix)) attempt = file;
  }
  {
    const std::lock_guard lock(m_mutex);
    int all = 0;
    for (const auto& [name, count] : m_streams) all += count;
    if (all >= k_most_streams || m_streams[*user] >= k_most_streams_of_one) return nullptr;
    ++m_streams[*user];
  }
  return std::make_unique<SiteStream>(*this, *user, attempt, prefix);
}

}  // namespace judge
