#include "judge/render/problem_json.hpp"

namespace judge {

using nlohmann::json;

static json to_json(const Scalar& scalar) {
  return std::visit([](auto value) { return json(value); }, scalar);
}

static json to_json(const Signature& signature) {
  json parameters = json::array();
  for (const auto& parameter : signature.parameters)
    parameters.push_back({{"name", parameter.name},
                          {"spelling", parameter.spelling},
                          {"type", name_of(parameter.type)},
                          {"pointer", parameter.is_pointer},
                          {"const", parameter.is_const}});
  return {{"text", signature.text}, {"parameters", parameters}};
}

static json to_json(const Argument& argument) {
  if (const auto* scalar = std::get_if<ScalarArgument>(&argument))
    return {{"name", scalar->name}, {"type", name_of(scalar->type)}, {"value", to_json(scalar->value)}};
  const auto& buffer = std::get<BufferArgument>(argument);
  return {{"name", buffer.name},
          {"type", name_of(buffer.type)},
          {"direction", name_of(buffer.direction)},
          {"memory", name_of(buffer.memory)},
          {"arrives", buffer.direction == Direction::out ? json(name_of(buffer.arrival)) : json()},
          {"shape", buffer.shape}};
}

static json to_json(const Case& test) {
  json arguments = json::array();
  for (const auto& argument : test.arguments) arguments.push_back(to_json(argument));
  return {{"name", test.name},
          {"timed", test.purpose == Purpose::timed},
          {"extra", test.is_extra},
          {"arguments", arguments},
          {"work_bytes", test.work_bytes},
          {"work_flops", test.work_flops},
          {"arithmetic", name_of(test.arithmetic)},
          {"time_limit_ms", test.time_limit.count()}};
}

json to_json(const Problem& problem, std::span<const Case> cases, RuntimeKind runtime) {
  json all = json::array();
  for (const auto& test : cases) all.push_back(to_json(test));
  return {{"schema", k_problem_schema},
          {"name", problem.name},
          {"title", problem.title},
          {"number", problem.number ? json(problem.number) : json()},
          {"difficulty", problem.difficulty},
          {"tags", problem.tags},
          {"prefix", problem.prefix},
          {"folder", problem.folder.string()},
          {"content_hash", problem.content_hash},
          {"statement", problem.statement},
          {"hints", problem.hints},
          {"signature", to_json(problem.signature)},
          {"runtime", name_of(runtime)},
          {"cases", all}};
}

}  // namespace judge
