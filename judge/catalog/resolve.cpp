#include "judge/catalog/resolve.hpp"

#include <fmt/format.h>

#include <cmath>

namespace judge {

namespace {

constexpr std::int64_t k_largest_buffer_bytes = std::int64_t{1} << 40;

class CaseResolver {
 public:
  CaseResolver(const Signature& signature, const ProblemFile& file, const CaseSpec& spec, RuntimeKind runtime)
      : m_signature(signature), m_file(file), m_spec(spec), m_runtime(runtime) {}

  Result<Case> run() {
    JUDGE_CHECK(scalars());
    Case result{.name = m_spec.name, .purpose = m_spec.purpose, .scalars = m_scalars};
    for (const auto& parameter : m_signature.parameters) {
      if (!parameter.is_pointer) {
        result.arguments.push_back(ScalarArgument{parameter.name, parameter.type, m_scalars.at(parameter.name)});
        continue;
      }
      JUDGE_TRY(auto buffer, buffer_argument(parameter));
      result.arguments.push_back(std::move(buffer));
    }
    JUDGE_TRY(result.work_bytes, work(m_file.work_bytes));
    JUDGE_TRY(result.work_flops, work(m_file.work_flops));
    result.arithmetic = m_file.arithmetic;
    if (m_file.time_limit) result.time_limit = *m_file.time_limit;
    if (m_spec.time_limit) result.time_limit = *m_spec.time_limit;
    result.is_full_size_twin = m_spec.only == RuntimeKind::emulated;
    result.is_extra = m_spec.is_extra;
    return result;
  }

 private:
  template <class... Args>
  [[nodiscard]] std::unexpected<Error> complain(const SourceLocation& location, fmt::format_string<Args...> format,
                                                Args&&... args) const {
    return fail("{}: in case '{}': {}", location.text(), m_spec.name, fmt::format(format, std::forward<Args>(args)...));
  }

  // An error inside a formula knows its place, but not which case brought it up.
  template <class T>
  Result<T> in_case(Result<T> result) const {
    if (!result) result.error().message += fmt::format(" (in case '{}')", m_spec.name);
    return result;
  }

  const Expression* formula_of(const std::string& name) const {
    if (m_runtime == RuntimeKind::emulated)
      if (const auto found = m_spec.emulated.find(name); found != m_spec.emulated.end()) return &found->second;
    if (const auto found = m_spec.scalars.find(name); found != m_spec.scalars.end()) return &found->second;
    const auto found = m_file.scalars.find(name);
    return found == m_file.scalars.end() ? nullptr : &found->second;
  }

  // A scalar's formula may use other scalars: evaluates in whatever order works.
  Result<void> scalars() {
    std::size_t missing = m_signature.parameters.size() + 1;
    for (std::size_t last_missing = 0; missing != 0 && missing != last_missing;) {
      last_missing = missing;
      missing = 0;
      for (const auto& parameter : m_signature.parameters) {
        if (parameter.is_pointer || m_scalars.contains(parameter.name)) continue;
        JUDGE_CHECK(scalar(parameter));
        missing += !m_scalars.contains(parameter.name);
      }
    }
    if (missing == 0) return {};
    for (const auto& parameter : m_signature.parameters)
      if (!parameter.is_pointer && !m_scalars.contains(parameter.name))
        return complain(formula_of(parameter.name)->location(), "the value of '{}' depends on itself", parameter.name);
    return {};
  }

  Result<void> scalar(const Parameter& parameter) {
    const Expression* formula = formula_of(parameter.name);
    if (!formula) return complain(m_spec.location, "the scalar '{}' has no value; give it one in \"scalars\"", parameter.name);
    for (const auto& name : formula->names())
      if (!m_scalars.contains(name)) return {};
    if (is_floating(parameter.type)) {
      JUDGE_TRY(m_scalars[parameter.name], in_case(formula->evaluate_number(m_scalars)));
      return {};
    }
    JUDGE_TRY(const auto value, in_case(formula->evaluate_whole(m_scalars)));
    if (!fits(value, parameter.type))
      return complain(formula->location(), "{} = {} does not fit the type {}", parameter.name, value,
                      c_name_of(parameter.type));
    m_scalars[parameter.name] = value;
    return {};
  }

  static bool fits(std::int64_t value, DType type) {
    if (type == DType::boolean) return value == 0 || value == 1;
    if (type == DType::i64) return true;
    if (type == DType::u64) return value >= 0;
    const bool is_signed = type == DType::i8 || type == DType::i16 || type == DType::i32;
    const int bits = static_cast<int>(size_of(type)) * 8 - is_signed;
    return value < std::int64_t{1} << bits && value >= (is_signed ? -(std::int64_t{1} << bits) : 0);
  }

