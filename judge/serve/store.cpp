#include "judge/serve/store.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "judge/util/hash.hpp"

namespace judge {

namespace {

constexpr std::int64_t k_store_version = 2;
constexpr std::int64_t k_kept_trials = 100;  // of each user

Order order_in(const Row& row) {
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
              .error = std::string(row.text(18)),
              .seed = std::string(row.text(19))};
  if (!row.is_null(17)) order.median_ns = row.real(17);
  return order;
}

// As the tables have them: queued 1, running 2, done 3, cancelled 4, failed 5; judge 1, trial 2, compare 3.
std::int64_t number_of(OrderState state) { return static_cast<std::int64_t>(state); }
std::int64_t number_of(OrderKind kind) { return static_cast<std::int64_t>(kind); }

void nothing(const Row&) {}

// Whatever is made while this lives is the owner's alone.
class ForTheOwnerAlone {
 public:
  ForTheOwnerAlone() : m_before(umask(077)) {}
  ForTheOwnerAlone(const ForTheOwnerAlone&) = delete;
  ForTheOwnerAlone& operator=(const ForTheOwnerAlone&) = delete;
  ~ForTheOwnerAlone() { umask(m_before); }

 private:
  mode_t m_before;
};

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

double now_seconds() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

Result<std::unique_ptr<Store>> Store::open(const std::filesystem::path& path, int most_starts) {
  const ForTheOwnerAlone mask;
  std::error_code ignored;
  std::filesystem::create_directories(path.parent_path(), ignored);
  JUDGE_TRY(const int lock, lock_beside(path));
  // Those of an older judge, too. SQLite gives the files beside it the same rights.
  for (const char* suffix : {"", "-wal", "-shm"})
    std::filesystem::permissions(path.string() + suffix,
                                 std::filesystem::perms::owner_read | std::filesystem::perms::owner_write, ignored);
  auto database = SqliteDatabase::open(path, std::chrono::seconds(10));
  if (!database) {
    close(lock);
    return std::unexpected(std::move(database).error());
  }
  std::unique_ptr<Store> store(new Store(std::move(*database), lock));
  JUDGE_CHECK(store->prepare(most_starts));
  return store;
}

Store::~Store() { close(m_lock); }

Result<void> Store::prepare(int most_starts) {
  JUDGE_CHECK(m_database->get_ready(Database::Access::write));
  JUDGE_CHECK(m_database->execute("PRAGMA synchronous = FULL"));  // a power cut loses no submission
  std::int64_t version = 0;
  JUDGE_CHECK(m_database->run("PRAGMA user_version", {}, [&](const Row& row) { version = row.integer(0); }));
  if (version > k_store_version)
    return fail("{}: written by a newer judge; use that one, or give this one --data FOLDER", m_database->place());
  if (version == 0)
    JUDGE_CHECK(m_database->execute(R"(
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
  if (version < 2)
    JUDGE_CHECK(m_database->execute(
        "BEGIN IMMEDIATE; ALTER TABLE orders ADD COLUMN seed TEXT NOT NULL DEFAULT ''; PRAGMA user_version = 2; COMMIT;"));
  constexpr std::string_view given_up =
      "The server ended while it judged this, more than once. Submit it again if you think that it was chance.";
  JUDGE_CHECK(m_database->run("UPDATE orders SET state = 5, ended = $1, error = $2 WHERE state = 2 AND starts >= $3",
                              {now_seconds(), given_up, std::int64_t{most_starts}}, nothing));
  return m_database->execute(
      "UPDATE orders SET state = 1, started = 0 WHERE state = 2; "
      "DELETE FROM texts WHERE hash NOT IN (SELECT hash FROM orders UNION SELECT other_hash FROM orders)");
}

Result<void> Store::put_text(const std::string& hash, std::string_view text) {
  return m_database->run("INSERT INTO texts (hash, text) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                         {std::string_view(hash), text}, nothing);
}

Result<std::int64_t> Store::add(Order order, std::string_view text, std::string_view other_text) {
  const std::lock_guard lock(m_mutex);
  order.hash = hash_of(text);
  order.other_hash = order.kind == OrderKind::compare ? hash_of(other_text) : "";
  std::int64_t id = 0;
  JUDGE_CHECK(in_transaction(*m_database, [&]() -> Result<void> {
    JUDGE_CHECK(put_text(order.hash, text));
    if (!order.other_hash.empty()) JUDGE_CHECK(put_text(order.other_hash, other_text));
    JUDGE_CHECK(m_database->run(
        "INSERT INTO orders (user, problem, attempt, path, kind, state, hash, other_hash, case_name, note, submitted, seed) "
        "VALUES ($1, $2, $3, $4, $5, 1, $6, $7, $8, $9, $10, $11) RETURNING id",
        {std::string_view(order.user), std::string_view(order.problem), std::string_view(order.attempt),
         std::string_view(order.path), number_of(order.kind), std::string_view(order.hash), std::string_view(order.other_hash),
         std::string_view(order.case_name), std::string_view(order.note), now_seconds(), std::string_view(order.seed)},
        [&](const Row& row) { id = row.integer(0); }));
    return m_database->run(
        "DELETE FROM orders WHERE user = $1 AND kind = 2 AND state > 2 AND id NOT IN "
        "(SELECT id FROM orders WHERE user = $1 AND kind = 2 ORDER BY id DESC LIMIT $2)",
        {std::string_view(order.user), k_kept_trials}, nothing);
  }));
  return id;
}

Result<std::vector<Order>> Store::select(const std::string& condition, std::initializer_list<Value> values) const {
  std::vector<Order> orders;
  JUDGE_CHECK(
      m_database->run("SELECT id, user, problem, attempt, path, kind, state, hash, other_hash, case_name, note, starts, "
                      "submitted, started, ended, "
                      "verdict, summary, median_ns, error, seed FROM orders WHERE " +
                          condition,
                      values, [&](const Row& row) { orders.push_back(order_in(row)); }));
  return orders;
}

Result<bool> Store::changes_one(std::string_view sql, std::initializer_list<Value> values) {
  bool has_changed = false;
  JUDGE_CHECK(m_database->run(sql, values, [&](const Row&) { has_changed = true; }));
  return has_changed;
}

Result<std::optional<Order>> Store::find(std::int64_t id) const {
  const std::lock_guard lock(m_mutex);
  JUDGE_TRY(auto found, select("id = $1", {id}));
  if (found.empty()) return std::optional<Order>();
  return std::optional(std::move(found.front()));
}

Result<std::vector<Order>> Store::open_orders() const {
  const std::lock_guard lock(m_mutex);
  return select("state IN (1, 2) ORDER BY id", {});
}

Result<std::vector<Order>> Store::history(std::string_view user, std::string_view problem, int most) const {
  const std::lock_guard lock(m_mutex);
  return select("user = $1 AND ($2 = '' OR problem = $2) ORDER BY id DESC LIMIT $3", {user, problem, std::int64_t{most}});
}

Result<std::optional<double>> Store::usual_seconds(OrderKind kind, std::string_view problem) const {
  const std::lock_guard lock(m_mutex);
  std::optional<double> seconds;
  for (const auto& which : {problem, std::string_view()}) {
    JUDGE_CHECK(
        m_database->run("SELECT avg(ended - started) FROM (SELECT ended, started FROM orders WHERE kind = $1 AND state = 3 AND "
                        "($2 = '' OR problem = $2) "
                        "ORDER BY id DESC LIMIT 10)",
                        {number_of(kind), which}, [&](const Row& row) {
                          if (!row.is_null(0)) seconds = row.real(0);
                        }));
    if (seconds) break;
  }
  return seconds;
}

Result<std::map<std::string, OwnStanding>> Store::standings(std::string_view user) const {
  const std::lock_guard lock(m_mutex);
  struct Text {
    bool accepted = false;
    std::optional<double> best_ns;
  };
  std::map<std::pair<std::string, std::string>, Text> texts;  // the latest judgement of a text stands, as on the board
  JUDGE_CHECK(
      m_database->run("SELECT problem, hash, verdict, median_ns FROM orders WHERE user = $1 AND kind = 1 AND state = 3 "
                      "AND verdict NOT IN ('unsupported', 'judge-error') ORDER BY id",
                      {user}, [&](const Row& row) {
                        auto& text = texts[{std::string(row.text(0)), std::string(row.text(1))}];
                        text.accepted = row.text(2) == "accepted";
                        if (text.accepted && !row.is_null(3))
                          text.best_ns = std::min(row.real(3), text.best_ns.value_or(row.real(3)));
                      }));
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
  return changes_one("UPDATE orders SET state = 2, started = $1, starts = starts + 1 WHERE id = $2 AND state = 1 RETURNING id",
                     {now_seconds(), id});
}

Result<void> Store::mark_queued(std::int64_t id) {
  const std::lock_guard lock(m_mutex);
  return m_database->run("UPDATE orders SET state = 1, started = 0, starts = max(starts - 1, 0) WHERE id = $1 AND state = 2",
                         {id}, nothing);
}

Result<void> Store::mark_ended(const Order& order, std::string_view result_json) {
  const std::lock_guard lock(m_mutex);
  return m_database->run(
      "UPDATE orders SET state = $1, ended = $2, verdict = $3, summary = $4, median_ns = $5, error = $6, result = $7 "
      "WHERE id = $8 AND state IN (1, 2)",
      {number_of(order.state), now_seconds(), std::string_view(order.verdict), std::string_view(order.summary),
       value_of(order.median_ns), std::string_view(order.error), result_json, order.id},
      nothing);
}

Result<bool> Store::cancel_queued(std::int64_t id) {
  const std::lock_guard lock(m_mutex);
  return changes_one("UPDATE orders SET state = 4, ended = $1 WHERE id = $2 AND state = 1 RETURNING id", {now_seconds(), id});
}

Result<std::string> Store::text(std::string_view hash) const {
  const std::lock_guard lock(m_mutex);
  std::optional<std::string> text;
  JUDGE_CHECK(m_database->run("SELECT text FROM texts WHERE hash = $1", {hash}, [&](const Row& row) { text = row.text(0); }));
  if (!text) return fail("the text {} is not kept", hash);
  return std::move(*text);
}

Result<std::string> Store::result(std::int64_t id) const {
  const std::lock_guard lock(m_mutex);
  std::string result;
  JUDGE_CHECK(m_database->run("SELECT result FROM orders WHERE id = $1", {id}, [&](const Row& row) { result = row.text(0); }));
  return result;
}

}  // namespace judge
