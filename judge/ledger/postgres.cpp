#include "judge/ledger/postgres.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <thread>
#include <vector>

#include "judge/ledger/libpq.hpp"

namespace judge {

namespace {

/// The numbers of PostgreSQL's types, from its pg_type.dat; they never change.
constexpr Oid k_unknown = 0, k_bytea = 17, k_int8 = 20, k_float8 = 701;

/// One process at a time makes the tables: the key of pg_advisory_xact_lock(), "JUDGledg".
constexpr std::int64_t k_migration_lock = 0x4a5544476c656467;

constexpr std::chrono::milliseconds k_pause{100};

template <class T>
std::array<char, sizeof(T)> big_endian(T value) {
  auto bytes = std::bit_cast<std::array<char, sizeof(T)>>(value);
  if constexpr (std::endian::native == std::endian::little) std::ranges::reverse(bytes);
  return bytes;
}

template <class T>
T from_big_endian(std::string_view text) {
  std::array<char, sizeof(T)> bytes;
  std::ranges::copy(text, bytes.begin());
  if constexpr (std::endian::native == std::endian::little) std::ranges::reverse(bytes);
  return std::bit_cast<T>(bytes);
}

/// Values in the arrays that libpq wants, all in the binary format.
class Parameters {
 public:
  explicit Parameters(std::span<const Value> values) : m_numbers(values.size()), m_formats(values.size(), 1) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (const auto* integer = std::get_if<std::int64_t>(&values[i])) add_number(i, k_int8, big_endian(*integer));
      else if (const auto* real = std::get_if<double>(&values[i])) add_number(i, k_float8, big_endian(*real));
      else if (const auto* text = std::get_if<std::string_view>(&values[i]))
        add(k_bytea, text->data() ? text->data() : "", text->size());
      else add(k_unknown, nullptr, 0);
    }
  }
  int count() const { return static_cast<int>(m_types.size()); }
  const Oid* types() const { return m_types.data(); }
  const char* const* values() const { return m_values.data(); }
  const int* lengths() const { return m_lengths.data(); }
  const int* formats() const { return m_formats.data(); }

 private:
  void add(Oid type, const char* bytes, std::size_t size) {
    m_types.push_back(type);
    m_values.push_back(bytes);
    m_lengths.push_back(static_cast<int>(size));
  }
  void add_number(std::size_t i, Oid type, const std::array<char, 8>& bytes) {
    m_numbers[i] = bytes;
    add(type, m_numbers[i].data(), bytes.size());
  }

  std::vector<std::array<char, 8>> m_numbers;
  std::vector<Oid> m_types;
  std::vector<const char*> m_values;
  std::vector<int> m_lengths, m_formats;
};

class PostgresRow final : public Row {
 public:
  PostgresRow(const Libpq& libpq, const PGresult* result, int row) : m_libpq(&libpq), m_result(result), m_row(row) {}
  bool is_null(int column) const override { return m_libpq->PQgetisnull(m_result, m_row, column) != 0; }
  std::int64_t integer(int column) const override {
    const auto bytes = text(column);
    if (bytes.size() == 8) return from_big_endian<std::int64_t>(bytes);
    return bytes.size() == 4 ? from_big_endian<std::int32_t>(bytes) : 0;
  }
  double real(int column) const override {
    const auto bytes = text(column);
    return bytes.size() == 8 ? from_big_endian<double>(bytes) : 0;
  }
  std::string_view text(int column) const override {
    if (is_null(column)) return {};
    return {m_libpq->PQgetvalue(m_result, m_row, column),
            static_cast<std::size_t>(m_libpq->PQgetlength(m_result, m_row, column))};
  }

 private:
  const Libpq* m_libpq;
  const PGresult* m_result;
  int m_row;
};

void ignore_notice(void*, const char*) {}

/// Of what libpq says over several lines.
std::string one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  std::erase(text, '\t');
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

}  // namespace

void PostgresDatabase::Finish::operator()(pg_conn* connection) const { libpq->PQfinish(connection); }
void PostgresDatabase::Clear::operator()(pg_result* result) const { libpq->PQclear(result); }

bool is_on_postgres(const std::filesystem::path& place) {
  return place.native().starts_with("postgresql://") || place.native().starts_with("postgres://");
}

