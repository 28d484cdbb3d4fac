#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "judge/model/peak_rates.hpp"
#include "judge/passes/clean_players.hpp"
#include "judge/passes/common_options.hpp"
#include "judge/passes/judging_rules.hpp"
#include "judge/passes/peak_rates.hpp"
#include "judge/passes/submissions.hpp"

namespace judge {

/// What the passes found out about some attempts.
struct Judgements {
  std::vector<Timed> attempts;     ///< in the order they were given; players of accepted ones are still alive
  std::vector<Record> records;     ///< of each attempt, as they went into the ledger
  TimedCase ranked;                ///< the first timed case with all that are accepted; else without contestants
  std::optional<PeakRates> peaks;  ///< of the device, where known

  std::optional<Error> not_kept;  ///< why the ledger did not take all records; to be told after the result

  bool all_accepted() const;
};

/// One problem on one device, opened once to judge any number of attempts, some at a time. The same attempt gets the same inputs
/// for its tests each time. Its processes end when the thread that called judge() ends, so all calls come from one thread.
class Session {
 public:
  /// Starts the judge's own builds and loads the runtime. `clock` runs since the command began. `players`: of an earlier session, and the next
  /// one gets this one's; must outlive this; null = they end with the session. Errors: usage, the problem's files.
  static Result<std::unique_ptr<Session>> open(const CommonOptions& common, const JudgingRules& rules,
                                               const Installation& installation, Problem problem, StageClock clock,
                                               Observer& observer, CleanPlayers* players = nullptr);
  ~Session();

  /// The passes: load, test, check, time side by side, record in the ledger, and tell the observer. Their builds were started for
  /// setting(). Errors: the judge's own failures; interrupted. What was decided before one is in the ledger all the same; the session can do
  /// nothing more.
  Result<Judgements> judge(std::vector<Building> building, Observer& observer);

  /// Does what judge() does before it needs an attempt: opens the device, makes the contexts of one attempt's processes; on a GPU also
  /// draws the inputs and computes the references. Errors: as judge()'s.
  Result<void> warm_up();

  /// Starts the process of the next attempt, unless that was done, whose context is made while nobody waits for it.
  Result<void> start_next_player();
  /// Whether judge() will be called again: then the next attempt's processes are started when the one at hand waits to be timed.
  void expect_more(bool more) { m_expects_more = more; }

  const Setting& setting() const { return *m_setting; }
  /// Once judge() was called.
  const Harness& harness() const;
  const Ledger& ledger() const;

 private:
  struct Opened;  // what all calls of judge() need
  Session(const JudgingRules& rules, StageClock clock);
  Result<std::unique_ptr<Opened>> open_all();
  Result<Judgements> run_passes(std::vector<Building> building, std::vector<Record>& decided, Observer& observer);
  void start_for_next_attempt();
  Result<void> prepare_to_test(std::size_t attempts, Building* first);
  Result<std::vector<Checked>> test_and_check(std::vector<Building> building, DeviceAccess& device,
                                              std::vector<Record>& decided, Observer& observer);
  Record decided_record(const Tested& attempt, const std::optional<CheckSummary>& check) const;
  void keep_decided(std::vector<Record> decided, Observer& observer);
  bool is_for_the_ledger(const Record& record) const;
  void record(Judgements& found, Observer& observer);
  void keep_clean_players();
  void end_players(std::vector<Timed>& attempts);
  Result<void> replace_bystander_that_played();

  JudgingRules m_rules;
  StageClock m_clock;  // of the call of judge() at hand
  std::filesystem::path m_ledger_path;
  CleanPlayers* m_players = nullptr;
  std::unique_ptr<const Setting> m_setting;
  OwnBuilds m_own_builds;            // until the first call of judge(),
  std::unique_ptr<Opened> m_opened;  // and this from then on
  std::unique_ptr<Player> m_next_player;
  bool m_expects_more = false;
};

}  // namespace judge
