#include "judge/studies/study.hpp"

#include "judge/ledger/ledger.hpp"
#include "judge/util/described_json.hpp"

namespace judge {

Result<void> keep_study(const CommonOptions& common, std::string kind, const Problem& problem, const Judged& judged,
                        const nlohmann::json& document) {
  JUDGE_TRY(auto ledger, Ledger::open(common.ledger_path()));
  const auto put = ledger.put_study({.kind = std::move(kind),
                                     .time = judged.setting().utc_now(),
                                     .problem = problem.name,
                                     .problem_hash = problem.content_hash,
                                     .device_id = judged.setting().device.id,
                                     .document = json_text(document)});
  return put ? Result<void>() : fail("the ledger did not take the result: {}", put.error().message);
}

}  // namespace judge
