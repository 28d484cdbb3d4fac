#include "judge/emulator/lowering/kernel_stubs.hpp"

#include <fmt/format.h>

#include <ranges>

#include "judge/emulator/lowering/declarators.hpp"

namespace judge::lowering {

namespace {

/// Calls `visit` for what stands between template headers and name, without the inside of angle brackets.
template <class Visit>
void for_each_specifier(const Translation& t, const KernelDeclaration& declaration, Visit visit) {
  for (std::size_t i = declaration.specifiers; i < declaration.scope.begin; i = t.next(i)) {
    visit(i);
    if (t.is(i, "<") && t.closing_angle(i) < declaration.scope.begin) i = t.closing_angle(i);
  }
}

std::string join(const std::vector<std::string>& parts) { return fmt::format("{}", fmt::join(parts, ", ")); }

Template describe_template(const Translation& t, const KernelDeclaration& declaration) {
  Template result;
  for (const TemplateHeader& header : declaration.template_headers) {
    std::vector<std::string> texts, bare_texts, names;
    for (const Parameter& parameter : parse_template_parameters(t, header.parameters)) {
      texts.push_back(parameter.text);
      bare_texts.push_back(parameter.bare_text);
      names.push_back(parameter.name + (parameter.is_pack ? "..." : ""));
      result.names.push_back(parameter.name);
    }
    const std::string constraint = t.flat(header.constraint);
    result.headers += fmt::format("template <{}> {} ", join(texts), constraint);
    result.bare_headers += fmt::format("template <{}> {} ", join(bare_texts), constraint);
    result.arguments = fmt::format("<{}>", join(names));
  }
  if (declaration.is_specialization) result.arguments = t.flat({t.next(declaration.name), declaration.open});
  return result;
}

/// static, extern "C", attributes: what the declaration says besides its template, name and the type `void`. Where the
/// type is another spelling of void (enable_if_t<...>), that is among it.
std::string other_specifiers(const Translation& t, const KernelDeclaration& declaration) {
  std::string text;
  for_each_specifier(t, declaration, [&](std::size_t i) {
    if (t.is_one_of(i, {"__global__", "void", "auto"}) || t.is_erased(i)) return;
    text += std::string(t.token(i).text) + " ";
    if (const std::size_t close = t.is(i, "<") ? t.closing_angle(i) : none; close < declaration.scope.begin)
      text += t.flat({t.next(i), t.next(close)}) + " ";
  });
  return text;
}

ParameterType type_of_parameter(const Parameter& parameter, const Names& unit) {
  if (parameter.is_pack || parameter.bare_text.find_first_of("&<(") != std::string::npos) return ParameterType::other;
  if (parameter.bare_text.find_first_of("*[") != std::string::npos) return ParameterType::pointer;
  for (const auto word : std::views::split(parameter.bare_text, ' ')) {
    const std::string_view text(word.begin(), word.end());
    if (!text.empty() && text != parameter.name && !unit.is_number_type(text)) return ParameterType::other;
  }
  return ParameterType::number;
}

}  // namespace

bool has_word(const Translation& t, const KernelDeclaration& declaration, std::string_view word) {
  bool found = false;
  for_each_specifier(t, declaration, [&](std::size_t i) { found |= t.is(i, word); });
  return found;
}

StubParts describe_stub(const Translation& t, const KernelDeclaration& declaration, const Names& unit) {
  StubParts parts;
  parts.name = t.token(declaration.name).text;
  parts.specifiers = other_specifiers(t, declaration);
  parts.in = describe_template(t, declaration);
  if (declaration.is_specialization) parts.own_arguments = parts.in.arguments;
  std::vector<std::string> texts, bare_texts, types, values;
  for (const Parameter& parameter : parse_parameters(t, {t.next(declaration.open), declaration.close})) {
    const char* const pack = parameter.is_pack ? "..." : "";
    if (parameter.name.starts_with("judge_")) parts.is_fully_named = false;
    texts.push_back(parameter.text);
    bare_texts.push_back(parameter.bare_text);
    // In templates g++ may forget that __restrict__ is no part of a function's type.
    const bool is_restricted = parameter.bare_text.contains("__restrict") && !parts.in.names.empty();
    types.push_back(is_restricted
                        ? fmt::format("typename ::judge_emulated::Unrestricted<decltype({})>::type{}", parameter.name, pack)
                        : fmt::format("decltype({}){}", parameter.name, pack));
    values.push_back(fmt::format(", {}{}", parameter.name, pack));
    parts.kernel_parameters.push_back({parameter.name, parameter.bare_text, type_of_parameter(parameter, unit)});
    parts.has_pack |= parameter.is_pack;
  }
  if (parts.in.arguments.contains("judge_template_")) parts.is_fully_named = false;
  parts.is_plainly_void = has_word(t, declaration, "void") || has_word(t, declaration, "auto");  // -> void
  if (parts.is_plainly_void) parts.specifiers += "void ";
  parts.parameters = join(texts);
  parts.bare_parameters = join(bare_texts);
  parts.values = fmt::format("{}", fmt::join(values, ""));
  parts.type = fmt::format("using judge_stub = void (*)({});", join(types));
  parts.address = fmt::format("static_cast<void (*)({})>(&{}{})", join(types), parts.name, parts.in.arguments);
  return parts;
}

}  // namespace judge::lowering