std::string shown_place(std::string_view connection) {
  const std::string scheme = "postgresql://";
  const std::string_view rest = connection.substr(std::min(connection.find("://") + 3, connection.size()));
  const auto at = rest.rfind('@'), query = rest.find('?');
  if (at != rest.npos && query < at) return scheme + "...";  // where a password ends is not certain
  std::string shown = scheme;
  if (at != rest.npos) shown += std::string(rest.substr(0, std::min(rest.find(':'), at))) + '@';
  shown += rest.substr(at == rest.npos ? 0 : at + 1, query == rest.npos ? rest.npos : query - (at == rest.npos ? 0 : at + 1));
  if (query == rest.npos) return shown;
  char mark = '?';
  for (auto left = rest.substr(query + 1); !left.empty();) {
    const auto part = left.substr(0, left.find('&'));
    for (const std::string_view harmless : {"host=", "port=", "dbname=", "user=", "service="})
      if (part.starts_with(harmless)) {
        shown.append(1, mark).append(part);
        mark = '&';
      }
    left.remove_prefix(std::min(part.size() + 1, left.size()));
  }
  return shown;
}

Result<std::unique_ptr<PostgresDatabase>> PostgresDatabase::open(const std::string& connection,
                                                                 std::chrono::milliseconds patience) {
  JUDGE_TRY(const Libpq* libpq, load_libpq());
  // What libpq says about a connection string that it cannot read may quote a password.
  auto* options = libpq->PQconninfoParse(connection.c_str(), nullptr);
  if (!options)
    return fail(
        "--ledger: the connection string is not valid: postgresql://USER@HOST:PORT/DATABASE is (special characters as %XX), "
        "and the "
        "password is best in ~/.pgpass");
  libpq->PQconninfoFree(options);
  std::unique_ptr<PostgresDatabase> database(new PostgresDatabase(*libpq, connection, patience));
  JUDGE_CHECK(database->connect());
  return database;
}

Result<void> PostgresDatabase::connect() {
  // What is named before dbname is overridden by the connection string.
  std::vector<const char*> names{"fallback_application_name", "tcp_user_timeout"}, values{"judge", "20000"};
  if (!std::getenv("PGCONNECT_TIMEOUT")) {
    names.push_back("connect_timeout");
    values.push_back("10");
  }
  names.insert(names.end(), {"dbname", "client_encoding", nullptr});
  values.insert(values.end(), {m_parameters.c_str(), "UTF8", nullptr});
  m_connection.reset(m_libpq->PQconnectdbParams(names.data(), values.data(), 1));
  if (!m_connection || m_libpq->PQstatus(m_connection.get()) != CONNECTION_OK) return failure(nullptr);
  m_libpq->PQsetNoticeProcessor(m_connection.get(), ignore_notice, nullptr);
  return execute("SET lock_timeout = '10s'");
}

Result<void> PostgresDatabase::run(std::string_view sql, std::span<const Value> values, const Visitor& visitor) {
  const bool may_repeat = !is_in_transaction();
  const auto deadline = Clock::now() + (m_is_away ? Clock::duration(0) : m_patience);
  const std::string text(sql);
  for (bool again = false;; again = true) {
    const bool was_open = m_connection != nullptr;
    const auto answer = ask(text, values);
    const auto status = answer ? m_libpq->PQresultStatus(answer.get()) : PGRES_FATAL_ERROR;
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) {
      m_is_away = false;
      const int rows = m_libpq->PQntuples(answer.get());
      for (int i = 0; i < rows; ++i) visitor(PostgresRow(*m_libpq, answer.get(), i));
      return {};
    }
    if (!is_lost(answer.get())) return failure(answer.get());
    const bool no_answer = was_open && !m_connection;
    if (may_repeat && !no_answer && !(again && Clock::now() > deadline) && reconnect(deadline)) continue;
    m_is_away = true;
    return failure(answer.get());
  }
}

bool PostgresDatabase::reconnect(Clock::time_point deadline) {
  while (!connect()) {
    if (Clock::now() + k_pause > deadline) return false;
    std::this_thread::sleep_for(k_pause);
  }
  return true;
}

PostgresDatabase::Answer PostgresDatabase::ask(const std::string& sql, std::span<const Value> values) {
  const auto deadline = Clock::now() + m_patience;
  const Parameters parameters(values);
  PGconn* connection = m_connection.get();
  Answer answer(nullptr, {m_libpq});
  if (!m_libpq->PQsendQueryParams(connection, sql.c_str(), parameters.count(), parameters.types(), parameters.values(),
                                  parameters.lengths(), parameters.formats(), 1))
    return answer;
  for (;;) {
    while (m_libpq->PQisBusy(connection)) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
      pollfd input{m_libpq->PQsocket(connection), POLLIN, 0};
      if (left.count() <= 0 || ::poll(&input, 1, static_cast<int>(left.count())) == 0) {
        m_connection.reset();  // nothing that comes now is the answer to what is asked next
        return Answer(nullptr, {m_libpq});
      }
      if (!m_libpq->PQconsumeInput(connection)) break;
    }
    Answer next(m_libpq->PQgetResult(connection), {m_libpq});
    if (!next) return answer;
    answer = std::move(next);  // a lost connection can add a second one, which says so
  }
}

