#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "judge/util/result.hpp"

namespace judge {

/// What a statement is run with: nothing (NULL), a number, or bytes, which must stay while it runs.
using Value = std::variant<std::monostate, std::int64_t, double, std::string_view>;

template <class T>
Value value_of(const std::optional<T>& value) {
  return value ? Value(*value) : Value();
}

/// One row of what a statement gives; columns count from 0. Valid while its visitor runs.
class Row {
 public:
  virtual std::int64_t integer(int column) const = 0;
  virtual double real(int column) const = 0;
  virtual bool is_null(int column) const = 0;
  /// The bytes of a text; empty where it is NULL.
  virtual std::string_view text(int column) const = 0;

 protected:
  ~Row() = default;
};

/// One connection to the place where a ledger is: SqliteDatabase or PostgresDatabase.
///
/// Statements are written once, in the SQL that both speak: values are $1, $2, ..., which appear in this order. Any of them may be
/// run twice, since one whose answer is lost with the connection is: an INSERT outside of a transaction adds nothing the second
/// time.
class Database {
 public:
  using Visitor = std::function<void(const Row&)>;
  enum class Kind { sqlite, postgres };
  enum class Access { read, write };

  explicit Database(std::string place) : m_place(std::move(place)) {}
  virtual ~Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  virtual Kind kind() const = 0;

  /// Runs one statement and shows its rows to `visitor`, in order.
  virtual Result<void> run(std::string_view sql, std::span<const Value> values, const Visitor& visitor) = 0;
  Result<void> run(std::string_view sql, std::initializer_list<Value> values, const Visitor& visitor) {
    return run(sql, std::span(values.begin(), values.size()), visitor);
  }

  /// Runs any number of statements that need no values and whose rows nobody wants; never twice.
  virtual Result<void> execute(const std::string& sql) = 0;

  /// The version of the ledger that is there, 0 where nothing is. Errors: what is there is no ledger.
  virtual Result<std::int64_t> version() = 0;
  /// What is to be done at each opening. Errors: this user cannot write there, and wants to.
  virtual Result<void> get_ready(Access access) = 0;
  /// Begins the transaction in which the tables are made or brought to another version: one process at a time.
  virtual Result<void> begin_migration() = 0;
  virtual Result<void> set_version(std::int64_t version) = 0;

  /// For messages: the path, or the server's without a password.
  const std::string& place() const { return m_place; }

 private:
  std::string m_place;
};

/// Between BEGIN and COMMIT; what fails in between leaves nothing behind.
Result<void> in_transaction(Database& database, const std::function<Result<void>()>& body);

}  // namespace judge
