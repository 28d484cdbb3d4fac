#include "judge/emulator/lowering/passes.hpp"
#include "judge/emulator/lowering/statements.hpp"

// An access through a pointer to a vector type must be aligned to the whole vector on a GPU. gcc checks all of them
// (-fsanitize=alignment); clang leaves out copies of whole structs, which is what such accesses mostly are. So the
// pointer of each access that can be seen by its spelling goes through ::judge_emulated::aligned().
namespace judge::lowering {

namespace {

/// The * of `const float4 *` (or `float4 const *`) that begins at `i`; `none` if something else does.
std::size_t star_of_vector_pointer(const Translation& t, std::size_t i) {
  if (t.is(i, "const") || t.is(i, "volatile")) i = t.next(i);
  if (i == none || !t.is_identifier(i) || !is_vector_type(t.token(i).text)) return none;
  i = t.next(i);
  if (t.is(i, "const") || t.is(i, "volatile")) i = t.next(i);
  return t.is(i, "*") ? i : none;
}

bool is_number_word(const Translation& t, std::size_t i) {
  return t.is_one_of(i, {"void",     "bool",     "char",   "short",   "int",     "long",   "unsigned", "signed",
                         "float",    "double",   "auto",   "size_t",  "half",    "__half", "uint8_t",  "uint16_t",
                         "uint32_t", "uint64_t", "int8_t", "int16_t", "int32_t", "int64_t"});
}

/// The * of `const Vector*` or `Vec<T, 4>*` that begins at `i`, a type of the user's that may be one of vectors.
std::size_t star_of_named_pointer(const Translation& t, std::size_t i) {
  if (t.is(i, "const") || t.is(i, "volatile")) i = t.next(i);
  if (i == none || !t.is_identifier(i) || is_number_word(t, i)) return none;
  i = t.next(i);
  if (t.is(i, "<") && t.closing_angle(i) != none) i = t.next(t.closing_angle(i));
  return t.is(i, "*") ? i : none;
}

/// The token after `reinterpret_cast<float4*>(x)` or `(float4*)` at `i`: where its operand or what follows begins.
std::size_t end_of_reinterpret_cast(const Translation& t, std::size_t i) {
  if (!t.is(i, "reinterpret_cast") || !t.is(t.next(i), "<")) return none;
  const std::size_t star = star_of_named_pointer(t, t.next(t.next(i))), close = t.closing_angle(t.next(i));
  return star != none && t.next(star) == close && close != none && t.is(t.next(close), "(") ? t.closing(t.next(close)) : none;
}

/// The ) of a C-style cast to a pointer to a vector type that opens at `i`.
std::size_t end_of_c_cast(const Translation& t, std::size_t i) {
  if (!t.is(i, "(")) return none;
  const std::size_t star = star_of_vector_pointer(t, t.next(i));
  return star != none && t.is(t.next(star), ")") ? t.next(star) : none;
}

/// The last token of the operand of a unary operator that begins at `i`.
std::size_t end_of_operand(const Translation& t, std::size_t i) {
  while (t.is(i, "&") || t.is(i, "*") || t.is(i, "-") || t.is(i, "+")) i = t.next(i);
  if (i == none) return none;
  std::size_t end = t.is(i, "(") ? t.closing(i) : i;
  for (;;) {
    const std::size_t after = t.next(end);
    if (t.is(after, "[") || t.is(after, "(")) end = t.closing(after);
    else if (t.is(after, ".") || t.is(after, "->") || t.is(after, "::")) end = t.next(after);
    else return end;
    if (end == none) return none;
  }
}

void wrap(Translation& t, std::size_t first, std::size_t last) {
  t.insert_before(first, {"::judge_emulated::aligned("});
  t.insert_after(last, {")"});
}

/// Is the * at `i` a dereference, not a product or part of a type?
bool is_dereference(const Translation& t, std::size_t i) {
  const std::size_t before = t.previous(i);
  if (before == none || !t.is(i, "*")) return false;
  if (t.is(before, "return")) return true;
  const TokenKind kind = t.token(before).kind;
  return kind == TokenKind::punctuation && !t.is(before, ")") && !t.is(before, "]") && !t.is(before, ">") && !t.is(before, "*");
}

/// reinterpret_cast<float4*>(x)[i], *reinterpret_cast<float4*>(x)
void lower_cast(Translation& t, std::size_t i) {
  const std::size_t end = end_of_reinterpret_cast(t, i);
  if (end != none && (t.is(t.next(end), "[") || is_dereference(t, t.previous(i)))) wrap(t, i, end);
}

/// ((float4*)x)[i], *(float4*)x
void lower_c_cast(Translation& t, std::size_t i) {
  const std::size_t cast_end = end_of_c_cast(t, i);
  if (cast_end == none) return;
  const std::size_t before = t.previous(i), end = end_of_operand(t, t.next(cast_end));
  if (end == none) return;
  if (is_dereference(t, before) || (t.is(before, "(") && t.closing(before) == t.next(end) && t.is(t.next(t.next(end)), "[")))
    wrap(t, i, end);
}

/// The name that `float4* name` or `const float4* __restrict__ name` at `i` declares.
std::size_t declared_pointer(const Translation& t, std::size_t i) {
  const std::size_t star = star_of_vector_pointer(t, i);
  if (star == none) return none;
  std::size_t name = t.next(star);
  while (t.is(name, "const") || t.is(name, "__restrict__") || t.is(name, "__restrict")) name = t.next(name);
  return name != none && t.is_identifier(name) ? name : none;
}

/// Is the name at `i`, behind a * or a comma, a declarator: as v in `int n, v[4];`, `int* v[2];` and `f(int* v[2])`?
bool is_declarator(const Translation& t, std::size_t i) {
  bool has_value = false;  // between the last comma and the name
  bool is_first = true;
  std::size_t begin = i;
  for (std::size_t at = t.previous(i); at != none; begin = at, at = t.previous(at)) {
    if (t.is_one_of(at, {")", "]", "}"}) && !t.is(t.next(at), ",") && t.is(at, "}")) break;
    if (t.is_one_of(at, {")", "]", "}"})) at = t.opening(at);
    if (at == none || t.is_one_of(at, {";", "{", "(", "["})) break;
    is_first &= !t.is(at, ",");
    has_value |= is_first && t.is(at, "=");
  }
  if (has_value || begin == i) return false;
  const std::size_t before = t.previous(begin);
  if (t.is(before, "(") && !t.is(t.previous(before), "for"))
    return t.is(t.previous(i), "*") && (is_number_word(t, t.previous(t.previous(i))) || t.is(t.next(t.closing(before)), "{"));
  return is_declaration(t, begin);
}

/// Is the name at `i` being declared, as `tile` in `float4 tile[32];` is? Elsewhere it may be a pointer's.
bool is_declared_here(const Translation& t, std::size_t i) {
  const std::size_t before = t.previous(i);
  if (t.is_one_of(before, {"*", ","})) return is_declarator(t, i);
  return before != none && t.is_identifier(before) && !t.is(before, "return") && !t.is(before, "else") && !t.is(before, "do") &&
         !t.is(before, "case") && !t.is(before, "throw");
}

}  // namespace

void lower_vector_accesses(Translation& t) {
  std::vector<std::string_view> names;
  const auto is_known = [&](std::string_view name) {
    for (const std::string_view known : names)
      if (known == name) return true;
    return false;
  };
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (t.is_erased(i)) continue;  // the operand of an asm: what took its place has another spelling
    if (t.is_identifier(i) && is_known(t.token(i).text) && t.is(t.next(i), "[") && !t.is(t.previous(i), ".") &&
        !t.is(t.previous(i), "->") && !t.is(t.previous(i), "::") && !is_declared_here(t, i))
      wrap(t, i, i);
    if (const std::size_t name = declared_pointer(t, i); name != none && !is_known(t.token(name).text))
      names.push_back(t.token(name).text);
    lower_cast(t, i);
    lower_c_cast(t, i);
  }
}

}  // namespace judge::lowering
