#include <fmt/format.h>

#include "judge/emulator/lowering/declarators.hpp"
#include "judge/emulator/lowering/passes.hpp"

namespace judge::lowering {

namespace {

/// A declaration with __global__, taken apart.
struct KernelDeclaration {
  std::size_t qualifier = none;             ///< the __global__
  std::size_t begin = none;                 ///< of the whole declaration
  std::vector<Range> template_headers;      ///< between < and >, exclusive
  std::vector<Range> bounds;                ///< __launch_bounds__ ( ... ), whole
  std::size_t name = none;
  bool is_specialization = false;           ///< name<...>(
  std::size_t open = none, close = none;    ///< of the parameters
  std::size_t end = none;                   ///< the ; or the }
  std::size_t body = none;                  ///< the {, if it is a definition
};

bool takes_arguments(const Translation& t, std::size_t i) {
  return t.is(i, "__launch_bounds__") || t.is(i, "__attribute__") || t.is(i, "alignas") || t.is(i, "__declspec");
}

/// The first token of the declaration that holds `qualifier`.
std::size_t find_begin(const Translation& t, std::size_t qualifier, KernelDeclaration& declaration) {
  std::size_t begin = qualifier;
  for (std::size_t i = t.previous(begin); i != none; i = t.previous(begin)) {
    if (t.is(i, ")") || t.is(i, "]")) {
      const std::size_t open = t.opening(i);
      if (open == none) return begin;
      begin = t.is(i, ")") ? t.previous(open) : open;
      if (!t.is(i, "]") && !takes_arguments(t, begin)) return t.next(i);
    } else if (t.is(i, ">")) {
      const std::size_t open = t.opening_angle(i), keyword = t.previous(open);
      if (open == none || !t.is(keyword, "template")) return begin;
      declaration.template_headers.insert(declaration.template_headers.begin(), {t.next(open), i});
      begin = keyword;
    } else if (t.is_identifier(i) || t.token(i).kind == TokenKind::text) {
      begin = i;
    } else {
      return begin;
    }
  }
  return begin;
}

/// Finds name and parameters behind the qualifier. False: this is no function declaration we know.
bool find_name(const Translation& t, KernelDeclaration& declaration) {
  for (std::size_t i = declaration.begin; i < t.size(); i = t.next(i)) {
    if (takes_arguments(t, i) && t.is(t.next(i), "(")) {
      const std::size_t close = t.closing(t.next(i));
      if (close == none) return false;
      if (t.is(i, "__launch_bounds__")) declaration.bounds.push_back({i, close + 1});
      i = close;
    } else if (t.is(i, "template") && t.is(t.next(i), "<")) {
      i = t.closing_angle(t.next(i));
    } else if (t.is(i, "[")) {
      i = t.closing(i);
    } else if (t.is_identifier(i)) {
      const std::size_t after = t.next(i), angle = t.is(after, "<") ? t.closing_angle(after) : none;
      declaration.name = i;
      declaration.is_specialization = angle != none && t.is(t.next(angle), "(");
      declaration.open = declaration.is_specialization ? t.next(angle) : after;
      if (t.is(declaration.open, "(")) break;
    } else if (t.is(i, ";") || t.is(i, "{") || t.is(i, "}")) {
      return false;
    }
    if (i == none) return false;
  }
  declaration.close = t.is(declaration.open, "(") ? t.closing(declaration.open) : none;
  return declaration.close != none;
}

bool find_end(const Translation& t, KernelDeclaration& declaration) {
  for (std::size_t i = t.next(declaration.close); i < t.size(); i = t.next(i)) {
    if (t.is(i, "__launch_bounds__") && t.is(t.next(i), "(")) {
      const std::size_t close = t.closing(t.next(i));
      if (close == none) return false;
      declaration.bounds.push_back({i, close + 1});
      i = close;
    } else if (t.is(i, ";")) {
      declaration.end = i;
      return true;
    } else if (t.is(i, "{")) {
      declaration.body = i;
      declaration.end = t.closing(i);
      return declaration.end != none;
    }
  }
  return false;
}

bool has_word(const Translation& t, const KernelDeclaration& declaration, std::string_view word) {
  for (std::size_t i = declaration.begin; i < declaration.name; i = t.next(i))
    if (t.is(i, word)) return true;
  return false;
}

std::string join(const std::vector<std::string>& parts) {
  return fmt::format("{}", fmt::join(parts, ", "));
}

struct Template {
  std::string headers;         ///< "template <class T, int N = 4> "
  std::string bare_headers;    ///< "template <class T, int N> "
  std::string arguments;       ///< "<T, N>"
};

Template describe_template(const Translation& t, const KernelDeclaration& declaration) {
  Template result;
  for (const Range header : declaration.template_headers) {
    std::vector<std::string> texts, bare_texts, names;
    for (const Parameter& parameter : parse_template_parameters(t, header)) {
      texts.push_back(parameter.text);
      bare_texts.push_back(parameter.bare_text);
      names.push_back(parameter.name + (parameter.is_pack ? "..." : ""));
    }
    result.headers += fmt::format("template <{}> ", join(texts));
    result.bare_headers += fmt::format("template <{}> ", join(bare_texts));
    result.arguments = fmt::format("<{}>", join(names));
  }
  return result;
}

/// static, extern "C", attributes: what the declaration says besides its template, type and name.
std::string other_specifiers(const Translation& t, const KernelDeclaration& declaration) {
  std::string text;
  for (std::size_t i = declaration.begin; i < declaration.name; i = t.next(i)) {
    if (t.is(i, "template") && t.is(t.next(i), "<")) i = t.closing_angle(t.next(i));
    else if (!t.is(i, "__global__") && !t.is(i, "void") && !t.is_erased(i)) text += std::string(t.token(i).text) + " ";
  }
  return text;
}

std::string launch_bounds(const Translation& t, const KernelDeclaration& declaration) {
  if (declaration.bounds.empty()) return "0";
  const Range bounds = declaration.bounds.front();
  return "::judge_emulated::launch_bounds" + t.flat({t.next(bounds.begin), bounds.end});
}

/// The pieces of text that the functions made of a kernel share.
struct StubParts {
  std::string name, specifiers, parameters, bare_parameters, values, address;
  Template in;
  bool is_fully_named = true;    ///< the body, too, can name all parameters
};

StubParts describe_stub(const Translation& t, const KernelDeclaration& declaration) {
  StubParts parts;
  parts.name = t.token(declaration.name).text;
  parts.specifiers = other_specifiers(t, declaration);
  parts.in = describe_template(t, declaration);
  std::vector<std::string> texts, bare_texts, types, values;
  for (const Parameter& parameter : parse_parameters(t, {t.next(declaration.open), declaration.close})) {
    const char* const pack = parameter.is_pack ? "..." : "";
    if (parameter.name.starts_with("judge_")) parts.is_fully_named = false;
    texts.push_back(parameter.text);
    bare_texts.push_back(parameter.bare_text);
    types.push_back(fmt::format("decltype({}){}", parameter.name, pack));
    values.push_back(fmt::format(", {}{}", parameter.name, pack));
  }
  if (parts.in.arguments.find("judge_template_") != std::string::npos) parts.is_fully_named = false;
  parts.parameters = join(texts);
  parts.bare_parameters = join(bare_texts);
  parts.values = fmt::format("{}", fmt::join(values, ""));
  parts.address = fmt::format("static_cast<void (*)({})>(&{}{})", join(types), parts.name, parts.in.arguments);
  return parts;
}

std::string host_stub(const StubParts& parts, const std::string& bounds) {
  return fmt::format(
      "{headers}{specifiers}void {name}({parameters}) {{ ::judge_emulated::launch<{address}, {bounds}>([] {{ return \"{name}\"; }}, "
      "[](auto... judge_arguments) __attribute__((always_inline)) {{ judge_kernel_{name}{arguments}(judge_arguments...); }}"
      "{values}); }}",
      fmt::arg("headers", parts.in.headers), fmt::arg("specifiers", parts.specifiers), fmt::arg("name", parts.name),
      fmt::arg("parameters", parts.parameters), fmt::arg("address", parts.address), fmt::arg("bounds", bounds),
      fmt::arg("arguments", parts.in.arguments), fmt::arg("values", parts.values));
}

bool has_shared_variables(const Translation& t, const KernelDeclaration& declaration) {
  for (std::size_t i = declaration.body; i < declaration.end; i = t.next(i))
    if (t.is(i, "__shared__")) return true;
  return false;
}

void lower_definition(Translation& t, const KernelDeclaration& declaration, const StubParts& parts) {
  // A template's types may be vector types.
  const bool is_checked = may_misalign(t, {declaration.begin, declaration.end}) || !declaration.template_headers.empty();
  t.replace(declaration.qualifier,
            fmt::format("__attribute__((always_inline{}{})){}", has_word(t, declaration, "static") ? "" : ", visibility(\"hidden\")",
                        is_checked ? "" : ", no_sanitize(\"alignment\")", has_word(t, declaration, "inline") ? "" : " inline"));
  t.replace(declaration.name, "judge_kernel_" + parts.name);
}

/// Returns an expression for the stub's address that the body may use; empty if it has none.
std::string lower_kernel(Translation& t, const KernelDeclaration& declaration) {
  const std::string bounds = launch_bounds(t, declaration);
  for (const Range range : declaration.bounds) t.erase(range);
  const StubParts parts = describe_stub(t, declaration);
  if (declaration.body == none) {
    t.erase(declaration.qualifier);
    // A template that is only declared here may have explicit specialisations before its definition.
    if (!declaration.template_headers.empty() && !declaration.is_specialization)
      t.insert_after(declaration.end,
                     {fmt::format("{}inline void judge_kernel_{}({});", parts.in.headers, parts.name, parts.parameters)});
    return "";
  }
  std::string address;
  if (!declaration.is_specialization) {
    if (parts.is_fully_named && has_shared_variables(t, declaration)) {
      t.insert_before(declaration.begin,
                      {PlaceOf{declaration.name}, fmt::format("{}{}void {}({});", parts.in.bare_headers, parts.specifiers,
                                                              parts.name, parts.bare_parameters)});
      address = parts.address;
    }
    t.insert_after(declaration.end, {PlaceOf{declaration.name}, host_stub(parts, bounds)});
  }
  lower_definition(t, declaration, parts);
  return address;
}

}  // namespace

std::vector<KernelBody> lower_kernels(Translation& t) {
  std::vector<KernelBody> bodies;
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (!t.is(i, "__global__")) continue;
    KernelDeclaration declaration;
    declaration.qualifier = i;
    declaration.begin = find_begin(t, i, declaration);
    if (!find_name(t, declaration) || !find_end(t, declaration)) {
      t.erase(i);
      continue;
    }
    if (std::string stub = lower_kernel(t, declaration); !stub.empty())
      bodies.push_back({{declaration.body, declaration.end}, std::move(stub)});
  }
  return bodies;
}

}  // namespace judge::lowering
