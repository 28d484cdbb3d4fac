#include "judge/catalog/problem_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <nlohmann/json.hpp>
#include <utility>

#include "judge/catalog/suggest.hpp"
#include "judge/catalog/trivial_answers.hpp"
#include "judge/util/contains.hpp"

namespace judge {

namespace {

Result<std::string> parse_string(const JsonNode& node, std::string_view what) {
  if (!node.is(JsonNode::Kind::string)) return fail_at(node, "{} is a string, not {}", what, node.kind_name());
  return node.string;
}

Result<void> expect_object(const JsonNode& node, std::string_view what) {
  if (!node.is(JsonNode::Kind::object)) return fail_at(node, "{} is an object, not {}", what, node.kind_name());
  return {};
}

Result<std::string> parse_one_of(const JsonNode& node, std::string_view what, const std::vector<std::string>& known) {
  JUDGE_TRY(auto text, parse_string(node, what));
  if (!contains(known, text))
    return fail_at(node, "{} is one of {}, not '{}'{}", what, fmt::join(known, ", "), text, did_you_mean(text, known));
  return text;
}

template <NamedEnum Enum>
Result<Enum> parse_one_of(const JsonNode& node, std::string_view what) {
  std::vector<std::string> known;
  for (const auto& [value, name] : names_of(Enum{})) known.emplace_back(name);
  JUDGE_TRY(const auto word, parse_one_of(node, what, known));
  return *from_name<Enum>(word);
}

Result<std::int64_t> parse_plain_whole(const JsonNode& node, std::string_view what, std::int64_t least, std::int64_t most) {
  if (!node.is(JsonNode::Kind::whole) || node.whole < least || node.whole > most)
    return fail_at(node, "{} is a whole number from {} to {}", what, least, most);
  return node.whole;
}

// What a checker allows: a number from 0 upwards, or a formula, whose value only a case tells.
Result<Expression> parse_allowance(const JsonNode& node, std::string_view what, const Signature& signature) {
  const bool is_number = node.is(JsonNode::Kind::whole) || node.is(JsonNode::Kind::number);
  if ((is_number && !(node.number >= 0)) || (!is_number && !node.is(JsonNode::Kind::string)))
    return fail_at(node, "{} is a number from 0 upwards, or a formula in quotes", what);
  JUDGE_TRY(auto allowance, parse_number(node));
  JUDGE_CHECK(check_names(allowance, signature));
  return allowance;
}

Result<CheckerSpec> parse_tolerances(const JsonNode& node, CheckerKind kind, std::string_view what,
                                     const Signature& signature) {
  JUDGE_CHECK(expect_object(node, what));
  JUDGE_CHECK(check_keys(node, what, {"absolute", "relative"}));
  if (node.members.empty()) return fail_at(node, "{} needs \"absolute\", \"relative\" or both", what);
  CheckerSpec checker{.kind = kind};
  for (const auto& [key, location, value] : node.members) {
    JUDGE_TRY((key == "absolute" ? checker.absolute : checker.relative), parse_allowance(value, key, signature));
  }
  return checker;
}

Result<CheckerSpec> parse_checker(const JsonNode& node, const Signature& signature) {
  const std::vector<std::string> known{"exact", "custom", "tolerance", "norm", "ulp"};
  constexpr std::string_view form = R"(a checker is "exact", "custom", {"tolerance": {"absolute": 1e-5, "relative": 1e-5}}, )"
                                    R"({"norm": {"relative": 1e-3}} or {"ulp": 4})";
  if (node.is(JsonNode::Kind::string)) {
    if (node.string == "exact") return CheckerSpec{.kind = CheckerKind::exact};
    if (node.string == "custom") return CheckerSpec{.kind = CheckerKind::custom};
    return fail_at(node, "there is no checker '{}'{}; {}", node.string, did_you_mean(node.string, known), form);
  }
  if (!node.is(JsonNode::Kind::object) || node.members.size() != 1) return fail_at(node, "{}", form);
  const auto& member = node.members.front();
  if (member.key == "tolerance") return parse_tolerances(member.value, CheckerKind::tolerance, "tolerance", signature);
  if (member.key == "norm") return parse_tolerances(member.value, CheckerKind::norm, "norm", signature);
  if (member.key == "ulp") {
    if (!member.value.is(JsonNode::Kind::string)) JUDGE_CHECK(parse_plain_whole(member.value, "ulp", 0, 1'000'000'000));
    CheckerSpec checker{.kind = CheckerKind::ulp};
    JUDGE_TRY(checker.ulps, parse_allowance(member.value, "ulp", signature));
    return checker;
  }
  return fail_at(member, "there is no checker '{}'{}; {}", member.key, did_you_mean(member.key, known), form);
}

Result<std::vector<Expression>> parse_shape(const JsonNode& node, const Signature& signature) {
  std::vector<Expression> shape;
  std::vector<JsonNode> items = node.is(JsonNode::Kind::array) ? node.items : std::vector{node};
  if (items.empty() || items.size() > 16) return fail_at(node, "a shape has 1 to 16 extents, such as [\"rows\", \"cols\"]");
  for (const auto& item : items) {
    JUDGE_TRY(auto extent, parse_number(item));
    JUDGE_CHECK(check_names(extent, signature));
    shape.push_back(std::move(extent));
  }
  return shape;
}

Result<BufferSpec> parse_buffer(const JsonMember& member, const Signature& signature) {
  const std::string what = fmt::format("the buffer '{}'", member.key);
  JUDGE_CHECK(expect_object(member.value, what));
  JUDGE_CHECK(check_keys(member.value, what, {"shape", "direction", "memory", "arrives", "fill", "checker"}));
  BufferSpec buffer{.location = member.location};
  for (const auto& [key, location, value] : member.value.members) {
    if (key == "shape") {
      JUDGE_TRY(buffer.shape, parse_shape(value, signature));
    }
    if (key == "fill") {
      JUDGE_TRY(buffer.fill, parse_fill(value));
    }
    if (key == "checker") {
      JUDGE_TRY(buffer.checker, parse_checker(value, signature));
    }
    if (key == "direction") {
      JUDGE_TRY(buffer.direction, parse_one_of<Direction>(value, key));
    }
    if (key == "memory") {
      JUDGE_TRY(buffer.memory, parse_one_of<MemoryPlace>(value, key));
    }
    if (key == "arrives") {
      JUDGE_TRY(buffer.arrival, parse_one_of<Arrival>(value, key));
    }
  }
  if (buffer.shape.empty()) return fail_at(member, "{} has no \"shape\"", what);
  if (buffer.fill)
    for (const auto& number : buffer.fill->numbers) JUDGE_CHECK(check_names(number, signature));
  return buffer;
}

Result<void> parse_buffers(const JsonNode& node, const Signature& signature, ProblemFile& into) {
  JUDGE_CHECK(expect_object(node, "buffers"));
  JUDGE_CHECK(check_keys(node, "buffers", buffer_names(signature)));
  for (const auto& member : node.members) {
    JUDGE_TRY(into.buffers[member.key], parse_buffer(member, signature));
  }
  return {};
}

Result<void> parse_work(const JsonNode& node, const Signature& signature, ProblemFile& into) {
  JUDGE_CHECK(expect_object(node, "work"));
  JUDGE_CHECK(check_keys(node, "work", {"bytes", "flops", "arithmetic", "less_than_buffers"}));
  for (const auto& [key, location, value] : node.members) {
    if (key == "less_than_buffers") {
      if (!value.is(JsonNode::Kind::string) || value.string.empty())
        return fail_at(value, "say in a string why not all of each buffer is needed");
      into.work_less_than_buffers = value.string;
      continue;
    }
    if (key == "arithmetic") {
      JUDGE_TRY(into.arithmetic, parse_one_of<Arithmetic>(value, key));
      continue;
    }
    JUDGE_TRY(auto amount, parse_number(value));
    JUDGE_CHECK(check_names(amount, signature));
    (key == "bytes" ? into.work_bytes : into.work_flops) = std::move(amount);
  }
  return {};
}

Result<void> parse_limits(const JsonNode& node, ProblemFile& into) {
  JUDGE_CHECK(expect_object(node, "limits"));
  JUDGE_CHECK(check_keys(node, "limits", {"time_limit_ms", "reference_time_limit_ms", "device_memory_mb", "host_memory_mb"}));
  for (const auto& [key, location, value] : node.members) {
    if (key.ends_with("time_limit_ms")) {
      JUDGE_TRY((key == "time_limit_ms" ? into.time_limit : into.reference_time_limit), parse_time_limit(value));
      continue;
    }
    JUDGE_TRY(const auto mebibytes, parse_plain_whole(value, key, 1, 1 << 24));
    (key == "device_memory_mb" ? into.device_memory_limit_bytes : into.host_memory_limit_bytes) =
        static_cast<std::size_t>(mebibytes) << 20;
  }
  return {};
}

Result<std::string> parse_prefix(const JsonNode& node) {
  JUDGE_TRY(auto prefix, parse_string(node, "prefix"));
  if (!is_prefix(prefix)) return fail_at(node, "prefix is letters and digits, such as \"va\" for solutions/va_float4.cu");
  return prefix;
}

constexpr std::array k_head_keys{"title", "number", "difficulty", "tags", "prefix"};

Result<void> parse_head_member(const JsonMember& member, ProblemHead& into) {
  const auto& [key, location, value] = member;
  if (key == "title") {
    JUDGE_TRY(into.title, parse_string(value, key));
  }
  if (key == "difficulty") {
    JUDGE_TRY(into.difficulty, parse_one_of(value, key, {"easy", "medium", "hard"}));
  }
  if (key == "prefix") {
    JUDGE_TRY(into.prefix, parse_prefix(value));
  }
  if (key == "number") {
    JUDGE_TRY(const auto number, parse_plain_whole(value, key, 1, 999'999));
    into.number = static_cast<int>(number);
  }
  if (key != "tags") return {};
  if (!value.is(JsonNode::Kind::array)) return fail_at(value, "tags is a list of strings");
  for (const auto& item : value.items) {
    JUDGE_TRY(auto tag, parse_string(item, "a tag"));
    into.tags.push_back(std::move(tag));
  }
  return {};
}

Result<void> parse_member(const JsonMember& member, const Signature& signature, ProblemFile& into) {
  const auto& [key, location, value] = member;
  if (key == "buffers") return parse_buffers(value, signature, into);
  if (key == "scalars") {
    JUDGE_TRY(into.scalars, parse_scalars(value, signature));
  }
  if (key == "checker") {
    JUDGE_TRY(into.checker, parse_checker(value, signature));
  }
  if (key == "work") return parse_work(value, signature, into);
  if (key == "limits") return parse_limits(value, into);
  return parse_head_member(member, into.head);
}

// What only the whole file tells: every pointer has a buffer, inputs are the ones that are filled, something is judged.
Result<void> check_buffers(const ProblemFile& file, const Signature& signature) {
  const CheckerSpec otherwise;
  bool has_output = false, has_custom = false, has_other = false;
  for (const auto& parameter : signature.parameters) {
    if (!parameter.is_pointer) continue;
    const auto found = file.buffers.find(parameter.name);
    if (found == file.buffers.end())
      return fail("{}: says nothing about the buffer '{}' of solve(); add \"{}\": {{\"shape\": [...]}} to \"buffers\"",
                  file.file_name, parameter.name, parameter.name);
    const BufferSpec& buffer = found->second;
    const Direction direction = buffer.direction.value_or(parameter.is_const ? Direction::in : Direction::out);
    has_output |= direction != Direction::in;
    if (direction == Direction::out && buffer.fill)
      return fail_at(buffer, "the buffer '{}' is an output and is not filled; say \"direction\": \"inout\" or \"in\"",
                     parameter.name);
    if (direction != Direction::out && buffer.arrival)
      return fail_at(buffer, "the buffer '{}' arrives with its contents; \"arrives\" is for pure outputs", parameter.name);
    if (direction == Direction::in && buffer.checker)
      return fail_at(buffer, "the buffer '{}' is an input and has no checker", parameter.name);
    if (direction == Direction::in) continue;
    const CheckerSpec& checker = buffer.checker ? *buffer.checker : file.checker ? *file.checker : otherwise;
    (checker.kind == CheckerKind::custom ? has_custom : has_other) = true;
  }
  if (has_custom && has_other)
    return fail("{}: check() decides about all outputs at once; say \"custom\" for all of them, or for none", file.file_name);
  if (!has_output) return fail("{}: no buffer is an output; say \"direction\": \"out\" or \"inout\" for one", file.file_name);
  return {};
}

// The buffers of `file` are complete.
std::vector<AnswerBuffer> answer_buffers(const ProblemFile& file, const Signature& signature) {
  std::vector<AnswerBuffer> buffers;
  for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
    const Parameter& parameter = signature.parameters[i];
    if (!parameter.is_pointer) continue;
    const auto direction = file.buffers.at(parameter.name).direction;
    buffers.push_back(
        {i, parameter.name, parameter.type, direction.value_or(parameter.is_const ? Direction::in : Direction::out)});
  }
  return buffers;
}

Result<void> parse_trivially_right(const JsonNode& node, const Signature& signature, ProblemFile& into) {
  JUDGE_CHECK(expect_object(node, "trivially_right"));
  std::vector<std::string> known;
  for (const auto& answer : trivial_answers(answer_buffers(into, signature))) known.push_back(answer.name());
  for (const auto& [key, location, value] : node.members) {
    if (!contains(known, key))
      return fail("{}: 'judge verify' tries no answer '{}'{}; it tries: {}", location.text(), key, did_you_mean(key, known),
                  fmt::join(known, ", "));
    if (!value.is(JsonNode::Kind::string) || value.string.empty())
      return fail_at(value, "say in a string why the answer '{}' is right", key);
    into.trivially_right[key] = value.string;
  }
  return {};
}

Result<void> parse_same_for_every_seed(const JsonNode& node, const Signature& signature, ProblemFile& into) {
  JUDGE_CHECK(expect_object(node, "same_for_every_seed"));
  JUDGE_CHECK(check_keys(node, "same_for_every_seed", buffer_names(signature)));
  for (const auto& [key, location, value] : node.members) {
    if (!value.is(JsonNode::Kind::string) || value.string.empty())
      return fail_at(value, "say in a string why the buffer '{}' is the same for every seed", key);
    into.same_for_every_seed[key] = value.string;
  }
  return {};
}

}  // namespace

bool is_prefix(std::string_view text) {
  return !text.empty() && text.size() <= 32 && std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c); });
}

Result<void> check_keys(const JsonNode& object, std::string_view what, const std::vector<std::string>& known) {
  for (const auto& member : object.members) {
    if (contains(known, member.key)) continue;
    return fail_at(member, "{} has no '{}'{} (known: {})", what, member.key, did_you_mean(member.key, known),
                   fmt::join(known, ", "));
  }
  return {};
}

Result<std::chrono::milliseconds> parse_time_limit(const JsonNode& node) {
  JUDGE_TRY(const auto milliseconds, parse_plain_whole(node, "time_limit_ms", 1, 86'400'000));
  return std::chrono::milliseconds(milliseconds);
}

std::vector<std::string> buffer_names(const Signature& signature) {
  std::vector<std::string> names;
  for (const auto& parameter : signature.parameters)
    if (parameter.is_pointer) names.push_back(parameter.name);
  return names;
}

std::vector<std::string> scalar_names(const Signature& signature) {
  std::vector<std::string> names;
  for (const auto& parameter : signature.parameters)
    if (!parameter.is_pointer) names.push_back(parameter.name);
  return names;
}

Result<void> check_names(const Expression& expression, const Signature& signature) {
  const auto known = scalar_names(signature);
  for (const auto& name : expression.names()) {
    if (contains(known, name)) continue;
    const auto offset = expression.offset_of(name);
    return fail("{}: '{}' is not a scalar parameter of solve(){} (its scalars: {})", expression.location().text(offset), name,
                did_you_mean(name, known), fmt::join(known, ", "));
  }
  return {};
}

Result<std::map<std::string, Expression>> parse_scalars(const JsonNode& node, const Signature& signature) {
  JUDGE_CHECK(expect_object(node, "scalars"));
  JUDGE_CHECK(check_keys(node, "solve()", scalar_names(signature)));
  std::map<std::string, Expression> scalars;
  for (const auto& member : node.members) {
    JUDGE_TRY(auto value, parse_number(member.value));
    JUDGE_CHECK(check_names(value, signature));
    scalars.emplace(member.key, std::move(value));
  }
  return scalars;
}

Result<ProblemHead> parse_problem_head(std::string_view text, std::string_view file_name) {
  JUDGE_TRY(const JsonNode root, parse_json_tree(text, file_name));
  JUDGE_CHECK(expect_object(root, "problem.json"));
  ProblemHead head;
  for (const auto& member : root.members) JUDGE_CHECK(parse_head_member(member, head));
  return head;
}

std::string without_head(std::string_view text) {
  auto document = nlohmann::json::parse(text, nullptr, false);
  if (document.is_object())
    for (const char* key : k_head_keys) document.erase(key);
  return document.dump();
}

Result<ProblemFile> parse_problem_file(std::string_view text, std::string_view file_name, const Signature& signature) {
  JUDGE_TRY(const JsonNode root, parse_json_tree(text, file_name));
  JUDGE_CHECK(expect_object(root, "problem.json"));
  JUDGE_CHECK(check_keys(root, "problem.json",
                         {"title", "number", "difficulty", "tags", "prefix", "buffers", "scalars", "checker", "trivially_right",
                          "same_for_every_seed", "work", "limits"}));
  ProblemFile file{.file_name = std::string(file_name)};
  for (const auto& member : root.members) JUDGE_CHECK(parse_member(member, signature, file));
  JUDGE_CHECK(check_buffers(file, signature));
  if (const JsonNode* right = root.find("trivially_right")) JUDGE_CHECK(parse_trivially_right(*right, signature, file));
  if (const JsonNode* same = root.find("same_for_every_seed")) JUDGE_CHECK(parse_same_for_every_seed(*same, signature, file));
  return file;
}

}  // namespace judge
