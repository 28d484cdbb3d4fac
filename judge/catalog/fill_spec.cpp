#include "judge/catalog/fill_spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "judge/catalog/suggest.hpp"

namespace judge {

namespace {

using Kind = FillSpec::Kind;

struct KindFormat {
  Kind kind;
  std::string_view name;
  std::size_t least, most;  // how many numbers
  std::string_view example;
};

constexpr std::size_t k_any = std::numeric_limits<std::size_t>::max();
constexpr std::int64_t k_longest_repeat = 1 << 22;  // such a buffer is written out in the Case

constexpr std::array<KindFormat, 12> k_formats{{
    {Kind::literal, "literal", 1, k_any, R"({"literal": [1, 2.5, "nan"]})"},
    {Kind::repeat, "repeat", 1, k_any, R"({"repeat": [0, 1]})"},
    {Kind::uniform, "uniform", 2, 2, R"({"uniform": [-1, 1]})"},
    {Kind::normal, "normal", 2, 2, R"({"normal": [0, 1]}: mean, standard deviation)"},
    {Kind::integers, "integers", 2, 2, R"({"integers": [0, 10]}: 0 to 9)"},
    {Kind::constant, "constant", 1, 1, R"({"constant": 0})"},
    {Kind::iota, "iota", 2, 2, R"({"iota": [0, 1]}: start, step)"},
    {Kind::permutation, "permutation", 0, 0, R"("permutation")"},
    {Kind::sorted, "sorted", 2, 2, R"({"sorted": [0, 1]})"},
    {Kind::sparse, "sparse", 3, 3, R"({"sparse": [0.35, -1, 1]}: density, low, high)"},
    {Kind::choice, "choice", 1, k_any, R"({"choice": [0, 1, "inf"]})"},
    {Kind::custom, "generate", 0, 0, R"("generate")"},
}};

const KindFormat& format_of(Kind kind) { return *std::ranges::find(k_formats, kind, &KindFormat::kind); }

Result<const KindFormat*> find_format(const SourceLocation& location, std::string_view name) {
  const auto found = std::ranges::find(k_formats, name, &KindFormat::name);
  if (found != k_formats.end()) return &*found;
  std::vector<std::string> names;
  for (const auto& format : k_formats) names.emplace_back(format.name);
  std::string all;
  for (const auto& each : names) all += (all.empty() ? "" : ", ") + each;
  return fail("{}: there is no fill '{}'{} (known: {})", location.text(), name, did_you_mean(name, names), all);
}

// The numbers of a possibly nested list, in order.
Result<void> flatten(const JsonNode& node, std::vector<Expression>& into) {
  if (node.is(JsonNode::Kind::array)) {
    for (const auto& item : node.items) JUDGE_CHECK(flatten(item, into));
    return {};
  }
  JUDGE_TRY(auto number, parse_number(node));
  into.push_back(std::move(number));
  return {};
}

Result<FillSpec> make(const KindFormat& format, const JsonNode* numbers, const SourceLocation& location) {
  FillSpec spec{.kind = format.kind, .location = location};
  if (numbers) JUDGE_CHECK(flatten(*numbers, spec.numbers));
  if (spec.numbers.size() < format.least || spec.numbers.size() > format.most)
    return fail("{}: the fill '{}' does not take {} numbers; it is written {}", location.text(), format.name,
                spec.numbers.size(), format.example);
  return spec;
}

struct Range {
  double least, most;
};

// What a type can hold; every floating type holds what it rounds to.
Range range_of(DType type) {
  switch (type) {
    case DType::i8: return {-0x1p7, 0x1p7 - 1};
    case DType::u8: return {0, 0x1p8 - 1};
    case DType::i16: return {-0x1p15, 0x1p15 - 1};
    case DType::u16: return {0, 0x1p16 - 1};
    case DType::i32: return {-0x1p31, 0x1p31 - 1};
    case DType::u32: return {0, 0x1p32 - 1};
    case DType::i64: return {-0x1p63, 0x1.fffffffffffffp62};
    case DType::u64: return {0, 0x1.fffffffffffffp63};
    case DType::boolean: return {0, 1};
    case DType::f16: return {-65504, 65504};
    default: return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  }
}

class Resolver {
 public:
  Resolver(const FillSpec& spec, const Expression::Scalars& scalars, DType type, std::int64_t elements)
      : m_spec(spec), m_scalars(scalars), m_type(type), m_elements(elements) {}

