#include "judge/catalog/expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "judge/catalog/expression_parser.hpp"
#include "judge/util/contains.hpp"

namespace judge {

namespace {

std::int64_t floor_divide(std::int64_t a, std::int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

std::string binary(const std::string& a, std::string_view sign, const std::string& b) {
  return fmt::format("({} {} {})", a, sign, b);
}

std::string in_c(const Scalar& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *whole);
  return fmt::format("{}", std::get<double>(value));
}

}  // namespace

Result<Expression> Expression::parse(std::string_view text, SourceLocation location) {
  auto steps = ExpressionParser(text).run();
  if (!steps) return fail("{}: {}", location.text(steps.error().offset), steps.error().message);
  Expression result;
  result.m_text = text;
  result.m_location = std::move(location);
  result.m_steps = *std::move(steps);
  return result;
}

Expression Expression::constant(Scalar value, SourceLocation location) {
  Expression result;
  result.m_text = in_c(value);
  result.m_location = std::move(location);
  result.m_steps.push_back({.operation = Operation::number, .value = value});
  return result;
}

std::unexpected<Error> Expression::error(std::size_t offset, std::string_view message) const {
  return fail("{}: {}", m_location.text(offset), message);
}

Result<Scalar> Expression::evaluate(const Scalars& scalars) const {
  std::vector<Scalar> stack;
  const auto pop = [&] {
    const Scalar top = stack.back();
    stack.pop_back();
    return top;
  };
  for (const Step& step : m_steps) {
    if (step.operation == Operation::number) {
      stack.push_back(step.value);
    } else if (step.operation == Operation::name) {
      const auto found = scalars.find(step.name);
      if (found == scalars.end())
        return error(step.offset, fmt::format("'{}' is not a scalar parameter of solve()", step.name));
      stack.push_back(found->second);
    } else {
      const Scalar b = pop();
      const Scalar a = step.operation == Operation::negate ? Scalar(std::int64_t{0}) : pop();
      JUDGE_TRY(const Scalar result, apply(step, a, b));
      stack.push_back(result);
    }
  }
  return stack.back();
}

Result<Scalar> Expression::apply(const Step& step, Scalar a, Scalar b) const {
  if (std::holds_alternative<std::int64_t>(a) && std::holds_alternative<std::int64_t>(b) && step.operation != Operation::divide)
    return apply_whole(step, std::get<std::int64_t>(a), std::get<std::int64_t>(b));
  const double x = as_double(a), y = as_double(b);
  double result = 0;
  switch (step.operation) {
    case Operation::negate: result = -y; break;
    case Operation::add: result = x + y; break;
    case Operation::subtract: result = x - y; break;
    case Operation::multiply: result = x * y; break;
    case Operation::divide:
      if (y == 0) return error(step.offset, fmt::format("division by zero in '{}'", m_text));
      result = x / y;
      break;
    case Operation::min: result = std::min(x, y); break;
    case Operation::max: result = std::max(x, y); break;
    default: return error(step.offset, fmt::format("//, % and ceil_div() take whole numbers only, in '{}'", m_text));
  }
  if (!std::isfinite(result)) return error(step.offset, fmt::format("the value of '{}' is too large", m_text));
  return result;
}

Result<Scalar> Expression::apply_whole(const Step& step, std::int64_t a, std::int64_t b) const {
  std::int64_t result = 0;
  bool overflow = false;
  const bool divides = step.operation == Operation::floor_divide || step.operation == Operation::remainder ||
                       step.operation == Operation::ceil_div;
  if (divides && b == 0) return error(step.offset, fmt::format("division by zero in '{}'", m_text));
  if (divides && b == -1) {  // the one division that can overflow; a whole quotient each way of rounding
    overflow = step.operation != Operation::remainder && __builtin_sub_overflow(std::int64_t{0}, a, &result);
  } else {
    switch (step.operation) {
      case Operation::negate:
      case Operation::subtract: overflow = __builtin_sub_overflow(a, b, &result); break;
      case Operation::add: overflow = __builtin_add_overflow(a, b, &result); break;
      case Operation::multiply: overflow = __builtin_mul_overflow(a, b, &result); break;
      case Operation::floor_divide: result = floor_divide(a, b); break;
      case Operation::remainder:
        result = a % b;
        if (result != 0 && (result < 0) != (b < 0)) result += b;  // of the sign of b, as // rounds down
        break;
      case Operation::ceil_div: result = floor_divide(a, b) + (a % b != 0); break;
      case Operation::min: result = std::min(a, b); break;
      case Operation::max: result = std::max(a, b); break;
      default: break;
    }
  }
  if (overflow) return error(step.offset, fmt::format("the value of '{}' does not fit 64 bits", m_text));
  return result;
}

Result<std::int64_t> Expression::evaluate_whole(const Scalars& scalars) const {
  JUDGE_TRY(const Scalar value, evaluate(scalars));
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole;
  const double number = std::get<double>(value);
  if (std::isfinite(number) && std::trunc(number) == number && std::fabs(number) <= 0x1p53)
    return static_cast<std::int64_t>(number);
  return error(0, fmt::format("'{}' is {}, a whole number is needed (// divides whole numbers)", m_text, number));
}

Result<double> Expression::evaluate_number(const Scalars& scalars) const {
  JUDGE_TRY(const Scalar value, evaluate(scalars));
  return as_double(value);
}

std::vector<std::string> Expression::names() const {
  std::vector<std::string> result;
  for (const auto& step : m_steps)
    if (step.operation == Operation::name && !contains(result, step.name)) result.push_back(step.name);
  return result;
}

std::size_t Expression::offset_of(std::string_view name) const {
  for (const auto& step : m_steps)
    if (step.operation == Operation::name && step.name == name) return step.offset;
  return 0;
}

std::string Expression::c_source() const {
  std::vector<std::string> stack;
  for (const Step& step : m_steps) {
    if (step.operation == Operation::number) {
      stack.push_back(in_c(step.value));
      continue;
    }
    if (step.operation == Operation::name) {
      stack.push_back(step.name);
      continue;
    }
    const std::string b = std::move(stack.back());
    stack.pop_back();
    if (step.operation == Operation::negate) {
      stack.push_back("-" + b);
      continue;
    }
    const std::string a = std::move(stack.back());
    stack.pop_back();
    switch (step.operation) {
      case Operation::add: stack.push_back(binary(a, "+", b)); break;
      case Operation::subtract: stack.push_back(binary(a, "-", b)); break;
      case Operation::multiply: stack.push_back(binary(a, "*", b)); break;
      case Operation::remainder: stack.push_back(binary(a, "%", b)); break;
      case Operation::min: stack.push_back(fmt::format("({0} < {1} ? {0} : {1})", a, b)); break;
      case Operation::max: stack.push_back(fmt::format("({0} > {1} ? {0} : {1})", a, b)); break;
      case Operation::ceil_div: stack.push_back(fmt::format("(({0} + {1} - 1) / {1})", a, b)); break;
      default: stack.push_back(binary(a, "/", b)); break;
    }
    // min and the like repeat what they are given, and double it.
    if (stack.back().size() > 10'000) return "0 /* too long a formula */";
  }
  return stack.back();
}

}  // namespace judge
