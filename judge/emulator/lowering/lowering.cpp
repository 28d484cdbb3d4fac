#include "judge/emulator/lowering/lowering.hpp"

#include "judge/emulator/lowering/passes.hpp"

namespace judge::lowering {

std::string lower(std::string_view preprocessed, const ReadSource& read_source) {
  Lexed lexed = lex_preprocessed(preprocessed);
  restore_columns(lexed, read_source);
  Translation translation(std::move(lexed));
  lower_the_rest(translation);
  lower_shared_variables(translation);
  lower_launches(translation);
  lower_kernels(translation);
  return translation.print();
}

}  // namespace judge::lowering
