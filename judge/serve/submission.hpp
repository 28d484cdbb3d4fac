#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "judge/util/described.hpp"

namespace judge {

/// What a person asked for.
enum class OrderKind : int {
  judge = 1,    ///< all cases, timed, into the ledger
  trial = 2,    ///< the worked example alone
  compare = 3,  ///< two texts, timed side by side
};

constexpr auto names_of(OrderKind) {
  return named<OrderKind>({{OrderKind::judge, "judge"}, {OrderKind::trial, "try"}, {OrderKind::compare, "compare"}});
}

enum class OrderState : int { queued = 1, running = 2, done = 3, cancelled = 4, failed = 5 };

constexpr auto names_of(OrderState) {
  return named<OrderState>({{OrderState::queued, "queued"},
                            {OrderState::running, "running"},
                            {OrderState::done, "done"},
                            {OrderState::cancelled, "cancelled"},
                            {OrderState::failed, "failed"}});
}

/// One entry of the queue, and what became of it. The text is kept with it, so that the file may change meanwhile.
struct Order {
  std::int64_t id = 0;
  std::string user, problem;
  std::string attempt;  ///< its name: "va_mine"
  std::string path;     ///< where the file was
  OrderKind kind = OrderKind::judge;
  OrderState state = OrderState::queued;
  std::string hash, other_hash;                  ///< of the text; of the second one of a comparison
  std::string case_name;                         ///< of a trial; empty = the worked example
  std::string note;                              ///< of a comparison: what A and B are
  int starts = 0;                                ///< how often it was begun
  double submitted = 0, started = 0, ended = 0;  ///< seconds since 1970; 0 = not yet
  std::string verdict, summary;                  ///< of what is done
  std::optional<double> median_ns;               ///< of an accepted one that was timed
  std::string error;                             ///< why it failed: the judge's own failure
  std::string seed;                              ///< of a trial: the run whose inputs are drawn again; empty = new ones

  bool is_open() const { return state == OrderState::queued || state == OrderState::running; }
};

}  // namespace judge
