#pragma once

#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "judge/emulator/lowering/declarators.hpp"
#include "judge/emulator/lowering/statements.hpp"
#include "judge/emulator/lowering/uses.hpp"

namespace judge::lowering {

/// How a variable of a kernel lives on when the kernel is split into regions.
enum class VariableKind {
  hoisted,     ///< declared once for the block, as the user wrote it: __shared__, types, constants
  uniform,     ///< computed once for the block
  counter,     ///< of a loop that all threads go through alike: one for the block
  recomputed,  ///< cheap and never changed: computed in every region that uses it
  per_thread,  ///< in an array with one element for each thread
};

/// A variable that is declared among the statements that a kernel is split at.
struct Variable {
  std::string name;
  std::string written;  ///< its name in the split kernel, once names are told apart
  VariableKind kind = VariableKind::per_thread;
  Range scope;                 ///< where the name stands for it
  std::size_t place = none;    ///< the token that declares it; of a parameter, the body's {
  std::string specifiers;      ///< the type up to the declarator, without const and the like
  std::string prefix, suffix;  ///< of the declarator: * and [n]
  std::string alignment;       ///< bytes, of alignas; empty: the type's
  Range initialiser;           ///< with its =
  int parameter = -1;          ///< which one, if it is one
  bool is_array = false;
  bool is_number = false, is_pointer = false;
  bool is_const = false;     ///< as the user declared it
  bool is_constant = false;  ///< constexpr
  bool is_changed = false;
  bool is_given = false;  ///< its address may be kept somewhere, so it may not move
};

enum class ParameterType { number, pointer, other };

/// A parameter of the kernel.
struct KernelParameter {
  std::string name, text;  ///< text: as it is declared, without its default
  ParameterType type = ParameterType::other;
};

/// What an expression may differ by.
enum class Dependence { block, round_of_loop, thread, unknown };

/// The variables of one kernel, found as its statements are visited.
class KernelVariables {
 public:
  KernelVariables(const Translation& translation, const Names& names, Range body,
                  const std::vector<KernelParameter>& parameters);

  /// Takes apart a simple statement that declares variables visible up to `scope_end`. Gives the indices of the new
  /// ones; empty: this is no declaration that a kernel can be split around.
  std::vector<std::size_t> declare(Range statement, std::size_t scope_end);
  /// The same for the initialiser of a loop whose condition and step are the same for all threads.
  bool declare_counter(const Statement& loop);

  /// What an expression depends on that has no effect and reads no memory; `unknown` if it may do either.
  Dependence dependence(Range range) const;
  /// Does a call of the name at `i` change nothing but what it is given?
  bool is_harmless_call(std::size_t i) const { return m_names.takes_values(m_translation.token(i).text); }
  /// The variable that the identifier at `i` stands for; null if none of these.
  const Variable* find(std::size_t i) const;
  /// What is done at `i`, where the variable's name stands: read, changed or given.
  Use use_of(const Variable& variable, std::size_t i) const;
  /// Names that some dependence took for constants. The compiler must find that they are.
  const std::set<std::string_view>& relied_on() const { return m_relied_on; }
  /// Those of them that something is divided by.
  const std::set<std::string_view>& divisors() const { return m_nonzero; }
  /// While the loops in another are looked at, whose counters are not declared yet: if the loop has a counter that is the
  /// same for all threads, its name is taken for that.
  bool assume_counter(const Statement& loop);
  void forget_assumptions() { m_assumed.clear(); }

  /// Gives each variable whose name something else in the kernel has, too, a name of its own, wherever it stands: in the
  /// split kernel it is declared far from where the user did, and would hide that other. Last of all: what is asked of
  /// expressions rests on tokens as the user wrote them.
  void tell_names_apart(Translation& translation);

  const std::vector<Variable>& all() const { return m_variables; }
  std::size_t index_of(const Variable& variable) const { return static_cast<std::size_t>(&variable - m_variables.data()); }

 private:
  void classify(Variable& variable) const;
  void look_at_uses(Variable& variable, Range range) const;
  bool is_lone(const Variable& variable) const;
  bool is_seen_from_block(Range range) const;
  bool is_number(Range specifiers) const;
  bool names_nothing_else(const std::vector<std::string_view>& names, Range scope) const;
  bool is_uniform_step(Range step, std::string_view counter) const;
  bool may_be_zero(std::size_t i) const;
  Dependence constant(std::string_view name) const;
  bool ends_cast(std::size_t i) const;
  Dependence dependence_of_tokens(Range range) const;
  Dependence dependence_of_name(std::size_t i) const;
  std::optional<Dependence> dependence_of_index(std::size_t i) const;

  const Translation& m_translation;
  const Names& m_names;
  Uses m_uses;
  Range m_body;
  const std::vector<KernelParameter>& m_parameters;
  std::vector<Variable> m_variables;
  std::unordered_set<std::string_view> m_assumed;
  mutable std::set<std::string_view> m_relied_on, m_candidates, m_nonzero;
};

/// Code that compiles only if the names stand for constants, and the divisors for none that is zero.
std::string proofs(const std::vector<std::string_view>& constants, const std::vector<std::string_view>& divisors);

}  // namespace judge::lowering
