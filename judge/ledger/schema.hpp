#pragma once

#include "judge/ledger/database.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// The version of the tables that this judge writes, in a file and on a server.
int ledger_schema_version();

/// Makes the tables where nothing is, or brings an older ledger to the present version, in one transaction; any number
/// of processes may do so at once. Errors: not a ledger, one of a later version, or an older one for Access::read, which are left
/// untouched; not writable.
Result<void> prepare_ledger(Database& database, Database::Access access);

}  // namespace judge