  Result<Fill> run() {
    for (const auto& expression : m_spec.numbers) {
      JUDGE_TRY(const double value, expression.evaluate_number(m_scalars));
      m_values.push_back(value);
    }
    return checked();
  }

 private:
  Result<Fill> checked() const {
    switch (m_spec.kind) {
      case Kind::literal: return literal();
      case Kind::repeat: return repeat();
      case Kind::normal: return normal();
      case Kind::integers: return integers();
      case Kind::iota: return iota();
      case Kind::permutation: return permutation();
      case Kind::sparse: return sparse();
      case Kind::custom: return fill::Custom{};
      case Kind::choice:
      case Kind::constant: JUDGE_CHECK(values_fit()); break;
      case Kind::uniform:
      case Kind::sorted: JUDGE_CHECK(interval(0)); break;
    }
    if (m_spec.kind == Kind::choice) return fill::Choice{m_values};
    if (m_spec.kind == Kind::constant) return fill::Constant{m_values[0]};
    if (m_spec.kind == Kind::uniform) return fill::Uniform{m_values[0], m_values[1]};
    return fill::Sorted{m_values[0], m_values[1]};
  }

  std::unexpected<Error> complain(std::string_view message) const {
    return fail("{}: fill '{}': {}", m_spec.location.text(), format_of(m_spec.kind).name, message);
  }

  Result<void> fits(double value) const {
    const auto range = range_of(m_type);
    if (is_floating(m_type) && !std::isfinite(value)) return {};
    if (value >= range.least && value <= range.most && (is_floating(m_type) || std::floor(value) == value)) return {};
    return complain(fmt::format("{} is not a value of type {}", value, c_name_of(m_type)));
  }

  Result<void> values_fit() const {
    for (const double value : m_values) JUDGE_CHECK(fits(value));
    return {};
  }

  Result<Fill> literal() const {
    if (static_cast<std::int64_t>(m_values.size()) != m_elements)
      return complain(fmt::format("{} numbers are listed for {} elements", m_values.size(), m_elements));
    JUDGE_CHECK(values_fit());
    return fill::Literal{m_values};
  }

  Result<Fill> repeat() const {
    JUDGE_CHECK(values_fit());
    if (m_elements > k_longest_repeat)
      return complain(fmt::format("{} elements are too many to write out, at most {}", m_elements, k_longest_repeat));
    fill::Literal whole;
    for (std::int64_t i = 0; i < m_elements; ++i)
      whole.values.push_back(m_values[static_cast<std::size_t>(i) % m_values.size()]);
    return whole;
  }

  // [m_values[at], m_values[at + 1]) is drawn from and, rounded downwards, fits the type.
  Result<void> interval(std::size_t at) const {
    const double low = m_values[at], high = m_values[at + 1];
    if (!std::isfinite(low) || !std::isfinite(high) || !std::isfinite(high - low) || !(low < high))
      return complain(fmt::format("[{}, {}) is no interval; the lower end comes first and both are finite", low, high));
    const auto range = range_of(m_type);
    const double above = is_floating(m_type) ? 0 : 1;
    if (low < range.least || high > range.most + above)
      return complain(fmt::format("[{}, {}) is not within type {}", low, high, c_name_of(m_type)));
    return {};
  }

  Result<Fill> normal() const {
    if (!is_floating(m_type))
      return complain(fmt::format("draws floating numbers, the buffer is of type {}", c_name_of(m_type)));
    if (!std::isfinite(m_values[0]) || !std::isfinite(m_values[1]) || m_values[1] < 0)
      return complain("mean and standard deviation are finite, the latter at least 0");
    return fill::Normal{m_values[0], m_values[1]};
  }

