#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judge/ledger/sqlite.hpp"
#include "judge/serve/submission.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// What a user has come to at one problem, of the submissions in this store.
struct OwnStanding {
  int accepted = 0, rejected = 0;
  std::optional<double> best_ns;
};

/// The server's own memory, one SQLite file: the queue, the submitted texts, and each result as JSON. What a function here has
/// returned for is on the disk. Any thread may call any of them.
class Store {
 public:
  /// Opens or makes it. What was running when the last server ended is queued again, unless it was begun `most_starts` times: then
  /// it has failed. Errors: those of SqliteDatabase, another server has it open, it is of a newer judge.
  static Result<std::unique_ptr<Store>> open(const std::filesystem::path& path, int most_starts = 2);
  ~Store();

  /// Adds a queued order with its texts and returns its id. `order.hash` is set from the text.
  Result<std::int64_t> add(Order order, std::string_view text, std::string_view other_text = {});

  /// None: there is no such order, or it was a trial and is dropped by now.
  Result<std::optional<Order>> find(std::int64_t id) const;
  /// All that are queued or running, oldest first.
  Result<std::vector<Order>> open_orders() const;
  /// The latest of a user at a problem (empty = at any), newest first.
  Result<std::vector<Order>> history(std::string_view user, std::string_view problem, int most) const;
  /// Seconds that the last ones of this kind took, for this problem, else for any. None where there was none.
  Result<std::optional<double>> usual_seconds(OrderKind kind, std::string_view problem) const;
  /// By problem; the latest judgement of each text counts.
  Result<std::map<std::string, OwnStanding>> standings(std::string_view user) const;

  /// False where it is no longer queued.
  Result<bool> mark_running(std::int64_t id);
  /// Where it is still open.
  Result<void> mark_ended(const Order& order, std::string_view result_json);
  /// Back into the queue, as if it had not been begun.
  Result<void> mark_queued(std::int64_t id);
  /// True if it was queued until now. A running one is the dispatcher's to end.
  Result<bool> cancel_queued(std::int64_t id);

  /// Errors: no order has it.
  Result<std::string> text(std::string_view hash) const;
  /// JSON; empty where there is none.
  Result<std::string> result(std::int64_t id) const;

 private:
  Store(std::unique_ptr<SqliteDatabase> database, int lock) : m_database(std::move(database)), m_lock(lock) {}
  Result<void> prepare(int most_starts);
  Result<void> put_text(const std::string& hash, std::string_view text);
  Result<std::vector<Order>> select(const std::string& condition, std::initializer_list<Value> values) const;
  Result<bool> changes_one(std::string_view sql, std::initializer_list<Value> values);

  std::unique_ptr<SqliteDatabase> m_database;
  int m_lock;
  mutable std::mutex m_mutex;
};

/// Seconds since 1970.
double now_seconds();

}  // namespace judge
