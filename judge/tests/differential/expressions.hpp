#pragma once

#include <string>

#include "judge/tests/differential/random.hpp"

namespace judge::differential {

/// Types of a generated kernel's variables, each named by the letter that its variables' names begin with.
///
///     u unsigned   i int   w unsigned long long   l long long   f float   d double   h __half   b __nv_bfloat16
constexpr char all_types[] = {'u', 'i', 'w', 'l', 'f', 'd', 'h', 'b'};
constexpr int variables_of_a_type = 3;

/// Replaces each `$t` of a template by an expression of type t, `$c` by a condition, `$v` and a type by a variable of
/// it, and `$k` and a digit n by a number below 2^n. No expression is undefined for any values of the variables, none
/// waits for another thread, none has a side effect.
std::string expand(Random& random, std::string_view text, int depth);

/// An expression of the type, at most `depth` operations deep.
std::string expression(Random& random, char type, int depth);
std::string condition(Random& random, int depth);
std::string variable(Random& random, char type);
const char* type_name(char type);

}  // namespace judge::differential
