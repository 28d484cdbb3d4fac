#pragma once

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "judge/emulator/lowering/functions.hpp"

namespace judge::lowering {

/// What a translation unit says of the names in it, as far as its tokens tell. Where they leave a doubt, each question has
/// the answer that forbids a transformation.
class Names {
 public:
  explicit Names(const Translation& translation, const Polls& polls = {});

  /// Is it a name that something in the unit declares as a constant? Whoever relies on it has the compiler prove it: another
  /// thing of that name may be meant.
  bool is_constant(std::string_view name) const { return m_constants.contains(name); }
  /// A type of numbers: a built-in one, or another name for one.
  bool is_number_type(std::string_view name) const;
  /// A type of numbers or of vectors of them: objects that hold no addresses, and no other code than loads and stores.
  bool is_value_type(std::string_view name) const;
  /// Does a call have no effect and read no memory but its arguments?
  bool is_pure_function(std::string_view name) const;
  /// Are all arguments of a call copied, whatever the overload, so that none of their addresses can be kept?
  bool takes_values(std::string_view name) const;
  /// May an operator of the user's take a number by reference?
  bool has_operators_on_references() const { return m_has_operators_on_references; }
  /// Does what stands in parentheses name a type of values, or a pointer to one? Then they are a cast.
  bool is_cast(Range parenthesised) const;
  /// May this code reach code that asks for threadIdx, other than by its own tokens' `threadIdx`? Collectives do.
  bool may_ask_for_thread(Range code) const;
  /// The same where its own collectives are taken out, and threads that wait by atomics do not switch.
  bool may_ask_in_split_kernel(Range code) const;

 private:
  void find_constants();
  void find_types();
  bool may_take_numbers_by_reference(Range parameters) const;
  bool is_safe_call(std::size_t i) const;
  bool may_ask(std::size_t i) const;
  bool is_call(std::size_t i) const;
  bool calls_expression(std::size_t i) const;

  const Translation& t;
  Polls m_polls;
  std::vector<Function> m_functions;
  std::unordered_set<std::string_view> m_constants, m_number_types, m_classes;
  std::unordered_map<std::string_view, bool> m_takes_references;  // of the unit's own functions
  std::unordered_set<std::string_view> m_asking;                  // its functions that may ask for threadIdx
  std::unordered_set<std::string_view> m_other_atomics;           // names of atomics that the unit uses for something else, too
  bool m_has_operators_on_references = false, m_anything_may_ask = false;
};

}  // namespace judge::lowering
