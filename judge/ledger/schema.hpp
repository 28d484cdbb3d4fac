#pragma once

#include "judge/ledger/sqlite.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// The version of the tables that this judge writes; a file says its own in PRAGMA user_version.
int ledger_schema_version();

/// Makes the tables of an empty file, or brings an older ledger to the present version, in one transaction; any number
/// of processes may do so at once. Errors: not a ledger, or one of a later version, which are left untouched; not
/// writable.
Result<void> prepare_ledger(const SqliteDatabase& database);

}  // namespace judge
