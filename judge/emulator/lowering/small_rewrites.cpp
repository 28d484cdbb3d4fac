#include <fmt/format.h>

#include "judge/emulator/lowering/declarators.hpp"
#include "judge/emulator/lowering/passes.hpp"
#include "judge/emulator/lowering/scopes.hpp"
#include "judge/emulator/lowering/statements.hpp"

namespace judge::lowering {

bool is_vector_type(std::string_view word) {
  if (word.ends_with("_16a") || word.ends_with("_32a")) word.remove_suffix(4);  // double4_32a
  if (word.empty() || word.back() < '2' || word.back() > '4') return false;
  word.remove_suffix(1);
  for (const std::string_view element : {"float", "double", "int", "uint", "char", "uchar", "short", "ushort", "long", "ulong",
                                         "longlong", "ulonglong", "half", "__half", "nv_bfloat16", "__nv_bfloat16"})
    if (word == element) return true;
  return false;
}

/// The ) of `(double*)`, `(const unsigned long long*)`: the widest numbers are what people misalign.
static bool ends_wide_cast(const Translation& t, std::size_t i) {
  std::size_t type = t.previous(t.previous(i));
  if (!t.is(i, ")") || !t.is(t.previous(i), "*") || !t.is_one_of(type, {"double", "long", "size_t", "uint64_t", "int64_t"}))
    return false;
  while (t.is_identifier(type)) type = t.previous(type);
  return t.is(type, "(");
}

bool may_misalign(const Translation& t, Range range) {
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (t.is_identifier(i) && (t.is(i, "reinterpret_cast") || is_vector_type(t.token(i).text))) return true;
    if (ends_wide_cast(t, i)) return true;
  }
  return false;
}

void lower_noinline_and_unroll(Translation& t) {
  for (std::size_t i = 0; i < t.size(); ++i) {
    // No macro, because the system's headers write __attribute__((__noinline__)).
    if (t.is(i, "__noinline__") && !t.is(t.previous(i), "(") && !t.is(t.previous(i), ","))
      t.replace(i, "__attribute__((noinline))");
    // Unrolling changes no result, and host compilers want other spellings, in fewer places.
    if (t.token(i).kind == TokenKind::directive && t.token(i).text.starts_with("#pragma unroll")) t.erase(i);
  }
}

/// What is static and not used is left out.
static bool is_used(const Translation& t, std::size_t name) {
  for (std::size_t i = t.next(name); i < t.size(); i = t.next(i))
    if (t.is(i, t.token(name).text)) return true;
  return false;
}

/// Those of templates and in other files may be of any size.
void lower_constant_variables(Translation& t, const std::vector<std::size_t>& qualified) {
  Scopes scopes(t);
  std::size_t place = 0;
  int depth = 0;
  std::string all;  // the sizes of those in no namespace
  for (const std::size_t i : qualified) {
    for (; place < i; ++place) {
      scopes.visit(place);
      if (t.is(place, "{")) ++depth;
      if (t.is(place, "}")) --depth;
    }
    const std::size_t end = end_of_statement(t, i), before = t.previous(i);
    const bool is_plain = before == none || t.is_one_of(before, {";", "}", "{", "static"});
    if (end == none || !is_plain || !scopes.at_namespace() || t.is(i, "extern")) continue;
    const auto variables = split_at_commas(t, {i, end});
    const std::size_t name = variables.size() == 1 ? declared_name(t, variables.front()) : none;
    if (name == none || !is_used(t, name)) continue;
    t.insert_after(end, {fmt::format("static_assert(sizeof({}) <= 65536, \"__constant__ variables may take 64 KiB\");",
                                     t.token(name).text)});
    if (depth != 0) continue;
    all += fmt::format("{}sizeof({})", all.empty() ? "" : " + ", t.token(name).text);
    t.insert_after(end,
                   {fmt::format("static_assert({} <= 65536, \"all __constant__ variables together may take 64 KiB\");", all)});
  }
}

}  // namespace judge::lowering
