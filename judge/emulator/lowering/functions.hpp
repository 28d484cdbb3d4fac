#pragma once

#include <string_view>
#include <unordered_set>
#include <vector>

#include "judge/emulator/lowering/translation.hpp"

namespace judge::lowering {

/// Loops and jumps, by their keywords, that were given a call in which other threads may run.
using Polls = std::unordered_set<std::size_t>;

bool has_one_of(Range range, const Polls& polls);

/// A function with a body that stands in no other function: free ones, methods, operators, constructors.
struct Function {
  std::string_view name;        ///< what callers write; empty: an operator, or something else that is called without a name
  bool is_constructor = false;  ///< or a destructor: called where a type is named, or nothing at all
  Range parameters;             ///< between the parentheses
  Range body;                   ///< from { to }
};

std::vector<Function> find_functions(const Translation& translation);

/// What lies between the bodies: default arguments, initialisers of members and of variables, the bodies of constructors that
/// find_functions() could not tell.
std::vector<Range> outside_functions(const Translation& translation, const std::vector<Function>& functions);

/// Does the name at `i` stand where a function of that name is declared or defined, and not used?
bool declares_function(const Translation& translation, std::size_t i);

/// The bodies of the lambdas in a range.
std::vector<Range> find_lambda_bodies(const Translation& translation, Range range);

/// Does a [ at `i` open the captures of a lambda?
bool opens_lambda(const Translation& translation, std::size_t i);

/// The { of the body of the lambda whose captures end at `close`; `none` if it is no lambda after all.
std::size_t lambda_body(const Translation& translation, std::size_t close);

}  // namespace judge::lowering
