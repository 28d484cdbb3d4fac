#include "judge/ledger/database.hpp"

namespace judge {

Result<void> in_transaction(Database& database, const std::function<Result<void>()>& body) {
  JUDGE_CHECK(database.execute("BEGIN"));
  if (auto done = body(); !done) {
    [[maybe_unused]] const auto undone = database.execute("ROLLBACK");  // a lost connection has undone it
    return done;
  }
  return database.execute("COMMIT");
}

}  // namespace judge
