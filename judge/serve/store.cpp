#include "judge/serve/store.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "judge/util/hash.hpp"

namespace judge {

namespace {

constexpr std::int64_t k_store_version = 1;
constexpr int k_kept_trials = 100;  // of each user
constexpr const char* k_columns =
    "id, user, problem, attempt, path, kind, state, hash, other_hash, case_name, note, starts, submitted, started, ended, "
    "verdict, summary, median_ns, error";

Order order_in(const SqliteStatement& row) {
  Order order{.id = row.integer(0),
              .user = std::string(row.text(1)),
              .problem = std::string(row.text(2)),
              .attempt = std::string(row.text(3)),
              .path = std::string(row.text(4)),
              .kind = static_cast<OrderKind>(row.integer(5)),
              .state = static_cast<OrderState>(row.integer(6)),
              .hash = std::string(row.text(7)),
              .other_hash = std::string(row.text(8)),
              .case_name = std::string(row.text(9)),
              .note = std::string(row.text(10)),
              .starts = static_cast<int>(row.integer(11)),
              .submitted = row.real(12),
              .started = row.real(13),
              .ended = row.real(14),
              .verdict = std::string(row.text(15)),
              .summary = std::string(row.text(16)),
              .error = std::string(row.text(18))};
  if (!row.is_null(17)) order.median_ns = row.real(17);
  return order;
}

std::int64_t number_of(OrderState state) { return static_cast<std::int64_t>(state); }

// Held for as long as the server lives, and freed by the kernel however that ends.
Result<int> lock_beside(const std::filesystem::path& path) {
  const auto file = path.string() + ".lock";
  const int lock = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock < 0) return fail("{}: cannot be written", file);
  if (flock(lock, LOCK_EX | LOCK_NB) == 0) return lock;
  close(lock);
  return fail("{}: another `judge serve` uses this queue; end that one, or give this one --data FOLDER", path.string());
}

}  // namespace

double now_seconds() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

Result<std::unique_ptr<Store>> Store::open(const std::filesystem::path& path, int most_starts) {
  std::error_code ignored;
  std::filesystem::create_directories(path.parent_path(), ignored);
  JUDGE_TRY(const int lock, lock_beside(path));
  auto database = SqliteDatabase::open(path, std::chrono::seconds(10));
  if (!database) {
    close(lock);
    return std::unexpected(std::move(database).error());
  }
  std::unique_ptr<Store> store(new Store(std::move(*database), lock));
  JUDGE_CHECK(store->prepare(most_starts));
  std::filesystem::permissions(path, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write, ignored);
  return store;
}

Store::~Store() { close(m_lock); }

