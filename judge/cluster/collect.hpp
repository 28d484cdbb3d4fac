#pragma once

#include <set>

#include "judge/cluster/frozen_batch.hpp"
#include "judge/ledger/ledger.hpp"

namespace judge {

/// What collect() came to.
struct Collected {
  std::size_t judged = 0, same = 0;  ///< jobs
  std::size_t errors = 0;            ///< jobs that could not be judged
  std::size_t open = 0;              ///< jobs that are not judged yet
  std::map<std::string, std::size_t>
      slow;                        ///< jobs left out, by the machine whose rates are too far below the best known by now
  std::size_t new_in_ledger = 0;   ///< records
  std::set<std::string> left_out;  ///< files that are no results of these jobs, a line for each
};

/// Calls `line` with a result for each job of the batch that was judged or could not be, in the order of the list, and adds to the ledger,
/// if there is one, the records that it has not. Doing it again gives the same lines and adds nothing. What is no result of its
/// job, is not JSON or could be somebody else's is left out. Errors: the ledger cannot be read or written, and those of `line`.
Result<Collected> collect(const FrozenBatch& batch, Ledger* ledger, bool with_records,
                          const std::function<Result<void>(const std::string& line)>& line);

/// collect() into a file, which appears whole, in place of what an earlier one collected of the same batch. Errors: the file holds
/// something else.
Result<Collected> collect_into(const std::filesystem::path& path, const FrozenBatch& batch, Ledger* ledger, bool with_records);

/// What was collected, for people: "12 judged, 3 with the content of another", then what was left out, a line each.
std::string collected_text(const Collected& counts, bool in_ledger);

}  // namespace judge
