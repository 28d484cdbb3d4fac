#include "judge/judging/board_query.hpp"

#include "judge/catalog/catalog.hpp"

namespace judge {

Result<BoardQuery> board_query(const Problem& problem, const std::string& device_id) {
  JUDGE_TRY(auto ranked_case, ranked_case_of(problem.folder, runtime_of(device_id)));
  return BoardQuery{.problem = problem.name,
                    .device_id = device_id,
                    .problem_hash = problem.content_hash,
                    .ranked_case = std::move(ranked_case)};
}

}  // namespace judge