Result<void> Store::prepare(int most_starts) {
  JUDGE_TRY(const bool with_log, m_database.use_write_ahead_log());
  static_cast<void>(with_log);
  JUDGE_TRY(const auto version, m_database.integer("PRAGMA user_version"));
  if (version > k_store_version)
    return fail("{}: written by a newer judge; use that one, or give this one --data FOLDER", m_database.path().string());
  if (version == 0)
    JUDGE_CHECK(m_database.execute(R"(
      BEGIN IMMEDIATE;
      CREATE TABLE texts (hash TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE orders (
        id INTEGER PRIMARY KEY AUTOINCREMENT, user TEXT NOT NULL, problem TEXT NOT NULL, attempt TEXT NOT NULL,
        path TEXT NOT NULL, kind INTEGER NOT NULL, state INTEGER NOT NULL, hash TEXT NOT NULL, other_hash TEXT NOT NULL,
        case_name TEXT NOT NULL, note TEXT NOT NULL, starts INTEGER NOT NULL DEFAULT 0, submitted REAL NOT NULL,
        started REAL NOT NULL DEFAULT 0, ended REAL NOT NULL DEFAULT 0, verdict TEXT NOT NULL DEFAULT '',
        summary TEXT NOT NULL DEFAULT '', median_ns REAL, error TEXT NOT NULL DEFAULT '', result TEXT NOT NULL DEFAULT '');
      CREATE INDEX orders_by_state ON orders (state);
      CREATE INDEX orders_by_user ON orders (user, problem, id);
      CREATE INDEX orders_by_problem ON orders (problem, kind, state);
      PRAGMA user_version = 1;
      COMMIT;)"));
  JUDGE_TRY(auto given_up, m_database.prepare("UPDATE orders SET state = ?1, ended = ?2, error = ?3 WHERE state = ?4 AND starts >= ?5"));
  given_up.bind(number_of(OrderState::failed))
      .bind(now_seconds())
      .bind(std::string_view("The server ended while it judged this, more than once. Submit it again if you think that it was chance."))
      .bind(number_of(OrderState::running))
      .bind(std::int64_t{most_starts});
  JUDGE_CHECK(given_up.step());
  JUDGE_TRY(auto again, m_database.prepare("UPDATE orders SET state = ?1, started = 0 WHERE state = ?2"));
  again.bind(number_of(OrderState::queued)).bind(number_of(OrderState::running));
  JUDGE_CHECK(again.step());
  return m_database.execute("DELETE FROM texts WHERE hash NOT IN (SELECT hash FROM orders UNION SELECT other_hash FROM orders)");
}

Result<void> Store::put_text(const std::string& hash, std::string_view text) {
  JUDGE_TRY(auto row, m_database.prepare("INSERT OR IGNORE INTO texts (hash, text) VALUES (?1, ?2)"));
  JUDGE_CHECK(row.bind(std::string_view(hash)).bind(text).step());
  return {};
}

Result<std::int64_t> Store::add(Order order, std::string_view text, std::string_view other_text) {
  const std::lock_guard lock(m_mutex);
  order.hash = hash_of(text);
  order.other_hash = order.kind == OrderKind::compare ? hash_of(other_text) : "";
  JUDGE_CHECK(put_text(order.hash, text));
  if (!order.other_hash.empty()) JUDGE_CHECK(put_text(order.other_hash, other_text));
  JUDGE_TRY(auto row, m_database.prepare(
                          "INSERT INTO orders (user, problem, attempt, path, kind, state, hash, other_hash, case_name, note, submitted) "
                          "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"));
  row.bind(std::string_view(order.user))
      .bind(std::string_view(order.problem))
      .bind(std::string_view(order.attempt))
      .bind(std::string_view(order.path))
      .bind(static_cast<std::int64_t>(order.kind))
      .bind(number_of(OrderState::queued))
      .bind(std::string_view(order.hash))
      .bind(std::string_view(order.other_hash))
      .bind(std::string_view(order.case_name))
      .bind(std::string_view(order.note))
      .bind(now_seconds());
  JUDGE_CHECK(row.step());
  const auto id = m_database.last_inserted_id();
  JUDGE_TRY(auto old, m_database.prepare("DELETE FROM orders WHERE user = ?1 AND kind = ?2 AND state > 2 AND id NOT IN "
                                         "(SELECT id FROM orders WHERE user = ?1 AND kind = ?2 ORDER BY id DESC LIMIT ?3)"));
  JUDGE_CHECK(old.bind(std::string_view(order.user))
                  .bind(static_cast<std::int64_t>(OrderKind::trial))
                  .bind(std::int64_t{k_kept_trials})
                  .step());
  return id;
}

Result<std::vector<Order>> Store::read(SqliteStatement& rows) const {
  std::vector<Order> orders;
  for (;;) {
    JUDGE_TRY(const bool is_there, rows.step());
    if (!is_there) return orders;
    orders.push_back(order_in(rows));
  }
}

Result<std::optional<Order>> Store::find(std::int64_t id) const {
  const std::lock_guard lock(m_mutex);
  JUDGE_TRY(auto rows, m_database.prepare(fmt::format("SELECT {} FROM orders WHERE id = ?1", k_columns)));
  rows.bind(id);
  JUDGE_TRY(auto found, read(rows));
  if (found.empty()) return std::optional<Order>();
  return std::optional(std::move(found.front()));
}

Result<std::vector<Order>> Store::open_orders() const {
  const std::lock_guard lock(m_mutex);
  JUDGE_TRY(auto rows, m_database.prepare(fmt::format("SELECT {} FROM orders WHERE state IN (1, 2) ORDER BY id", k_columns)));
  return read(rows);
}

Result<std::vector<Order>> Store::history(std::string_view user, std::string_view problem, int most) const {
  const std::lock_guard lock(m_mutex);
  JUDGE_TRY(auto rows,
            m_database.prepare(fmt::format(
                "SELECT {} FROM orders WHERE user = ?1 AND (?2 = '' OR problem = ?2) ORDER BY id DESC LIMIT ?3", k_columns)));
  rows.bind(user).bind(problem).bind(std::int64_t{most});
  return read(rows);
}

Result<std::optional<double>> Store::usual_seconds(OrderKind kind, std::string_view problem) const {
  const std::lock_guard lock(m_mutex);
  for (const auto& which : {problem, std::string_view()}) {
    JUDGE_TRY(auto rows, m_database.prepare("SELECT avg(ended - started) FROM (SELECT ended, started FROM orders WHERE kind = ?1 AND "
                                            "state = 3 AND (?2 = '' OR problem = ?2) ORDER BY id DESC LIMIT 10)"));
    rows.bind(static_cast<std::int64_t>(kind)).bind(which);
    JUDGE_TRY(const bool is_there, rows.step());
    if (is_there && !rows.is_null(0)) return std::optional(rows.real(0));
  }
  return std::optional<double>();
}

Result<std::map<std::string, OwnStanding>> Store::standings(std::string_view user) const {
  const std::lock_guard lock(m_mutex);
  JUDGE_TRY(auto rows, m_database.prepare("SELECT problem, hash, verdict, median_ns FROM orders WHERE user = ?1 AND kind = 1 AND state = 3 "
                                          "AND verdict NOT IN ('unsupported', 'judge-error') ORDER BY id"));
  rows.bind(user);
  struct Text {
    bool accepted = false;
    std::optional<double> best_ns;
  };
  std::map<std::pair<std::string, std::string>, Text> texts;  // the latest judgement of a text stands, as on the board
  for (;;) {
    JUDGE_TRY(const bool is_there, rows.step());
    if (!is_there) break;
    auto& text = texts[{std::string(rows.text(0)), std::string(rows.text(1))}];
    text.accepted = rows.text(2) == "accepted";
    if (text.accepted && !rows.is_null(3)) text.best_ns = std::min(rows.real(3), text.best_ns.value_or(rows.real(3)));
  }
  std::map<std::string, OwnStanding> standings;
  for (const auto& [key, text] : texts) {
    auto& standing = standings[key.first];
    ++(text.accepted ? standing.accepted : standing.rejected);
    if (text.accepted && text.best_ns) standing.best_ns = std::min(*text.best_ns, standing.best_ns.value_or(*text.best_ns));
  }
  return standings;
}

Result<bool> Store::mark_running(std::int64_t id) {
  const std::lock_guard lock(m_mutex);
  JUDGE_TRY(auto row, m_database.prepare("UPDATE orders SET state = 2, started = ?2, starts = starts + 1 WHERE id = ?1 AND state = 1 RETURNING id"));
  return row.bind(id).bind(now_seconds()).step();
}

Result<void> Store::mark_queued(std::int64_t id) {
  const std::lock_guard lock(m_mutex);
  JUDGE_TRY(auto row, m_database.prepare("UPDATE orders SET state = 1, started = 0, starts = max(starts - 1, 0) WHERE id = ?1 AND state = 2"));
  JUDGE_CHECK(row.bind(id).step());
  return {};
}

Result<void> Store::mark_ended(const Order& order, std::string_view result_json) {
  const std::lock_guard lock(m_mutex);
  JUDGE_TRY(auto row, m_database.prepare("UPDATE orders SET state = ?2, ended = ?3, verdict = ?4, summary = ?5, median_ns = ?6, error = ?7, "
                                         "result = ?8 WHERE id = ?1 AND state IN (1, 2)"));
  row.bind(order.id)
      .bind(number_of(order.state))
      .bind(now_seconds())
      .bind(std::string_view(order.verdict))
      .bind(std::string_view(order.summary))
      .bind(order.median_ns)
      .bind(std::string_view(order.error))
      .bind(result_json);
  JUDGE_CHECK(row.step());
  return {};
}

Result<bool> Store::cancel_queued(std::int64_t id) {
  const std::lock_guard lock(m_mutex);
  JUDGE_TRY(auto row, m_database.prepare("UPDATE orders SET state = 4, ended = ?2 WHERE id = ?1 AND state = 1 RETURNING id"));
  return row.bind(id).bind(now_seconds()).step();
}

Result<std::string> Store::text(std::string_view hash) const {
  const std::lock_guard lock(m_mutex);
  JUDGE_TRY(auto row, m_database.prepare("SELECT text FROM texts WHERE hash = ?1"));
  JUDGE_TRY(const bool is_there, row.bind(hash).step());
  if (!is_there) return fail("the text {} is not kept", hash);
  return std::string(row.text(0));
}

Result<std::string> Store::result(std::int64_t id) const {
  const std::lock_guard lock(m_mutex);
  JUDGE_TRY(auto row, m_database.prepare("SELECT result FROM orders WHERE id = ?1"));
  JUDGE_TRY(const bool is_there, row.bind(id).step());
  return is_there ? std::string(row.text(0)) : std::string();
}

}  // namespace judge
