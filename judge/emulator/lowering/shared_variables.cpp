#include <fmt/format.h>

#include <algorithm>

#include "judge/emulator/lowering/declarators.hpp"
#include "judge/emulator/lowering/functions.hpp"
#include "judge/emulator/lowering/passes.hpp"
#include "judge/emulator/lowering/scopes.hpp"
#include "judge/emulator/lowering/shared_names.hpp"
#include "judge/util/contains.hpp"

namespace judge::lowering {

namespace {

struct SharedDeclaration {
  std::size_t begin = none, end = none;  ///< end: the ;
  std::vector<std::size_t> names;
  std::vector<std::string> alignments;  ///< constant expressions: what alignas and __align__ say
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

/// An alignas or __attribute__ at `word`, which no typedef keeps where it is a template's argument, is taken away and noted.
void take_alignment(Translation& t, std::size_t word, SharedDeclaration& declaration) {
  const std::size_t open = t.next(word), close = t.closing(open);
  if (t.is(word, "alignas")) {
    bool is_condition = false;
    for (std::size_t i = open; i < close; i = t.next(i)) is_condition |= t.is_one_of(i, {"?", "<=", ">=", ">>"});
    const std::string what = t.flat({t.next(open), close});
    declaration.alignments.push_back(is_condition ? "(" + what + ")" : "::judge_emulated::alignment<" + what + ">()");
    return t.erase({word, close + 1});
  }
  for (std::size_t i = t.next(open); i < close; i = t.next(i))
    if (t.is_one_of(i, {"aligned", "__aligned__"}) && t.is(t.next(i), "("))
      declaration.alignments.push_back("(" + t.flat({t.next(t.next(i)), t.closing(t.next(i))}) + ")");
}

/// Takes storage classes and the qualifier away.
void clean_specifiers(Translation& t, SharedDeclaration& declaration) {
  for (std::size_t i = declaration.begin; i < declaration.end; i = t.next(i)) {
    if (t.is(i, "extern")) declaration.is_extern = true;
    if (t.is(i, "extern") || t.is(i, "static") || t.is(i, "inline") || t.is(i, "__shared__")) t.erase(i);
    if (t.is_one_of(i, {"alignas", "__attribute__"}) && t.is(t.next(i), "(")) take_alignment(t, i, declaration);
    if (t.is(i, "[") || t.is(i, "{")) i = t.closing(i);
  }
}

/// What the variables of a type, which is written so, are aligned to.
std::string alignment_of(const SharedDeclaration& declaration, const std::string& type) {
  std::string values = fmt::format("alignof({})", type);
  for (const std::string& alignment : declaration.alignments) values += ", " + alignment;
  return fmt::format("::judge_emulated::largest({{{}}})", values);
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

/// Where a declaration has to stand that a switch or a goto jumps over, which a reference forbids and CUDA does not: before the
/// statement that jumps. `none` if it may stay; `closing` is where the switch ends.
struct EarlierPlace {
  std::size_t place = none, closing = none;
};

EarlierPlace find_earlier_place(const Translation& t, const SharedDeclaration& declaration) {
  std::size_t open = declaration.begin;
  for (open = t.previous(open); open != none && !t.is(open, "{"); open = t.previous(open))
    if (t.is_one_of(open, {"}", ")", "]"})) open = t.opening(open);
  if (open == none) return {};
  const std::size_t condition = t.is(t.previous(open), ")") ? t.opening(t.previous(open)) : none;
  if (condition != none && t.is(t.previous(condition), "switch")) return {t.previous(condition), t.closing(open)};
  std::size_t begin = t.next(open);
  for (std::size_t i = begin, depth = 0; i < declaration.begin; i = t.next(i)) {
    if (t.is(i, "goto")) return {begin, none};
    if (t.is_one_of(i, {"{", "("})) ++depth;
    if (t.is_one_of(i, {"}", ")"})) --depth;
    const bool ends = depth == 0 && t.is_one_of(i, {";", "}"});
    if (ends && !t.is_one_of(t.next(i), {"else", "while", ";", "}"})) begin = t.next(i);
  }
  return {};
}

/// Writes the typedef that is made of the declaration, and what follows it, where they have to stand.
void write_typedef(Translation& t, const SharedDeclaration& declaration, const std::string& after) {
  const EarlierPlace earlier = find_earlier_place(t, declaration);
  if (earlier.place == none) {
    t.insert_before(declaration.begin, {"typedef"});
    return t.insert_after(declaration.end, {after});
  }
  const Range all{declaration.begin, declaration.end + 1};
  const std::string text = "typedef " + t.flat(all) + after;
  t.erase({declaration.begin, declaration.end});
  t.insert_before(earlier.place, {(earlier.closing == none ? "" : "{") + text, PlaceOf{earlier.place}});
  if (earlier.closing != none) t.insert_after(earlier.closing, {"}"});
}

/// In CUDA all dynamic shared arrays of one name in a namespace are one variable, of one type: this declares such a variable, which
/// nothing uses, so that the compiler refuses a second type, also among instances of a template.
std::string type_of_dynamic(const std::string& name) {
  return fmt::format("extern ::judge_emulated::Unreferenced<decltype({0})> judge_dynamic_{0};", name);
}

/// `float name[];` becomes `float (&name)[] = ...`: the launch's dynamic shared memory, as the array that it is in CUDA.
void lower_dynamic(Translation& t, const SharedDeclaration& declaration, const std::string& stub) {
  std::string after;
  for (const std::size_t name : declaration.names) {
    const std::string text(t.token(name).text);
    const Range scope{declaration.end, end_of_block(t, declaration.end)};
    show_to_lambdas(t, scope, text, "");
    name_types(t, scope, text);
    t.replace(name, "(&" + text + ")");
    std::size_t last = name;
    while (t.is(t.next(last), "[")) last = t.closing(t.next(last));
    t.insert_after(last, {"= *(decltype(&" + text + "))::judge_emulated::dynamic_shared"});
    after += fmt::format("::judge_emulated::align_dynamic_shared<{}, {}>();",
                         alignment_of(declaration, "::judge_emulated::ElementOf<decltype(" + text + ")>"),
                         stub.empty() ? "nullptr" : stub);
    after += type_of_dynamic(text);
  }
  t.insert_after(declaration.end, {after});
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
  t.insert_after(
      declaration.end,
      {fmt::format("; [[maybe_unused]] static const bool judge_alignment_of_{} = ::judge_emulated::note_alignment<{}>();", text,
                   alignment_of(declaration, type))});
  name_array_in_casts(t, declaration.end, text);
}

/// A variable whose block is still open.
struct Visible {
  std::string type;
  std::size_t block_end;
};

/// Is the name used as it stands, in no other scope's words?
bool names_plainly(const Translation& t, Range range, std::string_view name) {
  for (std::size_t i = range.begin; i < range.end; i = t.next(i))
    if (t.is(i, name) && !t.is_one_of(t.previous(i), {".", "->", "::"})) return true;
  return false;
}

std::string reference_by_proxy(const std::string& name) {
  return fmt::format("[[maybe_unused]] auto& {0} = judge_proxy_{0}::object();", name);
}

/// In the functions that use the variable its name becomes that of a reference to it, as in a kernel of its own.
void show_to_functions(Translation& t, const std::vector<Function>& functions, const std::string& name) {
  for (const Function& function : functions) {
    if (!names_plainly(t, function.body, name)) continue;
    const Range inside{t.next(function.body.begin), function.body.end};
    declare_in_body(t, function.body.begin, namespace_shared_references(t, {name}, function.body));
    show_to_lambdas(t, inside, name, reference_by_proxy(name));
    show_to_classes(t, inside, name, reference_by_proxy(name));
    name_types(t, inside, name);
  }
}

void lower_static_at_namespace(Translation& t, const SharedDeclaration& declaration, const std::vector<std::string>& unique,
                               const std::vector<Function>& functions) {
  t.insert_before(declaration.begin, {"typedef"});
  std::string after;
  for (const std::size_t name : declaration.names) {
    const std::string text(t.token(name).text);
    t.replace(name, "judge_type_" + text);
    after += fmt::format(
        "struct judge_tag_{0} {{ static const char* judge_name() {{ return \"{0}\"; }} }}; static "
        "::judge_emulated::NamespaceShared<judge_type_{0}, judge_tag_{0}, {1}> {0}; ",
        text, alignment_of(declaration, "judge_type_" + text));
    if (contains(unique, text)) show_to_functions(t, functions, text);
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
  std::string after;
  for (const std::size_t name : declaration.names) {
    const std::string text(t.token(name).text);
    t.replace(name, "judge_type_" + text);
    const Range scope{declaration.end, end_of_block(t, declaration.end)};
    visible.push_back({"judge_type_" + text, scope.end});
    const std::string alignment = alignment_of(declaration, "judge_type_" + text);
    // A kernel's own variable is one, however many functions are made of the kernel.
    if (stub.empty())
      after += fmt::format("struct judge_tag_{0} {{ static const char* judge_name() {{ return \"{0}\"; }} }};", text);
    const std::string tag =
        stub.empty() ? "judge_tag_" + text : fmt::format("::judge_emulated::SharedTag<{}{}>", name, name_characters(text));
    const std::string reference =
        fmt::format("[[maybe_unused]] auto& {0} = ::judge_emulated::shared_variable<judge_type_{0}, {1}, {2}, {3}>();", text,
                    tag, stub.empty() ? "nullptr" : stub, alignment);
    after += reference;
    show_to_lambdas(t, scope, text, reference);
    show_to_classes(t, scope, text, reference);
    name_types(t, scope, text);
  }
  std::string sizes = "0";
  for (const Visible& variable : visible) sizes += fmt::format(" + sizeof({})", variable.type);
  after += fmt::format(
      "static_assert({} <= 227 * 1024, \"the __shared__ variables of one kernel may take 227 KiB, all that a block can "
      "have\");",
      sizes);
  write_typedef(t, declaration, after);
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

std::vector<std::string> unique_namespace_shared(const Translation& t) {
  std::vector<std::string> unique;
  Scopes scopes(t);
  for (std::size_t i = 0; i < t.size(); ++i) {
    scopes.visit(i);
    if (!t.is(i, "__shared__") || !scopes.at_namespace() || t.is(t.previous(i), "extern") || t.is(t.next(i), "extern"))
      continue;
    SharedDeclaration declaration{.begin = i, .end = find_semicolon(t, i), .names = {}, .alignments = {}};
    if (declaration.end == none) continue;
    for (const std::size_t name : find_names(t, declaration)) {
      const std::string_view text = t.token(name).text;
      if (!may_declare(t, {0, declaration.begin}, text) && !may_declare(t, {t.next(name), t.size()}, text))
        unique.emplace_back(text);
    }
  }
  return unique;
}

std::string namespace_shared_references(const Translation& t, const std::vector<std::string>& names, Range body) {
  std::string references;
  for (const std::string& name : names)
    if (names_plainly(t, body, name))
      references += fmt::format("typedef decltype({0}) judge_proxy_{0}; {1}", name, reference_by_proxy(name));
  return references;
}

void lower_shared_variables(Translation& t, const std::vector<KernelBody>& kernels) {
  const std::vector<std::string> unique = unique_namespace_shared(t);
  const std::vector<Function> functions = unique.empty() ? std::vector<Function>{} : find_functions(t);
  Scopes scopes(t);
  std::vector<Visible> visible;
  for (std::size_t i = 0; i < t.size(); ++i) {
    scopes.visit(i);
    if (!t.is(i, "__shared__") || t.is_erased(i)) continue;
    const SharedDeclaration declaration = find_declaration(t, i);
    if (declaration.names.empty()) continue;
    std::erase_if(visible, [&](const Visible& variable) { return variable.block_end < i; });
    if (!declaration.is_extern && scopes.at_namespace()) lower_static_at_namespace(t, declaration, unique, functions);
    else if (!declaration.is_extern) lower_static(t, declaration, stub_of(kernels, i), visible);
    else if (scopes.at_namespace()) lower_dynamic_at_namespace(t, declaration);
    else lower_dynamic(t, declaration, stub_of(kernels, i));
  }
}

}  // namespace judge::lowering
