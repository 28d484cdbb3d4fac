#include <fmt/format.h>

#include "judge/emulator/lowering/declarators.hpp"
#include "judge/emulator/lowering/functions.hpp"
#include "judge/emulator/lowering/passes.hpp"
#include "judge/emulator/lowering/scopes.hpp"

namespace judge::lowering {

namespace {

struct SharedDeclaration {
  std::size_t begin = none, end = none;      ///< end: the ;
  std::vector<std::size_t> names;
  bool is_extern = false;
};

bool is_specifier(const Translation& t, std::size_t i) {
  return t.is(i, "extern") || t.is(i, "static") || t.is(i, "volatile") || t.is(i, "const") || t.is(i, "inline");
}

/// Specifiers and attributes may stand before __shared__.
std::size_t find_begin(const Translation& t, std::size_t qualifier) {
  std::size_t begin = qualifier;
  for (std::size_t i = t.previous(begin); i != none; i = t.previous(begin)) {
    if (is_specifier(t, i)) {
      begin = i;
    } else if (t.is(i, ")")) {
      const std::size_t open = t.opening(i), word = open == none ? none : t.previous(open);
      if (word == none || !(t.is(word, "__attribute__") || t.is(word, "alignas"))) return begin;
      begin = word;
    } else {
      return begin;
    }
  }
  return begin;
}

std::size_t find_semicolon(const Translation& t, std::size_t i) {
  for (; i < t.size(); i = t.next(i)) {
    if (t.is(i, ";")) return i;
    if (t.is(i, "}")) return none;
    if (t.is(i, "(") || t.is(i, "[") || t.is(i, "{")) i = t.closing(i);
  }
  return none;
}

std::vector<std::size_t> find_names(const Translation& t, const SharedDeclaration& declaration) {
  std::vector<std::size_t> names;
  for (const Range part : split_at_commas(t, {declaration.begin, declaration.end})) {
    std::size_t name = declared_name(t, part);
    // Behind the first comma a lone identifier is no type.
    for (std::size_t i = part.begin; name == none && !names.empty() && i < part.end; i = t.next(i))
      if (t.is_identifier(i)) name = i;
    if (name != none) names.push_back(name);
  }
  return names;
}

/// alignas, which no typedef may have, becomes the attribute, which takes no type.
void lower_alignas(Translation& t, std::size_t word) {
  const std::size_t open = t.next(word), close = t.closing(open);
  bool is_condition = false;
  for (std::size_t i = open; i < close; i = t.next(i)) is_condition |= t.is_one_of(i, {"?", ">=", ">>"});
  t.replace(word, "__attribute__((aligned");
  if (is_condition) return t.insert_after(close, {"))"});
  t.insert_after(open, {"::judge_emulated::alignment<"});
  t.insert_after(close, {"))"});
  t.insert_before(close, {">()"});
}

/// Takes storage classes and the qualifier away.
void clean_specifiers(Translation& t, SharedDeclaration& declaration) {
  for (std::size_t i = declaration.begin; i < declaration.end; i = t.next(i)) {
    if (t.is(i, "extern")) declaration.is_extern = true;
    if (t.is(i, "extern") || t.is(i, "static") || t.is(i, "inline") || t.is(i, "__shared__")) t.erase(i);
    if (t.is(i, "alignas") && t.is(t.next(i), "(")) lower_alignas(t, i);
    if (t.is(i, "[") || t.is(i, "{")) i = t.closing(i);
  }
}

bool uses(const Translation& t, Range range, std::string_view name) {
  for (std::size_t i = range.begin; i < range.end; i = t.next(i))
    if (t.is(i, name) && !t.is(t.previous(i), ".") && !t.is(t.previous(i), "->")) return true;
  return false;
}

/// The end of the block that holds `i`.
std::size_t end_of_block(const Translation& t, std::size_t i) {
  for (; i < t.size(); i = t.next(i)) {
    if (t.is(i, "}")) return i;
    if (t.is(i, "{")) i = t.closing(i);
    if (i == none) break;
  }
  return t.size();
}

/// In CUDA the variable has static storage, so that every lambda sees it; ours is a reference, to be captured as one.
void capture_in_lambdas(Translation& t, const SharedDeclaration& declaration, const std::string& name) {
  const std::size_t end = end_of_block(t, declaration.end);
  for (std::size_t i = declaration.end; i < end; i = t.next(i)) {
    if (!opens_lambda(t, i)) continue;
    const std::size_t close = t.closing(i), first = t.next(i);
    const std::size_t body = close == none ? none : lambda_body(t, close);
    const bool captures_by_reference = t.is(first, "&") && (t.is(t.next(first), "]") || t.is(t.next(first), ","));
    if (body == none || captures_by_reference || !uses(t, {body, t.closing(body)}, name)) continue;
    std::string capture = first == close && t.is_unchanged(close) ? "&" : ", &";
    t.insert_before(close, {capture += name});
  }
}

/// `float name[];` becomes `float (&name)[] = ...`: the launch's dynamic shared memory, as the array that it is in CUDA.
void lower_dynamic(Translation& t, const SharedDeclaration& declaration) {
  for (const std::size_t name : declaration.names) {
    const std::string text(t.token(name).text);
    capture_in_lambdas(t, declaration, text);
    t.replace(name, "(&" + text + ")");
    std::size_t last = name;
    while (t.is(t.next(last), "[")) last = t.closing(t.next(last));
    t.insert_after(last, {"= *(decltype(&" + text + "))::judge_emulated::dynamic_shared"});
  }
}

/// A cast to a reference converts nothing: it has to be of the array, not of the object that stands for it.
void name_array_in_casts(Translation& t, std::size_t from, const std::string& name) {
  for (std::size_t i = from; i < t.size(); i = t.next(i)) {
    const std::size_t open = t.previous(i), angle = t.previous(open);
    if (!t.is(i, name) || !t.is(open, "(") || !t.is(t.next(i), ")") || !t.is(angle, ">")) continue;
    if (t.is(t.previous(t.opening_angle(angle)), "reinterpret_cast")) t.replace(i, "*&" + name);
  }
}

void lower_dynamic_at_namespace(Translation& t, const SharedDeclaration& declaration) {
  const std::size_t name = declaration.names.front();
  const std::string type = t.flat({declaration.begin, name}), text(t.token(name).text);
  t.erase({declaration.begin, declaration.end});
  t.insert_before(declaration.begin, {"static ::judge_emulated::DynamicSharedArray<" + type + "> " + text});
  name_array_in_casts(t, declaration.end, text);
}

/// A variable whose block is still open.
struct Visible {
  std::string type;
  std::size_t block_end;
};

void lower_static_at_namespace(Translation& t, const SharedDeclaration& declaration) {
  t.insert_before(declaration.begin, {"typedef"});
  std::string after;
  for (const std::size_t name : declaration.names) {
    const std::string text(t.token(name).text);
    t.replace(name, "judge_type_" + text);
    after += fmt::format(
        "struct judge_tag_{0} {{ static const char* judge_name() {{ return \"{0}\"; }} }}; static ::judge_emulated::NamespaceShared<judge_type_{0}, judge_tag_{0}> {0}; ", text);
  }
  t.insert_after(declaration.end, {after});
}

/// ", 't', 'i', 'l', 'e'": of an identifier in plain characters; others have none.
std::string name_characters(const std::string& name) {
  std::string characters;
  for (const char c : name) {
    if (static_cast<unsigned char>(c) >= 0x80) return {};
    characters += fmt::format(", '{}'", c);
  }
  return characters;
}

void lower_static(Translation& t, const SharedDeclaration& declaration, const std::string& stub,
                  std::vector<Visible>& visible) {
  t.insert_before(declaration.begin, {"typedef"});
  std::string after;
  for (const std::size_t name : declaration.names) {
    const std::string text(t.token(name).text);
    t.replace(name, "judge_type_" + text);
    capture_in_lambdas(t, declaration, text);
    visible.push_back({"judge_type_" + text, end_of_block(t, declaration.end)});
    // A kernel's own variable is one, however many functions are made of the kernel.
    if (stub.empty())
      after += fmt::format(
          "struct judge_tag_{0} {{ static const char* judge_name() {{ return \"{0}\"; }} }}; auto& {0} = ::judge_emulated::shared_variable<judge_type_{0}, judge_tag_{0}>(); ", text);
    else
      after += fmt::format(
          "auto& {0} = ::judge_emulated::shared_variable<judge_type_{0}, ::judge_emulated::SharedTag<{1}{3}>, {2}>(); ",
          text, name, stub, name_characters(text));
  }
  std::string sizes = "0";
  for (const Visible& variable : visible) sizes += fmt::format(" + sizeof({})", variable.type);
  after += fmt::format(
      "static_assert({} <= 227 * 1024, \"__shared__ variables of one kernel may take 227 KiB\");",
      sizes);
  t.insert_after(declaration.end, {after});
}

std::string stub_of(const std::vector<KernelBody>& kernels, std::size_t i) {
  for (const KernelBody& kernel : kernels)
    if (i > kernel.range.begin && i < kernel.range.end) return kernel.stub;
  return "";
}

/// The declaration that a __shared__ at `qualifier` is part of; without names if there is none to be made out.
SharedDeclaration find_declaration(Translation& t, std::size_t qualifier) {
  SharedDeclaration declaration;
  declaration.begin = find_begin(t, qualifier);
  declaration.end = find_semicolon(t, qualifier);
  if (declaration.end == none) return declaration;
  declaration.names = find_names(t, declaration);
  clean_specifiers(t, declaration);
  return declaration;
}

}  // namespace

void lower_shared_variables(Translation& t, const std::vector<KernelBody>& kernels) {
  Scopes scopes(t);
  std::vector<Visible> visible;
  for (std::size_t i = 0; i < t.size(); ++i) {
    scopes.visit(i);
    if (!t.is(i, "__shared__") || t.is_erased(i)) continue;
    const SharedDeclaration declaration = find_declaration(t, i);
    if (declaration.names.empty()) continue;
    std::erase_if(visible, [&](const Visible& variable) { return variable.block_end < i; });
    if (!declaration.is_extern && scopes.at_namespace()) lower_static_at_namespace(t, declaration);
    else if (!declaration.is_extern) lower_static(t, declaration, stub_of(kernels, i), visible);
    else if (scopes.at_namespace()) lower_dynamic_at_namespace(t, declaration);
    else lower_dynamic(t, declaration);
  }
}

}  // namespace judge::lowering
