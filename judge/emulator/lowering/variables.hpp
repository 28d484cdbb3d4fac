#pragma once

#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "judge/emulator/lowering/translation.hpp"

namespace judge::lowering {

/// The names of a function of the device's that surely stand for numbers and pointers which are no constants: parameters, locals without
/// const, constants that are made of such, threadIdx and its like. In doubt a name is none of them.
class Variables {
 public:
  /// `parameters`: between the parentheses. `built_in`: what of names_of_threads() nothing in the unit declares anew.
  Variables(const Translation& translation, Range parameters, Range body, const std::unordered_set<std::string_view>& built_in);

  /// Is this no constant expression, whatever its other names mean? False in doubt.
  bool is_never_constant(Range expression) const;
  /// Is the name at `i`, in the function's body, evaluated and its value used? nvcc drops `(void)x` and `true ? 1 : x`. False in doubt.
  bool is_surely_used(std::size_t i) const;

 private:
  struct Scope {
    std::size_t begin = none, end = none;
  };

  void find(Range parameters, Range body);
  bool is_variable(std::size_t name, Range parameters) const;
  bool is_one(std::size_t i) const;
  bool holds_one_before(std::size_t i) const;
  Scope scope_of(std::size_t name, Range body) const;

  const Translation& t;
  std::unordered_map<std::string_view, Scope> m_scopes;
  std::unordered_set<std::string_view> m_built_in;
};

/// threadIdx and its like, without those that the unit may declare itself.
std::unordered_set<std::string_view> names_of_threads(const Translation& translation);

/// May the name at `i` be declared there? True in doubt.
bool may_be_declaration(const Translation& translation, std::size_t i);

}  // namespace judge::lowering
