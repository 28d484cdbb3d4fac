#pragma once

#include <string>
#include <string_view>

#include "judge/emulator/lowering/translation.hpp"

/// Who sees a __shared__ variable, which in what we make is a reference.
namespace judge::lowering {

bool may_declare(const Translation& translation, Range range, std::string_view name);

/// Declares the variable anew at the beginning of a function's body that begins at `body`.
void declare_in_body(Translation& translation, std::size_t body, const std::string& reference);

/// In CUDA the variable has static storage, so that every lambda sees it. Ours is a reference: `again` declares it in the
/// lambda once more; where the lambda may have something else of that name, it is captured.
void show_to_lambdas(Translation& translation, Range scope, const std::string& name, const std::string& again);

/// The same for the methods of local classes, which can capture nothing.
void show_to_classes(Translation& translation, Range scope, const std::string& name, const std::string& again);

/// decltype of a variable is no reference.
void name_types(Translation& translation, Range scope, const std::string& name);

}  // namespace judge::lowering
