#include "judge/ledger/database.hpp"

namespace judge {

Result<void> in_transaction(Database& database, const std::function<Result<void>()>& body) {
  JUDGE_CHECK(database.execute("BEGIN"));
  if (auto done = body(); !done) {
    (void)database.execute("ROLLBACK");
    return done;
  }
  return database.execute("COMMIT");
}

}  // namespace judge
