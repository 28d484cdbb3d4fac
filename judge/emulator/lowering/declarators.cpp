#include "judge/emulator/lowering/declarators.hpp"
#include "judge/util/contains.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace judge::lowering {

namespace {

constexpr std::array<std::string_view, 24> type_words = {
    "void",         "bool",     "char",  "short",      "int",      "long",     "float",    "double",
    "signed",       "unsigned", "const", "auto",       "volatile", "typename", "class",    "struct",
    "__restrict__", "restrict", "enum",  "__restrict", "union",    "char8_t",  "char16_t", "char32_t"};

bool is_type_word(std::string_view word) { return contains(type_words, word); }

/// Where the default of a parameter begins, or the range's end.
std::size_t find_default(const Translation& t, Range range) {
  for (std::size_t i = range.begin; i < range.end; i = t.next(i)) {
    if (t.is(i, "(") || t.is(i, "[") || t.is(i, "{")) i = t.closing(i);
    else if (t.is(i, "=")) return i;
    if (i == none) break;
  }
  return range.end;
}

std::size_t first_token(const Translation& t, Range range) {
  const std::size_t first = t.token(range.begin).kind == TokenKind::directive ? t.next(range.begin) : range.begin;
  return first;
}

/// The place before which a made-up name belongs: the first [ outside parentheses, or the end.
std::size_t place_for_name(const Translation& t, Range range) {
  for (std::size_t i = range.begin; i < range.end; i = t.next(i)) {
    if (t.is(i, "[")) return i;
    if (t.is(i, "<") && t.closing_angle(i) < range.end) i = t.closing_angle(i);
    if (t.is(i, "(") && t.is(t.next(i), "*")) return t.closing(i);
  }
  return range.end;
}

bool has_pack(const Translation& t, Range range) {
  for (std::size_t i = range.begin; i < range.end; i = t.next(i))
    if (t.is(i, "...")) return true;
  return false;
}

/// Behind `[[maybe_unused]]` and its like.
std::size_t behind_attributes(const Translation& t, Range range) {
  std::size_t i = range.begin;
  while (i < range.end && t.is(i, "[") && t.is(t.next(i), "[")) i = t.next(t.closing(i));
  return i < range.end ? i : range.begin;
}

Parameter with_name(const Translation& t, Range range, const std::string& made_up) {
  range.begin = behind_attributes(t, range);
  const std::size_t end = find_default(t, range);
  const Range declaration{range.begin, end};
  Parameter parameter;
  parameter.is_pack = has_pack(t, declaration);
  const std::size_t name = declared_name(t, declaration);
  if (name != none) {
    parameter.name = t.token(name).text;
    parameter.bare_text = t.flat(declaration);
  } else {
    const std::size_t place = place_for_name(t, declaration);
    parameter.name = made_up;
    parameter.bare_text = t.flat({range.begin, place}) + " " + made_up + " " + t.flat({place, end});
  }
  parameter.text = parameter.bare_text;
  if (end < range.end) parameter.text = fmt::format("{} {}", parameter.bare_text, t.flat({end, range.end}));
  return parameter;
}

}  // namespace

std::vector<Range> split_at_commas(const Translation& t, Range range) {
  std::vector<Range> parts;
  std::size_t begin = range.begin;
  const auto finish = [&](std::size_t end) {
    if (begin < end && !t.flat({begin, end}).empty()) parts.push_back({first_token(t, {begin, end}), end});
    begin = end + 1;
  };
  for (std::size_t i = range.begin; i < range.end; i = t.next(i)) {
    if (t.is(i, "(") || t.is(i, "[") || t.is(i, "{")) {
      i = t.closing(i);
    } else if (t.is(i, "<")) {
      if (const std::size_t close = t.closing_angle(i); close < range.end) i = close;
    } else if (t.is(i, ",")) {
      finish(i);
    }
    if (i == none) break;
  }
  finish(range.end);
  return parts;
}

std::size_t declared_name(const Translation& t, Range range) {
  std::size_t last = none, before_last = none;
  for (std::size_t i = range.begin; i < range.end; i = t.next(i)) {
    if (t.is(i, "[") || t.is(i, "=") || t.is(i, ":")) break;
    // T name{...}; but not struct T {...} name;
    if (t.is(i, "{") && t.is_identifier(last) && before_last != none &&
        !t.is_one_of(before_last, {"struct", "class", "union", "enum"}) && !is_type_word(t.token(last).text))
      break;
    if (t.is(i, "{")) i = t.closing(i);
    if (i == none) return none;
    if (t.is(i, "(")) {
      // A function pointer or a pointer to an array: the name is in these parentheses, behind * or &.
      const std::size_t close = t.closing(i), star = t.next(i);
      if (close == none) return none;
      if (t.is(star, "*") || t.is(star, "&")) {
        for (std::size_t name = t.next(star); name < close; name = t.next(name))
          if (t.is_identifier(name) && !is_type_word(t.token(name).text)) return name;
        return none;
      }
      i = close;
      continue;
    }
    if (t.is(i, "<")) {
      if (const std::size_t close = t.closing_angle(i); close < range.end) {
        before_last = last;
        last = i = close;
        continue;
      }
    }
    before_last = last;
    last = i;
  }
  if (last == none || !t.is_identifier(last) || is_type_word(t.token(last).text)) return none;
  // A lone identifier, or one behind :: or only qualifiers, names the type.
  for (std::size_t i = before_last; i != none && i >= range.begin; i = t.previous(i)) {
    if (t.is(i, "::")) return none;
    if (!t.is(i, "const") && !t.is(i, "volatile") && !t.is(i, "typename")) return last;
    if (i == range.begin) return none;
  }
  return none;
}

std::vector<Parameter> parse_parameters(const Translation& t, Range range) {
  std::vector<Parameter> parameters;
  for (const Range part : split_at_commas(t, range)) {
    if (t.flat(part) == "void") continue;
    parameters.push_back(with_name(t, part, "judge_parameter_" + std::to_string(parameters.size())));
  }
  return parameters;
}

std::vector<Parameter> parse_template_parameters(const Translation& t, Range range) {
  std::vector<Parameter> parameters;
  for (const Range part : split_at_commas(t, range)) {
    const std::string made_up = "judge_template_" + std::to_string(parameters.size());
    const std::size_t end = find_default(t, part);
    // `class T`, `typename... Ts`: the name stands behind the keyword.
    std::size_t last = none;
    for (std::size_t i = part.begin; i < end; i = t.next(i)) last = i;
    const bool is_type = t.is(part.begin, "class") || t.is(part.begin, "typename") || t.is(part.begin, "template");
    if (is_type && t.is_identifier(last) && !is_type_word(t.token(last).text) && !t.is(t.previous(last), "::"))
      parameters.push_back(
          {std::string(t.token(last).text), t.flat(part), t.flat({part.begin, end}), has_pack(t, {part.begin, end})});
    else if (is_type && (last == part.begin || t.is(last, "...") || is_type_word(t.token(last).text)))
      parameters.push_back({made_up, t.flat({part.begin, end}) + " " + made_up + " " + t.flat({end, part.end}),
                            t.flat({part.begin, end}) + " " + made_up, has_pack(t, {part.begin, end})});
    else parameters.push_back(with_name(t, part, made_up));
  }
  return parameters;
}

}  // namespace judge::lowering