  Result<BufferArgument> buffer_argument(const Parameter& parameter) const {
    const BufferSpec& spec = m_file.buffers.at(parameter.name);
    BufferArgument buffer{.name = parameter.name, .type = parameter.type};
    buffer.direction = spec.direction.value_or(parameter.is_const ? Direction::in : Direction::out);
    buffer.memory = spec.memory;
    buffer.arrival = spec.arrival.value_or(Arrival::poisoned);
    JUDGE_TRY(buffer.shape, shape(parameter, spec));
    if (buffer.direction != Direction::out) {
      JUDGE_TRY(buffer.fill, fill(parameter, spec, buffer.elements()));
    } else if (m_spec.fills.contains(parameter.name)) {
      return complain(m_spec.fills.at(parameter.name).location, "the buffer '{}' is an output and is not filled",
                      parameter.name);
    }
    if (buffer.direction != Direction::in) {
      JUDGE_TRY(buffer.checker, checker(parameter, spec));
    }
    return buffer;
  }

  Result<std::vector<std::int64_t>> shape(const Parameter& parameter, const BufferSpec& spec) const {
    std::vector<std::int64_t> extents;
    std::int64_t bytes = static_cast<std::int64_t>(size_of(parameter.type));
    for (const auto& formula : spec.shape) {
      JUDGE_TRY(const auto extent, in_case(formula.evaluate_whole(m_scalars)));
      if (extent < 1)
        return complain(formula.location(), "the extent '{}' of '{}' is {}, at least 1 is needed", formula.text(),
                        parameter.name, extent);
      if (__builtin_mul_overflow(bytes, extent, &bytes) || bytes > k_largest_buffer_bytes)
        return complain(formula.location(), "the buffer '{}' would be larger than 1 TiB", parameter.name);
      extents.push_back(extent);
    }
    return extents;
  }

  Result<Fill> fill(const Parameter& parameter, const BufferSpec& spec, std::int64_t elements) const {
    const auto of_case = m_spec.fills.find(parameter.name);
    const FillSpec* chosen = of_case != m_spec.fills.end() ? &of_case->second : spec.fill ? &*spec.fill : nullptr;
    if (!chosen)
      return complain(spec.location, "nothing says how the input '{0}' is filled; add \"fill\" to '{0}' here or to the case",
                      parameter.name);
    return in_case(resolve_fill(*chosen, m_scalars, parameter.type, elements));
  }

  Result<Checker> checker(const Parameter& parameter, const BufferSpec& spec) const {
    const auto& chosen = spec.checker ? spec.checker : m_file.checker;
    if (!chosen && is_floating(parameter.type)) return Checker{};
    if (!chosen) return Checker{.kind = CheckerKind::exact, .absolute = 0, .relative = 0};
    Checker result{.kind = chosen->kind};
    JUDGE_TRY(result.absolute, allowance(chosen->absolute, parameter));
    JUDGE_TRY(result.relative, allowance(chosen->relative, parameter));
    if (!chosen->ulps) return result;
    JUDGE_CHECK(allowance(chosen->ulps, parameter));
    JUDGE_TRY(result.ulps, in_case(chosen->ulps->evaluate_whole(m_scalars)));
    return result;
  }

  // What a checker allows.
  Result<double> allowance(const std::optional<Expression>& formula, const Parameter& parameter) const {
    if (!formula) return 0.0;
    JUDGE_TRY(const double value, in_case(formula->evaluate_number(m_scalars)));
    if (!(value >= 0) || std::isinf(value))
      return complain(formula->location(), "the tolerance '{}' of '{}' is {}, a number from 0 upwards is needed",
                      formula->text(), parameter.name, value);
    return value;
  }

  Result<double> work(const std::optional<Expression>& formula) const {
    if (!formula) return 0.0;
    JUDGE_TRY(const double amount, in_case(formula->evaluate_number(m_scalars)));
    if (!(amount >= 0) || std::isinf(amount))
      return complain(formula->location(), "the work '{}' is {}, a number from 0 upwards is needed", formula->text(), amount);
    return amount;
  }

  const Signature& m_signature;
  const ProblemFile& m_file;
  const CaseSpec& m_spec;
  RuntimeKind m_runtime;
  Expression::Scalars m_scalars;
};

}  // namespace

Result<Case> resolve_case(const Signature& signature, const ProblemFile& file, const CaseSpec& spec, RuntimeKind runtime) {
  return CaseResolver(signature, file, spec, runtime).run();
}

}  // namespace judge
