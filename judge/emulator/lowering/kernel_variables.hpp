#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "judge/emulator/lowering/declarators.hpp"
#include "judge/emulator/lowering/statements.hpp"

namespace judge::lowering {

/// How a variable of a kernel lives on when the kernel is split into regions.
enum class VariableKind {
  hoisted,          ///< declared once for the block, as the user wrote it: __shared__, types, constants
  uniform,          ///< computed once for the block
  counter,          ///< of a loop that all threads go through alike: one for the block
  recomputed,       ///< cheap and never changed: computed in every region that uses it
  per_thread,       ///< in an array with one element for each thread
};

/// A variable that is declared among the statements that a kernel is split at.
struct Variable {
  std::string name;
  VariableKind kind = VariableKind::per_thread;
  Range scope;                      ///< where the name stands for it
  std::size_t place = none;         ///< the token that declares it; of a parameter, the body's {
  std::string specifiers;           ///< the type up to the declarator, without const and the like
  std::string prefix, suffix;       ///< of the declarator: * and [n]
  Range initialiser;                ///< with its =
  int parameter = -1;               ///< which one, if it is one
  bool is_array = false;
  bool is_pointed_to = false;       ///< its address is taken, so it may not move
};

/// What an expression may differ by.
enum class Dependence { block, round_of_loop, thread, unknown };

/// The variables of one kernel, found as its statements are visited.
class KernelVariables {
 public:
  KernelVariables(const Translation& translation, Range body, const std::vector<std::string>& parameters,
                  const std::unordered_set<std::string_view>& constants);

  /// Takes apart a simple statement that declares variables visible up to `scope_end`. Gives the indices of the new
  /// ones; empty: this is no declaration that a kernel can be split around.
  std::vector<std::size_t> declare(Range statement, std::size_t scope_end);
  /// The same for the initialiser of a loop whose condition and step are the same for all threads.
  bool declare_counter(const Statement& loop);

  /// What an expression depends on that has no effect and reads no memory; `unknown` if it may do either.
  Dependence dependence(Range range) const;
  /// The variable that the identifier at `i` stands for; null if none of these.
  const Variable* find(std::size_t i) const;
  /// Is the identifier at `i` being changed, or given away?
  bool is_changed(std::size_t i) const;
  /// While a loop is looked at whose counter is not declared yet: takes the name for a counter's.
  void assume_counter(std::string_view name) { m_assumed.insert(name); }
  void forget_assumptions() { m_assumed.clear(); }

  const std::vector<Variable>& all() const { return m_variables; }
  std::size_t index_of(const Variable& variable) const {
    return static_cast<std::size_t>(&variable - m_variables.data());
  }

 private:
  bool add(Range part, Variable variable);
  void classify(Variable& variable, bool is_const_array) const;
  bool is_changed_in(const std::string& name, Range range) const;
  bool is_pointed_to_in(const std::string& name, Range range) const;
  bool is_lone(const Variable& variable) const;
  Dependence dependence_of_name(std::size_t i) const;

  const Translation& m_translation;
  Range m_body;
  const std::vector<std::string>& m_parameters;
  const std::unordered_set<std::string_view>& m_constants;
  std::vector<Variable> m_variables;
  std::unordered_set<std::string_view> m_assumed;
};

/// Names of template parameters, constexpr variables and enumerators: constants wherever they are used.
std::unordered_set<std::string_view> find_constants(const Translation& translation);

}  // namespace judge::lowering
