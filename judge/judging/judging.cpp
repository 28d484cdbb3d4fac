#include "judge/judging/judging.hpp"

#include "judge/judging/board_query.hpp"
#include "judge/ledger/ledger.hpp"

namespace judge {

static void tell_left_out(const Named& named, Observer& observer) {
  for (const auto& line : named.left_out) observer.message(line);
}

static Result<Judged> judge_in(std::unique_ptr<Session> opened, Named named, Observer& observer) {
  Judged judged;
  judged.has_unreadable = named.has_unreadable;
  judged.session = std::move(opened);
  Session& session = *judged.session;
  auto building = start_builds(session.setting(), std::move(named.submissions));
  JUDGE_TRY(static_cast<Judgements&>(judged), session.judge(std::move(building), observer));
  const Setting& setting = session.setting();
  JUDGE_TRY(const auto query, board_query(setting.problem, setting.device.id));
  // The time of another case has no place among theirs.
  if (!judged.ranked.contestants.empty() && setting.cases[judged.ranked.case_index].name != query.ranked_case) return judged;
  auto medians_ns = session.ledger().all_medians(query);
  if (medians_ns) judged.medians_ns = *std::move(medians_ns);
  else if (!judged.not_kept) judged.not_kept = medians_ns.error();
  return judged;
}

Result<Judged> judge_attempts(const CommonOptions& common, const JudgingOptions& options, Observer& observer,
                              std::unique_ptr<Session> ahead) {
  JUDGE_TRY(auto named, find_named(common, options.problem, options.attempts));
  if (!ahead || ahead->setting().problem.content_hash != named.problem.content_hash) {
    ahead.reset();
    return judge_submissions(common, options, std::move(named), observer);
  }
  tell_left_out(named, observer);
  return judge_in(std::move(ahead), std::move(named), observer);
}

Result<std::unique_ptr<Session>> open_ahead(const CommonOptions& common, const JudgingOptions& options, Observer& observer) {
  JUDGE_TRY(auto named, find_named(common, options.problem, options.attempts));
  JUDGE_TRY(auto session,
            Session::open(common, options, named.installation, std::move(named.problem), std::move(named.clock), observer));
  JUDGE_CHECK(session->warm_up());
  return session;
}

Result<Judged> judge_submissions(const CommonOptions& common, const JudgingRules& rules, Named named, Observer& observer) {
  tell_left_out(named, observer);
  JUDGE_TRY(auto session, Session::open(common, rules, named.installation, named.problem, std::move(named.clock), observer));
  return judge_in(std::move(session), std::move(named), observer);
}

}  // namespace judge
