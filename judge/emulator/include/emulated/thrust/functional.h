#pragma once

#include <functional>

#include "thrust/tuple.h"

namespace thrust {

template <class Argument, class Result>
struct unary_function { typedef Argument argument_type; typedef Result result_type; };
template <class First, class Second, class Result>
struct binary_function {
  typedef First first_argument_type;
  typedef Second second_argument_type;
  typedef Result result_type;
};

// Function objects of one type of argument, or by default of any.
#define JUDGE_UNARY(name, expression)                                              \
  template <class T = void>                                                        \
  struct name {                                                                    \
    typedef T argument_type;                                                       \
    constexpr auto operator()(const T& a) const { return expression; }             \
  };                                                                               \
  template <>                                                                      \
  struct name<void> {                                                              \
    template <class T>                                                             \
    constexpr auto operator()(const T& a) const { return expression; }             \
  };
#define JUDGE_BINARY(name, result, expression)                                     \
  template <class T = void>                                                        \
  struct name {                                                                    \
    typedef T first_argument_type;                                                 \
    typedef T second_argument_type;                                                \
    typedef result result_type;                                                    \
    constexpr result operator()(const T& a, const T& b) const { return expression; } \
  };                                                                               \
  template <>                                                                      \
  struct name<void> {                                                              \
    template <class T, class U>                                                    \
    constexpr auto operator()(const T& a, const U& b) const { return expression; } \
  };
JUDGE_BINARY(plus, T, a + b)
JUDGE_BINARY(minus, T, a - b)
JUDGE_BINARY(multiplies, T, a * b)
JUDGE_BINARY(divides, T, a / b)
JUDGE_BINARY(modulus, T, a % b)
JUDGE_BINARY(equal_to, bool, a == b)
JUDGE_BINARY(not_equal_to, bool, a != b)
JUDGE_BINARY(greater, bool, a > b)
JUDGE_BINARY(less, bool, a < b)
JUDGE_BINARY(greater_equal, bool, a >= b)
JUDGE_BINARY(less_equal, bool, a <= b)
JUDGE_BINARY(logical_and, bool, a && b)
JUDGE_BINARY(logical_or, bool, a || b)
JUDGE_BINARY(bit_and, T, a & b)
JUDGE_BINARY(bit_or, T, a | b)
JUDGE_BINARY(bit_xor, T, a ^ b)
JUDGE_BINARY(maximum, T, a < b ? b : a)
JUDGE_BINARY(minimum, T, a < b ? a : b)
JUDGE_UNARY(negate, -a)
JUDGE_UNARY(square, a * a)
JUDGE_UNARY(logical_not, !a)
JUDGE_UNARY(bit_not, ~a)
JUDGE_UNARY(identity, a)
#undef JUDGE_UNARY
#undef JUDGE_BINARY

template <class T = void, class U = void>
struct project1st { const T& operator()(const T& a, const U&) const { return a; } };
template <class T = void, class U = void>
struct project2nd { const U& operator()(const T&, const U& b) const { return b; } };

template <class Predicate>
struct unary_negate {
  Predicate predicate;
  template <class T>
  bool operator()(const T& a) const { return !predicate(a); }
};
template <class Predicate>
unary_negate<Predicate> not1(const Predicate& predicate) { return {predicate}; }
using std::not_fn;

// _1 * _1 + 3: a function object made of an expression.
namespace placeholders {

template <class Function>
struct Expression {
  Function function;
  template <class... Arguments>
  auto operator()(const Arguments&... arguments) const { return function(std::tie(arguments...)); }
};
template <class Function>
Expression(Function) -> Expression<Function>;

template <class T>
constexpr bool is_expression = false;
template <class Function>
constexpr bool is_expression<Expression<Function>> = true;

template <class Operand, class Arguments>
auto value_of(const Operand& operand, const Arguments& arguments) {
  if constexpr (is_expression<Operand>) return operand.function(arguments);
  else return operand;
}

struct Place0 { template <class Arguments> auto operator()(const Arguments& all) const { return std::get<0>(all); } };
struct Place1 { template <class Arguments> auto operator()(const Arguments& all) const { return std::get<1>(all); } };
inline constexpr Expression<Place0> _1{};
inline constexpr Expression<Place1> _2{};

#define JUDGE_PLACEHOLDER(op)                                                                            \
  template <class A, class B, class = std::enable_if_t<is_expression<A> || is_expression<B>>>            \
  auto operator op(const A& a, const B& b) {                                                             \
    return Expression{[a, b](const auto& all) { return value_of(a, all) op value_of(b, all); }};         \
  }
JUDGE_PLACEHOLDER(+)
JUDGE_PLACEHOLDER(-)
JUDGE_PLACEHOLDER(*)
JUDGE_PLACEHOLDER(/)
JUDGE_PLACEHOLDER(%)
JUDGE_PLACEHOLDER(<)
JUDGE_PLACEHOLDER(>)
JUDGE_PLACEHOLDER(<=)
JUDGE_PLACEHOLDER(>=)
JUDGE_PLACEHOLDER(==)
JUDGE_PLACEHOLDER(!=)
JUDGE_PLACEHOLDER(&)
JUDGE_PLACEHOLDER(|)
JUDGE_PLACEHOLDER(^)
JUDGE_PLACEHOLDER(&&)
JUDGE_PLACEHOLDER(||)
#undef JUDGE_PLACEHOLDER
template <class Function>
auto operator-(const Expression<Function>& a) {
  return Expression{[a](const auto& all) { return -a.function(all); }};
}
template <class Function>
auto operator!(const Expression<Function>& a) {
  return Expression{[a](const auto& all) { return !a.function(all); }};
}

}  // namespace placeholders

}  // namespace thrust
