#pragma once

#include "judge/emulator/lowering/names.hpp"

namespace judge::lowering {

/// What the code around a name does with the variable that it stands for.
enum class Use {
  read,         ///< takes its value
  subscripted,  ///< name[...]: of a pointer the value is taken, of an array or an object anything may happen
  changed,      ///< assigned, or counted up or down
  given,        ///< its address may be kept somewhere: by &, a reference, a function that takes one, a method, a lambda
};

/// Tells uses apart by the tokens around them. Where they leave a doubt, the variable is given away.
class Uses {
 public:
  Uses(const Translation& translation, const Names& names, Range body)
      : t(translation), m_names(names), m_lambdas(find_lambda_bodies(translation, body)) {}

  /// Of the name at `i`, which is no member's.
  Use of(std::size_t i) const;

 private:
  /// An expression that stands for the variable itself, such as (x), or for it or another, such as c ? x : y.
  struct Object {
    std::size_t first, last;
    std::size_t before, after;
  };

  Object widen(std::size_t first, std::size_t last) const;
  bool is_reference_to(std::size_t assignment) const;
  Use use_of(Object object) const;
  bool may_cast_to_reference(std::size_t close) const;
  Use use_between(std::size_t open) const;
  Use use_as_argument(std::size_t open) const;
  Use use_in_braces(std::size_t open) const;
  bool is_unary_and(std::size_t i) const;
  bool is_boundary(std::size_t i) const;
  std::size_t innermost_open(std::size_t i) const;
  std::size_t question_of(std::size_t colon) const;

  const Translation& t;
  const Names& m_names;
  std::vector<Range> m_lambdas;
};

}  // namespace judge::lowering
