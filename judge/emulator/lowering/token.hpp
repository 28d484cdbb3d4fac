#pragma once

#include "judge/util/c_lexer.hpp"

namespace judge::lowering {

/// Makes the `>>` or `>>>` that ends a template header single tokens.
void separate_closing_angles(Lexed& lexed);

/// Braces around the statements of a case in device code that declare something with a value.
void enclose_cases(Lexed& lexed);

/// Words that only C++20 made keywords, u8 strings and defaulted constructors mean in what we make what they do in C++17. As many tokens as before.
void write_as_cpp17(Lexed& lexed);

}  // namespace judge::lowering
