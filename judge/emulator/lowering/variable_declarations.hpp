#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judge/emulator/lowering/translation.hpp"

/// What stands in a declaration of variables among a kernel's statements, by its tokens.
namespace judge::lowering {

/// `* name [n] = x`; `name` is `none` where none could be found.
struct Declarator {
  std::size_t name = none;
  Range prefix, suffix, initialiser;
};

/// The first one of a declaration has the specifiers before it.
Declarator take_apart(const Translation& translation, Range part, bool is_first);

/// The specifiers without those that storage must not have.
std::string bare_specifiers(const Translation& translation, Range range, bool has_pointer);

/// N of alignas(N) and __attribute__((aligned(N))) among the specifiers: a number; "" where they say nothing, nothing where
/// they say something else.
std::optional<std::string> alignment(const Translation& translation, Range specifiers);

/// Does the declaration make no variable of the thread's: a type, a constant, a shared variable?
bool is_hoisted(const Translation& translation, Range statement);

/// The first token from `i` on that is not part of [[...]].
std::size_t skip_attributes(const Translation& translation, std::size_t i);

/// What a type or a using-declaration makes a name of, beside the variables that it declares: S of `struct S {...};`, A and B of
/// `enum {A, B};`, f of `using n::f;`. Everything, "", of `using namespace n;`.
std::vector<std::string_view> introduced_names(const Translation& translation, Range statement);

/// What stands behind an array's name, `[4][2]`. The bound that `int a[] = {1, 2, 3};` leaves open is counted; nothing where
/// that takes more than counting.
std::optional<std::string> array_bounds(const Translation& translation, const Declarator& declarator);

}  // namespace judge::lowering
