#include "judge/emulator/lowering/shared_names.hpp"

#include "judge/emulator/lowering/declarators.hpp"
#include "judge/emulator/lowering/functions.hpp"

namespace judge::lowering {

namespace {

bool uses(const Translation& t, Range range, std::string_view name) {
  for (std::size_t i = range.begin; i < range.end; i = t.next(i))
    if (t.is(i, name) && !t.is(t.previous(i), ".") && !t.is(t.previous(i), "->")) return true;
  return false;
}

/// May the name at `i` be one that is declared there?
bool may_be_declared(const Translation& t, std::size_t i) {
  const std::size_t before = t.previous(i);
  if (t.is_one_of(before, {"*", "&", "&&", ">"}))
    return !t.is_one_of(t.previous(before), {"=", "(", ",", "return", "[", "+", "-", ";", "{", "}"});
  return t.is_identifier(before) && !t.is_one_of(before, {"return", "else", "do", "case", "throw", "sizeof", "new", "delete"});
}

}  // namespace

bool may_declare(const Translation& t, Range range, std::string_view name) {
  for (std::size_t i = range.begin; i < range.end; i = t.next(i))
    if (t.is(i, name) && may_be_declared(t, i)) return true;
  return false;
}

void declare_in_body(Translation& t, std::size_t body, const std::string& reference) {
  t.insert_after(body, {reference, PlaceOf{t.next(body)}});
}

void show_to_lambdas(Translation& t, Range scope, const std::string& name, const std::string& again) {
  for (std::size_t i = scope.begin; i < scope.end; i = t.next(i)) {
    if (!opens_lambda(t, i)) continue;
    const std::size_t close = t.closing(i), first = t.next(i);
    const std::size_t body = close == none ? none : lambda_body(t, close);
    const bool captures_by_reference = t.is(first, "&") && (t.is(t.next(first), "]") || t.is(t.next(first), ","));
    if (body == none || captures_by_reference || !uses(t, {body, t.closing(body)}, name)) continue;
    if (may_declare(t, {close, body}, name)) continue;  // a parameter
    if (!again.empty() && !may_declare(t, {body, t.closing(body)}, name)) {
      declare_in_body(t, body, again);
      continue;
    }
    std::string capture = first == close && t.is_unchanged(close) ? "&" : ", &";
    t.insert_before(close, {capture += name});
  }
}

void show_to_classes(Translation& t, Range scope, const std::string& name, const std::string& again) {
  for (std::size_t i = scope.begin; i < scope.end; i = t.next(i)) {
    if (!t.is_one_of(i, {"struct", "class", "union"})) continue;
    std::size_t open = t.next(i);
    while (open < scope.end && !t.is_one_of(open, {"{", ";", "(", ")", "=", ",", ">"})) open = t.next(open);
    const std::size_t close = t.is(open, "{") ? t.closing(open) : none;
    if (close == none) continue;
    if (!may_declare(t, {open, close}, name))
      for (std::size_t at = t.next(open); at < close; at = t.next(at)) {
        if (!t.is(at, "{")) continue;
        const std::size_t before = t.previous(at), end = t.closing(at);
        const bool is_body = t.is_one_of(before, {")", "const", "noexcept", "override", "final", "mutable"});
        if (is_body && uses(t, {at, end}, name)) declare_in_body(t, at, again);
        at = end;
      }
    i = close;
  }
}

void name_types(Translation& t, Range scope, const std::string& name) {
  if (may_declare(t, scope, name)) return;
  for (std::size_t i = scope.begin; i < scope.end; i = t.next(i)) {
    const std::size_t open = t.next(i), inner = t.next(open);
    if (!t.is(i, "decltype") || !t.is(open, "(") || !t.is(inner, name) || !t.is(t.next(inner), ")")) continue;
    t.insert_before(i, {"::judge_emulated::Unreferenced<"});
    t.insert_after(t.next(inner), {">"});
  }
}

}  // namespace judge::lowering
