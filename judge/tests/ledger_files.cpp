/// The ledgers of these tests are files.

#include "judge/ledger/sqlite.hpp"
#include "judge/tests/ledger_records.hpp"

namespace judge {

std::filesystem::path fresh_place(const TemporaryDirectory& folder) { return folder.path() / "a/b/ledger.sqlite"; }

std::string integrity_of(const std::filesystem::path& place) {
  const auto database = *SqliteDatabase::open(place, std::chrono::seconds(1));
  std::string said;
  const auto done = database->run("PRAGMA integrity_check", {}, [&](const Row& row) { said += row.text(0); });
  return done ? said : done.error().message;
}

}  // namespace judge
