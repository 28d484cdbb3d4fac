#pragma once

#include <string>
#include <vector>

#include "judge/catalog/search.hpp"
#include "judge/model/catalogue.hpp"
#include "judge/passes/common_options.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// The problems of a root, and how far one has come with each. Own attempts are all but the examples: see example_names().
struct Catalogue {
  std::vector<CatalogueRow> rows;    ///< by number; those without one last, by name
  std::string device;                ///< whose results the standings are; empty where nothing was judged yet
  std::vector<Error> broken;         ///< of problems that cannot be read, which are not among the rows
  std::vector<std::string> skipped;  ///< Ledger::skipped(): records that do not count in the standings
};

/// All problems. Their standings are those on the device that was judged on last (last on this runtime, where `common` says
/// one), at the problems as they are now; no device is touched for it. Errors: no problems/, a ledger that cannot be read.
Result<Catalogue> read_catalogue(const CommonOptions& common);

/// Of the wanted ones that are not solved the easiest; of these the one that has most in common with what is solved; of these the
/// first by number. In common: the tags, a rare one for more than one that many problems have. Errors: no problem is wanted.
Result<Proposal> propose_next(const std::vector<CatalogueRow>& rows, const ProblemSearch& search);

}  // namespace judge