  Result<Fill> integers() const {
    JUDGE_TRY(const auto low, m_spec.numbers[0].evaluate_whole(m_scalars));
    JUDGE_TRY(const auto high, m_spec.numbers[1].evaluate_whole(m_scalars));
    JUDGE_CHECK(interval(0));
    return fill::Integers{low, high};
  }

  Result<Fill> iota() const {
    JUDGE_CHECK(fits(m_values[0]));
    if (!std::isfinite(m_values[1])) return complain("the step is finite");
    if (!is_floating(m_type)) {
      if (std::floor(m_values[1]) != m_values[1]) return complain("the step of a buffer of whole numbers is a whole number");
      JUDGE_CHECK(fits(m_values[0] + m_values[1] * static_cast<double>(m_elements - 1)));
    }
    return fill::Iota{m_values[0], m_values[1]};
  }

  Result<Fill> permutation() const {
    const double most = m_type == DType::f16    ? 0x1p11
                        : m_type == DType::bf16 ? 0x1p8
                        : m_type == DType::f32  ? 0x1p24
                        : m_type == DType::f64  ? 0x1p53
                                                : range_of(m_type).most;
    if (static_cast<double>(m_elements - 1) > most)
      return complain(fmt::format("type {} does not hold every number from 0 to {}", c_name_of(m_type), m_elements - 1));
    return fill::Permutation{};
  }

  Result<Fill> sparse() const {
    if (!(m_values[0] >= 0 && m_values[0] <= 1))
      return complain(fmt::format("the density is from 0 to 1, not {}", m_values[0]));
    JUDGE_CHECK(interval(1));
    return fill::Sparse{m_values[0], m_values[1], m_values[2]};
  }

  const FillSpec& m_spec;
  const Expression::Scalars& m_scalars;
  DType m_type;
  std::int64_t m_elements;
  std::vector<double> m_values;
};

}  // namespace

Result<Expression> parse_number(const JsonNode& node) {
  switch (node.kind) {
    case JsonNode::Kind::whole: return Expression::constant(node.whole, node.location);
    case JsonNode::Kind::number: return Expression::constant(node.number, node.location);
    case JsonNode::Kind::boolean: return Expression::constant(std::int64_t{node.boolean}, node.location);
    case JsonNode::Kind::string: break;
    default: return fail_at(node, "a number or a formula in quotes is expected, not {}", node.kind_name());
  }
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (node.string == "nan") return Expression::constant(std::numeric_limits<double>::quiet_NaN(), node.location);
  if (node.string == "inf" || node.string == "+inf") return Expression::constant(infinity, node.location);
  if (node.string == "-inf") return Expression::constant(-infinity, node.location);
  return Expression::parse(node.string, node.location);
}

Result<FillSpec> parse_fill(const JsonNode& node) {
  switch (node.kind) {
    case JsonNode::Kind::whole:
    case JsonNode::Kind::number: return make(format_of(Kind::constant), &node, node.location);
    case JsonNode::Kind::array: return make(format_of(Kind::literal), &node, node.location);
    case JsonNode::Kind::string: {
      JUDGE_TRY(const auto* format, find_format(node.location, node.string));
      return make(*format, nullptr, node.location);
    }
    case JsonNode::Kind::object: break;
    default: return fail_at(node, "a fill is expected, such as {{\"uniform\": [0, 1]}}, not {}", node.kind_name());
  }
  if (node.members.size() != 1) return fail_at(node, "a fill is an object with one key, such as {{\"uniform\": [0, 1]}}");
  const auto& member = node.members.front();
  JUDGE_TRY(const auto* format, find_format(member.location, member.key));
  return make(*format, &member.value, member.location);
}

Result<Fill> resolve_fill(const FillSpec& spec, const Expression::Scalars& scalars, DType type, std::int64_t elements) {
  return Resolver(spec, scalars, type, elements).run();
}

}  // namespace judge
