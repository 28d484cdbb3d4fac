#include "judge/catalog/tests_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "judge/catalog/problem_file.hpp"

namespace judge {

namespace {

constexpr std::size_t k_most_cases = 10'000;

using Scalars = std::map<std::string, Expression>;

// {"N": [1, 2], "M": [3, 4]}: every combination, the last name running fastest.
Result<std::vector<Scalars>> parse_product(const JsonNode& node, const Signature& signature) {
  JUDGE_CHECK(check_keys(node, "solve()", scalar_names(signature)));
  std::vector<Scalars> points{{}};
  for (const auto& [key, location, value] : node.members) {
    if (!value.is(JsonNode::Kind::array) || value.items.empty())
      return fail_at(value, "a sweep gives each scalar a list of values, such as {{\"N\": [1, 2, 3]}}");
    std::vector<Scalars> longer;
    for (const auto& point : points) {
      for (const auto& item : value.items) {
        JUDGE_TRY(auto number, parse_number(item));
        JUDGE_CHECK(check_names(number, signature));
        longer.push_back(point);
        longer.back().emplace(key, std::move(number));
        if (longer.size() > k_most_cases) return fail_at(node, "the sweep makes more than {} cases", k_most_cases);
      }
    }
    points = std::move(longer);
  }
  return points;
}

// A product, or a list of objects that are one point each.
Result<std::vector<Scalars>> parse_sweep(const JsonNode& node, const Signature& signature) {
  if (node.is(JsonNode::Kind::object)) return parse_product(node, signature);
  if (!node.is(JsonNode::Kind::array) || node.items.empty())
    return fail_at(node, "a sweep is {{\"N\": [1, 2]}} or [{{\"rows\": 1, \"cols\": 7}}, ...], not {}", node.kind_name());
  if (node.items.size() > k_most_cases) return fail_at(node, "the sweep makes more than {} cases", k_most_cases);
  std::vector<Scalars> points;
  for (const auto& item : node.items) {
    JUDGE_TRY(auto point, parse_scalars(item, signature));
    points.push_back(std::move(point));
  }
  return points;
}

Result<std::map<std::string, FillSpec>> parse_fills(const JsonNode& node, const Signature& signature) {
  if (!node.is(JsonNode::Kind::object))
    return fail_at(node, "fill is an object of buffers, such as {{\"A\": {{\"uniform\": [0, 1]}}}}");
  JUDGE_CHECK(check_keys(node, "solve()", buffer_names(signature)));
  std::map<std::string, FillSpec> fills;
  for (const auto& [key, location, value] : node.members) {
    JUDGE_TRY(auto fill, parse_fill(value));
    for (const auto& number : fill.numbers) JUDGE_CHECK(check_names(number, signature));
    fills.emplace(key, std::move(fill));
  }
  return fills;
}

Result<void> parse_member(const JsonMember& member, const Signature& signature, CaseSpec& into, std::vector<Scalars>& sweep) {
  const auto& [key, location, value] = member;
  if (key == "scalars") {
    JUDGE_TRY(into.scalars, parse_scalars(value, signature));
  }
  if (key == "emulated") {
    JUDGE_TRY(into.emulated, parse_scalars(value, signature));
  }
  if (key == "sweep") {
    JUDGE_TRY(sweep, parse_sweep(value, signature));
  }
  if (key == "fill") {
    JUDGE_TRY(into.fills, parse_fills(value, signature));
  }
  if (key == "time_limit_ms") {
    JUDGE_TRY(into.time_limit, parse_time_limit(value));
  }
  if (key == "runtime") {
    if (value.string != "cuda" && value.string != "emulated")
      return fail_at(value, "runtime is \"cuda\" or \"emulated\": the only one on which the case is there");
    into.only = value.string == "cuda" ? RuntimeKind::cuda : RuntimeKind::emulated;
  }
  if (key == "name") {
    if (!value.is(JsonNode::Kind::string) || value.string.empty() || value.string.size() > 200)
      return fail_at(value, "the name of a case is a string of 1 to 200 bytes");
    if (std::ranges::any_of(value.string, [](unsigned char c) { return c < 0x20 || c == 0x7f; }))
      return fail_at(value, "the name of a case has no control characters");
    into.name = value.string;
  }
  if (key == "timed") {
    if (!value.is(JsonNode::Kind::boolean)) return fail_at(value, "timed is true or false, not {}", value.kind_name());
    into.purpose = value.boolean ? Purpose::timed : Purpose::untimed;
  }
  if (key == "extra") {
    if (!value.is(JsonNode::Kind::boolean)) return fail_at(value, "extra is true or false, not {}", value.kind_name());
    into.is_extra = value.boolean;
  }
  return {};
}

// "rows=1 cols=7", in the signature's order.
std::string sizes_text(const Scalars& scalars, const Signature& signature) {
  std::string text;
  for (const auto& name : scalar_names(signature))
    if (const auto found = scalars.find(name); found != scalars.end())
      text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, found->second.text());
  return text;
}

Result<void> parse_case(const JsonNode& node, const Signature& signature, std::vector<CaseSpec>& into) {
  if (!node.is(JsonNode::Kind::object)) return fail_at(node, "a case is an object, not {}", node.kind_name());
  JUDGE_CHECK(check_keys(node, "a case",
                         {"name", "scalars", "sweep", "fill", "timed", "extra", "emulated", "runtime", "time_limit_ms"}));
  CaseSpec common{.location = node.location};
  std::vector<Scalars> sweep;
  for (const auto& member : node.members) JUDGE_CHECK(parse_member(member, signature, common, sweep));
  if (sweep.empty()) {
    if (common.name.empty()) common.name = sizes_text(common.scalars, signature);
    into.push_back(std::move(common));
    return {};
  }
  for (auto& point : sweep) {
    CaseSpec one = common;
    const auto sizes = sizes_text(point, signature);
    one.name = common.name.empty() ? sizes : fmt::format("{} {}", common.name, sizes);
    for (auto& [name, value] : point) one.scalars.insert_or_assign(name, std::move(value));
    into.push_back(std::move(one));
    if (into.size() > k_most_cases) return fail_at(node, "more than {} cases", k_most_cases);
  }
  return {};
}

}  // namespace

Result<std::vector<CaseSpec>> parse_tests_file(std::string_view text, std::string_view file_name, const Signature& signature) {
  JUDGE_TRY(const JsonNode root, parse_json_tree(text, file_name));
  const JsonNode* cases = root.find("cases");
  if (!root.is(JsonNode::Kind::object))
    return fail_at(root, "tests.json is an object with the list \"cases\", not {}", root.kind_name());
  JUDGE_CHECK(check_keys(root, "tests.json", {"cases"}));
  if (!cases || !cases->is(JsonNode::Kind::array) || cases->items.empty())
    return fail_at(root, "tests.json needs \"cases\", a list of at least one case such as {{\"scalars\": {{\"N\": 1000}}}}");
  std::vector<CaseSpec> specs;
  for (const auto& item : cases->items) JUDGE_CHECK(parse_case(item, signature, specs));
  std::set<std::string> names;
  for (auto& spec : specs) {
    if (spec.name.empty()) spec.name = "default";
    if (!names.insert(spec.name).second) return fail_at(spec, "two cases are called '{}'; give one a \"name\"", spec.name);
  }
  return specs;
}

}  // namespace judge
