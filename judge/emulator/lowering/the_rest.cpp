#include "judge/emulator/lowering/passes.hpp"

namespace judge::lowering {

bool is_vector_type(std::string_view word) {
  if (word.empty() || word.back() < '2' || word.back() > '4') return false;
  word.remove_suffix(1);
  for (const std::string_view element :
       {"float", "double", "int", "uint", "char", "uchar", "short", "ushort", "long", "ulong", "longlong", "ulonglong",
        "half", "__half", "nv_bfloat16", "__nv_bfloat16"})
    if (word == element) return true;
  return false;
}

bool may_misalign(const Translation& t, Range range) {
  for (std::size_t i = range.begin; i < range.end; ++i)
    if (t.is_identifier(i) && (t.is(i, "reinterpret_cast") || is_vector_type(t.token(i).text))) return true;
  return false;
}

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