Result<void> PostgresDatabase::execute(const std::string& sql) {
  if (!m_connection) return failure(nullptr);
  const Answer answer(m_libpq->PQexec(m_connection.get(), sql.c_str()), {m_libpq});
  const auto status = answer ? m_libpq->PQresultStatus(answer.get()) : PGRES_FATAL_ERROR;
  if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return {};
  return failure(answer.get());
}

bool PostgresDatabase::is_in_transaction() const {
  return m_connection && m_libpq->PQtransactionStatus(m_connection.get()) != PQTRANS_IDLE &&
         m_libpq->PQstatus(m_connection.get()) == CONNECTION_OK;
}

/// A restart, a crash, a failover: the same statement may go well a moment later.
bool PostgresDatabase::is_lost(const PGresult* answer) const {
  if (!answer || !m_connection || m_libpq->PQstatus(m_connection.get()) != CONNECTION_OK) return true;
  const char* code = m_libpq->PQresultErrorField(answer, PG_DIAG_SQLSTATE);
  const std::string_view state = code ? code : "08000";
  // Of class 57: 57014 is a statement that somebody has cancelled. Class 40: a transaction that another one was in the way of.
  return state.starts_with("08") || state.starts_with("57P") || state.starts_with("40");
}

Result<std::int64_t> PostgresDatabase::version() {
  bool is_ledger = false;
  std::int64_t tables = 0, version = 0;
  JUDGE_CHECK(
      run("SELECT (to_regclass('judge_ledger') IS NOT NULL)::int, (SELECT count(*) FROM pg_class JOIN pg_namespace "
          "ON pg_namespace.oid = relnamespace WHERE nspname = current_schema() AND relkind IN ('r', 'p', 'f'))",
          {}, [&](const Row& row) {
            is_ledger = row.integer(0) == 1;
            tables = row.integer(1);
          }));
  if (!is_ledger && tables > 0)
    return fail("{}: is a database of another program, not a judge ledger; make a database for the ledger: createdb NAME",
                place());
  if (is_ledger)
    JUDGE_CHECK(run("SELECT max(version) FROM judge_ledger", {}, [&](const Row& row) { version = row.integer(0); }));
  return version;
}

Result<void> PostgresDatabase::get_ready(Access access) {
  if (access == Access::read) return {};
  bool may_write = false;
  JUDGE_CHECK(
      run("SELECT (NOT pg_is_in_recovery() AND coalesce(has_table_privilege(to_regclass('records'), 'INSERT'), true))::int", {},
          [&](const Row& row) { may_write = row.integer(0) == 1; }));
  if (!may_write)
    return fail("{}: this user may read the ledger and not add to it; name another user, or another ledger with --ledger",
                place());
  return {};
}

Result<void> PostgresDatabase::begin_migration() {
  return execute(fmt::format("BEGIN; SELECT pg_advisory_xact_lock({})", k_migration_lock));
}

Result<void> PostgresDatabase::set_version(std::int64_t version) {
  return execute(
      fmt::format("CREATE TABLE IF NOT EXISTS judge_ledger (version BIGINT NOT NULL, time TIMESTAMPTZ NOT NULL "
                  "DEFAULT now()); INSERT INTO judge_ledger (version) VALUES ({})",
                  version));
}

std::unexpected<Error> PostgresDatabase::failure(const PGresult* answer) const {
  const auto field = [&](int which) {
    const char* text = answer ? m_libpq->PQresultErrorField(answer, which) : nullptr;
    return std::string(text ? text : "");
  };
  const std::string state = field(PG_DIAG_SQLSTATE), said = field(PG_DIAG_MESSAGE_PRIMARY);
  if (!m_connection)
    return fail("{}: the server has not answered for {} s", place(), std::chrono::duration<double>(m_patience).count());
  if (said.empty()) return fail("{}: {}", place(), one_line(m_libpq->PQerrorMessage(m_connection.get())));
  if (state == "42501") return fail("{}: {}; docs/ledger.md names the rights that a user needs", place(), said);
  if (state == "53100") return fail("{}: the server's disk is full ({}); nothing was added to the ledger", place(), said);
  if (state == "55P03")
    return fail("{}: another program has held the ledger for 10 s ({}); try again when it has ended", place(), said);
  return fail("{}: {}", place(), said);
}

}  // namespace judge
