#include "judge/serve/dispatcher.hpp"

#include <algorithm>

#include "judge/serve/served_comparison.hpp"
#include "judge/util/described_json.hpp"
#include "judge/util/interrupt.hpp"

namespace judge {

using namespace nlohmann::literals;

namespace {

constexpr std::chrono::milliseconds k_look_interval{100};
constexpr std::size_t k_most_messages = 20, k_most_message_bytes = 2000;
constexpr double k_trial_seconds = 3, k_judge_seconds = 20, k_compare_seconds = 30;  // where none was judged yet

// None: it is not the last one. Errors: what the judge failed at.
Result<std::optional<nlohmann::json>> result_in(const WorkerEvent::What& event) {
  if (const auto* failed = std::get_if<WorkerEvent::Failed>(&event)) return fail("{}", failed->message);
  if (const auto* judged = std::get_if<WorkerEvent::Judged>(&event)) return std::optional(judged->record);
  if (const auto* tried = std::get_if<WorkerEvent::Tried>(&event)) return std::optional(tried->trial);
  const auto* compared = std::get_if<WorkerEvent::Compared>(&event);
  if (!compared) return std::nullopt;
  JUDGE_TRY(const auto document, decode<CompareDocument>(compared->comparison, "the comparison"));
  return std::optional(encode(served_comparison(document)));
}

void take_result(Order& order, const nlohmann::json& document) {
  order.state = OrderState::done;
  const auto& record = order.kind == OrderKind::trial && document.contains("record") ? document["record"] : document;
  if (record.is_object() && record.contains("verdict") && record["verdict"].is_string()) {
    order.verdict = record["verdict"];
    order.summary = record.value("summary", std::string());
    const auto median = record.value("/measurements/0/device/median_ns"_json_pointer, 0.0);
    if (order.verdict == "accepted" && median > 0) order.median_ns = median;
  } else if (document.is_object()) {
    order.summary = document.value("summary", std::string());
  }
}

}  // namespace

Dispatcher::Dispatcher(Store& store, std::unique_ptr<Engine> engine, Limits limits)
    : m_store(store), m_engine(std::move(engine)), m_limits(limits), m_thread([this] { work(); }) {}

Dispatcher::~Dispatcher() {
  {
    const std::lock_guard lock(m_mutex);
    m_ending = true;
  }
  m_changed.notify_all();
  m_thread.join();
}

void Dispatcher::changed(Change what) {
  {
    const std::lock_guard lock(m_mutex);
    ++m_version;
    m_queue_version += what == Change::queue;
  }
  m_changed.notify_all();
}

void Dispatcher::close() {
  {
    const std::lock_guard lock(m_mutex);
    m_ending = true;
  }
  m_changed.notify_all();
}

std::uint64_t Dispatcher::version() const {
  const std::lock_guard lock(m_mutex);
  return m_version;
}

std::uint64_t Dispatcher::wait_for_change(std::uint64_t version, std::chrono::milliseconds patience) const {
  std::unique_lock lock(m_mutex);
  m_changed.wait_for(lock, patience, [&] { return m_version != version || m_ending; });
  return m_version;
}

Answer<std::int64_t> Dispatcher::add(Order order, std::string_view text, std::string_view other_text) {
  JUDGE_TRY(const auto open, m_store.open_orders());
  if (open.size() >= m_limits.most_waiting)
    return fail_with(429, "{} orders wait already; try again when some are done", open.size());
  const auto own = static_cast<std::size_t>(std::ranges::count(open, order.user, &Order::user));
  if (own >= m_limits.most_waiting_of_one)
    return fail_with(429, "{} of your orders wait already; wait for one to end, or cancel one", own);
  JUDGE_TRY(const auto id, m_store.add(std::move(order), text, other_text));
  changed();
  return id;
}

Answer<void> Dispatcher::cancel(std::int64_t id, std::string_view user) {
  JUDGE_TRY(const auto order, m_store.find(id));
  if (!order || order->user != user || !order->is_open())
    return fail_with(404, "there is no order {} of yours that waits or runs", id);
  JUDGE_TRY(const bool was_queued, m_store.cancel_queued(id));
  if (!was_queued) {
    const std::lock_guard lock(m_mutex);
    if (m_running.id == id) m_cancelled = id;  // looked at between two events
  }
  changed();
  return {};
}

double Dispatcher::usual_seconds(const Order& order) const {
  const auto usual = m_store.usual_seconds(order.kind, order.problem);
  if (usual && *usual) return **usual;
  return order.kind == OrderKind::trial   ? k_trial_seconds
         : order.kind == OrderKind::judge ? k_judge_seconds
                                          : k_compare_seconds;
}

Result<Dispatcher::KnownPtr> Dispatcher::known() const {
  const std::lock_guard reading(m_reading);
  auto read = std::make_shared<Known>();
  {
    const std::lock_guard lock(m_mutex);
    if (m_known && m_known->version == m_queue_version) return m_known;
    read->version = m_queue_version;  // what changes from here on makes it another one
  }
  JUDGE_TRY(read->orders, m_store.open_orders());
  std::map<std::pair<OrderKind, std::string>, double> usual;
  for (const auto& order : read->orders) {
    if (order.state != OrderState::queued) continue;
    const auto [found, is_new] = usual.try_emplace({order.kind, order.problem}, 0.0);
    if (is_new) found->second = usual_seconds(order);
    read->waiting.push_back({order.id, order.user, found->second});
  }
  const std::lock_guard lock(m_mutex);
  return m_known = std::move(read);
}

std::vector<Turn> Dispatcher::turns(const Known& known) const {
  const std::lock_guard lock(m_mutex);
  const double busy = m_running.id ? std::max(m_running.usual_seconds - (now_seconds() - m_running_since), 1.0) : 0;
  return turns_of(known.waiting, m_last_turns, busy);
}

Result<QueueState> Dispatcher::state() const {
  QueueState state;
  JUDGE_TRY(const auto kept, known());
  state.turns = turns(*kept);
  for (const auto& order : kept->orders)
    if (order.state == OrderState::queued) state.waiting.emplace(order.id, order);
  const std::lock_guard lock(m_mutex);
  state.running = m_running;
  if (m_running.id) state.running.elapsed_seconds = now_seconds() - m_running_since;
  state.waiting.erase(m_running.id);  // it is about to be marked
  std::erase_if(state.turns, [&](const Turn& turn) { return turn.id == m_running.id; });
  return state;
}

std::optional<Order> Dispatcher::next_order() {
  const auto kept = known();
  if (!kept) return std::nullopt;
  const auto next = turns(**kept);
  if (next.empty()) return std::nullopt;
  return *std::ranges::find((*kept)->orders, next.front().id, &Order::id);
}

// Who asks this process to end may ask the engine's processes, too: what those say then is no verdict, and no failure.
bool Dispatcher::is_ending() const {
  const std::lock_guard lock(m_mutex);
  return m_ending || interrupted();
}

// The engine's processes may have heard of it first.
bool Dispatcher::is_ending_soon() const {
  for (int i = 0; i < 10; ++i) {
    if (is_ending()) return true;
    std::unique_lock lock(m_mutex);
    m_changed.wait_for(lock, std::chrono::milliseconds(30), [&] { return m_ending; });
  }
  return is_ending();
}

void Dispatcher::work() {
  auto idle_since = std::chrono::steady_clock::now();
  bool is_warm = false;
  for (;;) {
    const auto seen = version();
    if (is_ending()) break;
    if (auto order = next_order()) {
      judge(std::move(*order));
      is_warm = true;
      idle_since = std::chrono::steady_clock::now();
      continue;
    }
    if (is_warm && std::chrono::steady_clock::now() - idle_since >= m_limits.idle) {
      m_engine->end();
      is_warm = false;
    }
    std::unique_lock lock(m_mutex);
    m_changed.wait_for(lock, std::chrono::seconds(1), [&] { return m_ending || m_version != seen; });
  }
  m_engine->end();
}

// What an event says, into `order` and `result` where it is the last one, else into the progress that everybody sees.
void Dispatcher::take(const WorkerEvent::What& event, Order& order, std::string& result) {
  const std::lock_guard lock(m_mutex);
  if (std::holds_alternative<WorkerEvent::Started>(event)) m_running.stage = "preparing";
  if (const auto* stage = std::get_if<WorkerEvent::Stage>(&event)) m_running.stage = stage->stage;
  if (const auto* test = std::get_if<WorkerEvent::CaseDone>(&event)) {
    m_running.done = static_cast<int>(test->done);
    m_running.of = static_cast<int>(test->of);
    m_running.failed += !test->passed;
  }
  if (const auto* message = std::get_if<WorkerEvent::Message>(&event); message && m_running.messages.size() < k_most_messages)
    m_running.messages.push_back(message->line.substr(0, k_most_message_bytes));
  const auto document = result_in(event);
  if (!document) {
    order.state = OrderState::failed;
    order.error = document.error().message;
  } else if (*document) {
    take_result(order, **document);
    result = json_text(**document);
  }
}

// Until it succeeds: on a full disk there may be room again. Where the server ends before that, the order counts as one that ran, and runs again.
void Dispatcher::keep(const std::function<Result<void>()>& write) {
  for (auto written = write(); !written; written = write()) {
    std::unique_lock lock(m_mutex);
    m_running.stage = "the result cannot be written yet: " + written.error().message;
    ++m_version;
    m_changed.notify_all();
    if (m_changed.wait_for(lock, std::chrono::seconds(1), [&] { return m_ending; })) return;
  }
}

// False: it is no longer queued, or cannot be marked now.
bool Dispatcher::begin(Order& order) {
  const double usual = usual_seconds(order);
  {
    const std::lock_guard lock(m_mutex);
    m_running_since = now_seconds();
    m_running = {.id = order.id,
                 .user = order.user,
                 .problem = order.problem,
                 .attempt = order.attempt,
                 .kind = order.kind,
                 .stage = "starting",
                 .usual_seconds = usual};
  }
  const auto is_ours = m_store.mark_running(order.id);
  const bool has_begun = is_ours && *is_ours;
  {
    std::unique_lock lock(m_mutex);
    if (has_begun) m_last_turns[order.user] = m_running_since;
    if (!is_ours) {
      m_running.stage = "cannot be begun yet: " + is_ours.error().message;
      ++m_version;
      m_changed.notify_all();
      m_changed.wait_for(lock, std::chrono::seconds(1), [&] { return m_ending; });  // a full disk: until there is room
    }
    if (!has_begun) m_running = {};
  }
  changed();
  if (!has_begun) return false;
  ++order.starts;
  order.state = OrderState::running;
  return true;
}

// Until it has ended: then its state says how. Still running: it goes back into the queue.
Result<void> Dispatcher::follow(Order& order, std::string& result) {
  JUDGE_TRY(const auto text, m_store.text(order.hash));
  JUDGE_TRY(const auto other, order.other_hash.empty() ? Result<std::string>("") : m_store.text(order.other_hash));
  JUDGE_CHECK(m_engine->begin({order, text, other}));
  while (order.state == OrderState::running) {
    if (is_ending()) return {};
    {
      const std::lock_guard lock(m_mutex);
      if (m_cancelled == order.id) order.state = OrderState::cancelled;
    }
    if (order.state == OrderState::cancelled) break;
    const auto event = m_engine->next(k_look_interval);
    const bool is_failure = !event || (*event && std::holds_alternative<WorkerEvent::Failed>(**event));
    if (is_failure && is_ending_soon()) return {};
    if (!event) return std::unexpected(event.error());
    if (!*event) continue;
    take(**event, order, result);
    changed(Change::progress);
  }
  return {};
}

void Dispatcher::judge(Order order) {
  if (!begin(order)) return;
  std::string result;
  const auto followed = [&]() -> Result<void> {
    try {
      return follow(order, result);
    } catch (const std::exception& error) {  // a document of another shape
      return fail("what the judge told is not understood: {}", error.what());
    }
  }();
  if (!followed) {
    order.state = OrderState::failed;
    order.error = followed.error().message;
    order.verdict = order.summary = "";
    order.median_ns.reset();
    result.clear();
  }
  const bool is_back_in_queue = order.state == OrderState::running;
  if (!followed || is_back_in_queue || order.state == OrderState::cancelled) m_engine->end();
  keep([&] { return is_back_in_queue ? m_store.mark_queued(order.id) : m_store.mark_ended(order, result); });
  {
    const std::lock_guard lock(m_mutex);
    m_running = {};
    m_cancelled = 0;
  }
  changed();
}

}  // namespace judge
