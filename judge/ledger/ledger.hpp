#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "judge/ledger/database.hpp"
#include "judge/model/peak_rates.hpp"
#include "judge/model/record.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// Whose results are compared: one problem (of one content, where said) on one device.
struct BoardQuery {
  std::string problem;
  std::string device_id;
  std::optional<std::string> problem_hash;  ///< absent: whatever the problem's files were
  /// The name of the ranked case: the time of another one (`--case NAME`) does not count. Absent: the first one measured counts.
  std::optional<std::string> ranked_case = {};
};

/// Attempts measured at other sizes or with other macros than a board compares: what `judge scale` and `judge sweep` found.
struct Study {
  std::string kind;  ///< "scale", "sweep"
  std::string time;  ///< UTC, "2026-01-31T12:00:00Z"
  std::string problem, problem_hash, device_id;
  std::string document;  ///< JSON: judge.scale/1, judge.sweep/1
};

/// Every judgement so far, in one SQLite file or in one database on a PostgreSQL server. Rows are only ever added: the place itself
/// refuses to change or drop one. Any number of processes may use it at once; a killed one leaves it whole, with all that append()
/// had returned for.
class Ledger {
 public:
  /// default_data_dir() / "ledger.sqlite".
  static std::filesystem::path default_path();

  /// A place is a file, or a connection string postgresql://USER@HOST/DATABASE, as libpq reads it.
  static bool is_file(const std::filesystem::path& place);
  /// For messages: without a password.
  static std::string shown(const std::filesystem::path& place);

  /// Opens the ledger, or makes it, a file with the folders above it; an older one is brought to the present schema.
  /// Errors: not a ledger, one written by a newer judge (both left untouched), not writable, held too long by another, no server.
  static Result<Ledger> open(const std::filesystem::path& place);

  /// To look something up; whoever may only read will do. Nothing is changed or made: where there is no file, or an empty database,
  /// nothing is in the ledger, and an older file is read as the present schema has it. Errors: those of open(); an older ledger on a server.
  static Result<Ledger> open_to_read(const std::filesystem::path& place);

  /// Adds one row and returns its id; `record.id` is not looked at. A server that restarts meanwhile is waited for, and the row is
  /// there once.
  Result<std::int64_t> append(const Record& record);

  /// The same under a key of the caller's, 32 hexadecimal digits: what has one key is there once, however often it is added, by
  /// however many.
  struct Added {
    std::int64_t id = 0;
    bool is_new = true;
  };
  Result<Added> append_once(const Record& record, std::string_view key);

  /// The fastest accepted record (first measurement's device median) of each attempt content, fastest first, those
  /// without a time last. The latest judgement stands: an attempt that was accepted once and fails since is not on
  /// the board. Judgements that say nothing about the attempt (unsupported, judge-error) don't count. A record that counts without
  /// its times, which are of other cases than the ranked one, has no measurements here.
  Result<std::vector<Record>> board(const BoardQuery& query) const;

  /// The names under which each content was judged, by its hash, where they are several.
  Result<std::map<std::string, std::set<std::string>>> names_of_contents(const BoardQuery& query) const;

  /// All records of one attempt, by its name or the hash of its content, oldest first, on every device.
  Result<std::vector<Record>> history(std::string_view problem, std::string_view attempt_or_hash) const;

  /// All records of one problem, oldest first, on every device.
  Result<std::vector<Record>> history(std::string_view problem) const;

  /// The median of each attempt that has a time on the board, ascending, nanoseconds.
  Result<std::vector<double>> all_medians(const BoardQuery& query) const;

  /// What one attempt content has come to: what its latest judgement says, and its fastest accepted time.
  struct AttemptStanding {
    std::string attempt;  ///< its name in its latest judgement
    bool accepted = false;
    std::int64_t best_id = 0;  ///< of the record with that time; 0 where it was never accepted
    std::optional<double> median_ns;
  };
  /// Of each attempt content, accepted or not, in no order.
  Result<std::vector<AttemptStanding>> standings(const BoardQuery& query) const;

  /// The problems that have rows of this device.
  Result<std::set<std::string>> judged_problems(std::string_view device_id) const;

  /// The device of the latest row, or of the latest of one runtime; nothing where there is none.
  Result<std::optional<Device>> latest_device(std::optional<RuntimeKind> runtime) const;

  /// Of the time that a row is ranked by: median, bracket and work, and no samples; the rest of the record is
  /// not parsed. Errors: no such row, or it has no time.
  Result<Measurement> ranked_timing(std::int64_t id) const;

  /// What was measured last on this device; nothing where it never was.
  Result<std::optional<PeakRates>> peak_rates(std::string_view device_id) const;
  Result<void> put_peak_rates(std::string_view device_id, const PeakRates& peaks);

  /// Keeps a study, on no board. One that is there already is not added again.
  Result<void> put_study(const Study& study);
  /// Of one problem, whatever its files were, on one device; oldest first.
  Result<std::vector<Study>> studies(std::string_view problem, std::string_view device_id) const;
  /// The problems that have studies on this device.
  Result<std::set<std::string>> studied_problems(std::string_view device_id) const;
  /// The last one of all; nothing where there is none.
  Result<std::optional<Study>> latest_study() const;

  /// The rows that were asked for and are left out, since this judge cannot read them, and why: one line each.
  const std::set<std::string>& skipped() const { return m_skipped; }

  /// How many records there are.
  Result<std::int64_t> size() const;

  /// Adds what other ledgers have and this one has not, byte for byte: the records of each in their order, those of several by time,
  /// after those that are here; the studies and the peak rates. The number of records added.
  Result<std::int64_t> add_all_of(std::span<const Ledger> others);

  /// For messages: the file, or the server without a password.
  std::filesystem::path path() const { return m_database->place(); }

 private:
  explicit Ledger(std::unique_ptr<Database> database) : m_database(std::move(database)) {}

  /// What the rows of one attempt content come to, in whatever order they are seen.
  struct Tally {
    struct Time {
      double median_ns = 0;
      std::int64_t id = 0;
      auto operator<=>(const Time&) const = default;
    };
    std::int64_t latest_id = 0, best_id = 0;
    bool latest_accepted = false;
    std::optional<double> median_ns;
    std::vector<Time> times{};  ///< of its accepted rows

    void see(std::int64_t id, VerdictKind verdict, std::optional<double> row_median_ns);
    void choose_best();
  };
  Result<std::vector<Tally>> tallies(const BoardQuery& query) const;
  Result<void> leave_out_other_cases(std::vector<Tally>& tallies, std::string_view ranked_case) const;
  Result<void> read_documents(std::span<const std::int64_t> ids, const Database::Visitor& see) const;
  Result<std::vector<Tally>> best_rows(const BoardQuery& query) const;
  Result<std::vector<Record>> read_records(std::string_view sql, std::initializer_list<Value> values) const;
  /// None: it cannot be read, and skipped() says why.
  std::optional<Record> read_row(std::int64_t id, std::string_view document) const;
  void skip(std::int64_t id, std::string_view why) const;

  std::unique_ptr<Database> m_database;
  mutable std::set<std::string> m_skipped;
};

}  // namespace judge
