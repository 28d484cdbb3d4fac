#include "judge/emulator/lowering/passes.hpp"

namespace judge::lowering {

void lower_the_rest(Translation& t) {
  for (std::size_t i = 0; i < t.size(); ++i) {
    // No macro, because the system's headers write __attribute__((__noinline__)).
    if (t.is(i, "__noinline__") && !t.is(t.previous(i), "(") && !t.is(t.previous(i), ","))
      t.replace(i, "__attribute__((noinline))");
    // Unrolling changes no result, and host compilers want other spellings, in fewer places.
    if (t.token(i).kind == TokenKind::directive && t.token(i).text.starts_with("#pragma unroll")) t.erase(i);
  }
}

}  // namespace judge::lowering
