#include "judge/emulator/lowering/device_code.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace judge::lowering {

namespace {

constexpr std::array<std::string_view, 4> qualifiers = {"__device__", "__host__", "__constant__", "__managed__"};

/// A system's header may have the words, too; there they leave blanks.
void blank_in_header(Lexed& lexed, Token& header) {
  std::string text;
  for (const std::string_view qualifier : qualifiers)
    for (std::size_t at = find_word(header.text, qualifier); at != std::string::npos;
         at = find_word(header.text, qualifier, at + 1)) {
      if (text.empty()) text = header.text;
      text.replace(at, qualifier.size(), qualifier.size(), ' ');
    }
  if (!text.empty()) header.text = lexed.made_up.emplace_back(std::move(text));
}

/// Behind the initialisers of a constructor whose : is at `i`.
std::size_t end_of_initialisers(const Translation& t, std::size_t i) {
  do {
    for (i = t.next(i); t.is_identifier(i) || t.is(i, "::"); i = t.next(i))
      if (t.is(t.next(i), "<")) i = t.closing_angle(t.next(i));
    if (!t.is(i, "(") && !t.is(i, "{")) return none;
    i = t.next(t.closing(i));
    if (t.is(i, "...")) i = t.next(i);
  } while (t.is(i, ","));
  return i;
}

/// The ( of an operator's parameters, whose name begins at `i`.
std::size_t parameters_of_operator(const Translation& t, std::size_t i) {
  i = t.next(i);
  if (t.is(i, "(")) i = t.next(t.closing(i));
  while (i != none && !t.is(i, "(") && !t.is(i, ";") && !t.is(i, "{")) i = t.next(i);
  return i;
}

/// The function whose __global__ or __device__ stood before the token at `i`; its body is empty if it has none.
DeviceFunction find_function(const Translation& t, std::size_t i) {
  DeviceFunction function;
  const bool is_bare_lambda = t.is(i, "{");
  for (; i < t.size(); i = t.next(i)) {
    if (t.is(i, "operator")) i = parameters_of_operator(t, i);
    if (t.is(i, ":") && function.parameters != none) i = end_of_initialisers(t, i);
    if (t.is(i, ";") || t.is(i, "}") || t.is(i, "=") || t.is(i, ",")) break;
    if (t.is(i, "{")) {
      if (function.parameters != none || is_bare_lambda) function.body = {i + 1, t.closing(i)};
      break;
    }
    if (t.is(i, "(")) {
      const std::size_t before = t.previous(i);
      const bool is_attribute = t.is(before, "__attribute__") || t.is(before, "alignas") || t.is(before, "noexcept") ||
                                t.is(before, "__launch_bounds__") || t.is(before, "__cluster_dims__") ||
                                t.is(before, "decltype");
      if (!is_attribute && function.parameters == none) function.parameters = i;
    }
    if (t.is(i, "(") || t.is(i, "[")) i = t.closing(i);
    else if (t.is(i, "<") && t.closing_angle(i) != none) i = t.closing_angle(i);
    if (i == none) break;
  }
  if (function.body.end == none) function.body = {};
  return function;
}

}  // namespace

Qualified take_qualifiers(Lexed& lexed) {
  Qualified qualified;
  std::vector<Token> kept;
  kept.reserve(lexed.tokens.size());
  for (Token& token : lexed.tokens) {
    if (token.kind == TokenKind::foreign) blank_in_header(lexed, token);
    const auto found = token.kind == TokenKind::identifier ? std::ranges::find(qualifiers, token.text) : qualifiers.end();
    if (found == qualifiers.end()) kept.push_back(token);
    else if (*found == "__device__") qualified.device.push_back(kept.size());
    else if (*found == "__host__") qualified.host.push_back(kept.size());
    else if (*found == "__constant__") qualified.constant.push_back(kept.size());
    else qualified.managed.push_back(kept.size());
  }
  lexed.tokens = std::move(kept);
  return qualified;
}

std::vector<DeviceFunction> find_device_functions(const Translation& t, const std::vector<std::size_t>& qualified) {
  std::vector<std::size_t> starts = qualified;
  for (std::size_t i = 0; i < t.size(); ++i)
    if (t.is(i, "__global__")) starts.push_back(t.next(i));
  std::vector<DeviceFunction> functions;
  for (const std::size_t start : starts)
    if (const DeviceFunction function = find_function(t, start); function.body.end > 0) functions.push_back(function);
  std::ranges::sort(functions, {}, [](const DeviceFunction& function) { return function.body.begin; });
  const auto repeated = std::ranges::unique(functions, {}, [](const DeviceFunction& f) { return f.body.begin; });
  functions.erase(repeated.begin(), repeated.end());
  return functions;
}

}  // namespace judge::lowering
