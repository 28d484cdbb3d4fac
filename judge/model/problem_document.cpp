#include "judge/model/problem_document.hpp"

namespace judge {

namespace {

ProblemArgument of_argument(const ScalarArgument& scalar) {
  return {.name = scalar.name,
          .type = scalar.type,
          .value = std::visit([](auto value) { return nlohmann::json(value); }, scalar.value)};
}

ProblemArgument of_argument(const BufferArgument& buffer) {
  return {.name = buffer.name,
          .type = buffer.type,
          .direction = buffer.direction,
          .memory = buffer.memory,
          .arrival = buffer.direction == Direction::out ? std::optional(buffer.arrival) : std::optional<Arrival>(),
          .shape = buffer.shape};
}

ProblemCase of_case(const Case& test) {
  ProblemCase document{.name = test.name,
                       .is_timed = test.purpose == Purpose::timed,
                       .is_extra = test.is_extra,
                       .work_bytes = test.work_bytes,
                       .work_flops = test.work_flops,
                       .arithmetic = test.arithmetic,
                       .time_limit_ms = test.time_limit.count()};
  for (const auto& argument : test.arguments)
    document.arguments.push_back(std::visit([](const auto& one) { return of_argument(one); }, argument));
  return document;
}

ProblemSignature of_signature(const Signature& signature) {
  ProblemSignature document{.text = signature.text};
  for (const auto& [name, type, is_pointer, is_const, spelling] : signature.parameters)
    document.parameters.push_back(
        {.name = name, .spelling = spelling, .type = type, .is_pointer = is_pointer, .is_const = is_const});
  return document;
}

}  // namespace

ProblemDocument problem_document(const Problem& problem, std::span<const Case> cases, RuntimeKind runtime) {
  ProblemDocument document{.name = problem.name,
                           .title = problem.title,
                           .number = problem.number ? std::optional(problem.number) : std::nullopt,
                           .difficulty = problem.difficulty,
                           .tags = problem.tags,
                           .prefix = problem.prefix,
                           .folder = problem.folder,
                           .content_hash = problem.content_hash,
                           .statement = problem.statement,
                           .hints = problem.hints,
                           .signature = of_signature(problem.signature),
                           .runtime = runtime};
  for (const auto& test : cases) document.cases.push_back(of_case(test));
  return document;
}

}  // namespace judge
