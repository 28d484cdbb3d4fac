#pragma once

#include <optional>
#include <vector>

#include "judge/emulator/lowering/translation.hpp"

namespace judge::lowering {

enum class StatementKind {
  simple,  ///< a declaration or an expression, with its ;
  compound,
  conditional,  ///< children: then and, if there is one, else
  for_loop,
  while_loop,
  do_loop,
  selection,  ///< switch
  labelled,   ///< case or default; the child is what follows
  leaves_function,
  leaves_loop,  ///< break
  next_round,   ///< continue
  unknown,      ///< labels, goto, try, loops over ranges, conditions with declarations
};

/// A statement of a function's body, as far as tokens tell.
struct Statement {
  StatementKind kind = StatementKind::simple;
  Range range;              ///< all of it
  Range condition;          ///< between its parentheses, or the middle part of a for
  Range initialiser, step;  ///< of a for; without the ;
  std::vector<Statement> children;
};

/// The statement that begins at `i`; nothing if it has no end.
std::optional<Statement> parse_statement(const Translation& translation, std::size_t i);

/// The ; that ends the simple statement at `i`; `none` if there is none.
std::size_t end_of_statement(const Translation& translation, std::size_t i);

/// Does the simple statement at `i` declare something?
bool is_declaration(const Translation& translation, std::size_t i);

/// Is the identifier at `i` a name of its own, not a member's?
bool is_name(const Translation& translation, std::size_t i);

/// =, += and the like
bool is_assignment(const Translation& translation, std::size_t i);

}  // namespace judge::lowering
