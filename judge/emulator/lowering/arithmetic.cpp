#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>

#include "judge/emulator/lowering/passes.hpp"
#include "judge/util/contains.hpp"

// What C++ leaves undefined and processors do in ways of their own, a GPU does in one way: 1u << 32 is 0, x / 0 has all
// bits set, (int)1e20f is the largest int. So in device code
//
//     a << b     becomes   a << ::judge_emulated::arithmetic::shift << b        (>> too)
//     a / b                a / ::judge_emulated::arithmetic::divide / b         (% too)
//     a <<= b              a <<= ::judge_emulated::arithmetic::operand = b      (>>=, /=, %= too)
//     (int)a               (int)(::judge_emulated::arithmetic::Saturated<int>)a
//     int(a)               int(::judge_emulated::arithmetic::Saturated<int>(a)), and so static_cast<int>(a)
//
//     (c ? a : b)[i]       ::judge_emulated::arithmetic::chosen(c ? a : b)[i], since of g++'s two copies of i the second lacks what the first has made
//
// The operators in the middle have the precedence of the user's, and the types decide what they do: those that are no
// integers are left alone. Where the right operand cannot matter nothing is changed. A >> that is taken for two brackets
// stays as it is; one that is wrongly taken for an operator does not compile, and the file is compiled without all this.
namespace judge::lowering {

namespace {

constexpr std::string_view prefix = "::judge_emulated::arithmetic::";

bool is_number(const Translation& t, std::size_t i) { return i < t.size() && t.token(i).kind == TokenKind::number; }

bool is_float_literal(const Translation& t, std::size_t i) {
  if (!is_number(t, i)) return false;
  const std::string_view text = t.token(i).text;
  const bool is_hex = text.size() > 1 && (text[1] == 'x' || text[1] == 'X');
  return text.find('.') != text.npos || (!is_hex && text.find_first_of("eEfF") != text.npos) ||
         text.find_first_of("pP") != text.npos;
}

bool is_nonzero_literal(const Translation& t, std::size_t i) {
  return is_number(t, i) && t.token(i).text.find_first_of("123456789") != std::string_view::npos;
}

bool is_one_of(const Translation& t, std::size_t i, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return t.is(i, word); });
}

bool ends_operand(const Translation& t, std::size_t i) {
  if (i == none || is_one_of(t, i, {"return", "case", "else", "operator", "do", "throw", "co_return"})) return false;
  return t.token(i).kind == TokenKind::identifier || is_number(t, i) || t.token(i).kind == TokenKind::text || t.is(i, ")") ||
         t.is(i, "]") || t.is(i, "}");
}

/// Are the tokens before the >> at `i` those of nested template arguments?
bool closes_templates(const Translation& t, std::size_t i) {
  int open = 2;
  for (std::size_t at = t.previous(i); at != none; at = t.previous(at)) {
    if (t.is(at, ")") || t.is(at, "]")) at = t.opening(at);
    else if (t.is(at, ">")) ++open;
    else if (t.is(at, ">>")) open += 2;
    else if (t.is(at, "<")) {
      if (!t.is_identifier(t.previous(at))) return false;
      if (--open == 0) return true;
    } else if (t.token(at).kind == TokenKind::punctuation && !is_one_of(t, at, {",", "::", "*", "&", "..."})) {
      return false;
    }
    if (at == none) break;
  }
  return false;
}

/// Is the right operand of a shift a number and nothing more?
bool shifts_by_literal(const Translation& t, std::size_t i) {
  const std::size_t number = t.next(i);
  return is_number(t, number) && !is_one_of(t, t.next(number), {"+", "-", "*", "/", "%"});
}

/// Does `(float)x`, `float(x)`, `static_cast<float>(x)` or the like begin here?
bool begins_float(const Translation& t, std::size_t i) {
  if (t.is(i, "static_cast") || t.is(i, "(")) i = t.next(i);
  if (t.is(i, "<")) i = t.next(i);
  return t.is(i, "float") || t.is(i, "double");
}

/// An operand that is a float or cannot be 0.
bool divides_harmlessly(const Translation& t, std::size_t i) {
  const std::size_t right = t.next(i);
  return is_nonzero_literal(t, right) || is_float_literal(t, right) || is_float_literal(t, t.previous(i)) ||
         begins_float(t, right) || is_one_of(t, right, {"sizeof", "warpSize", "blockDim", "gridDim"});
}

/// The members of structs that are bit fields: nothing can refer to them, so their assignments stay as they are.
std::unordered_set<std::string_view> find_bit_fields(const Translation& t) {
  std::unordered_set<std::string_view> names;
  for (std::size_t i = 0; i < t.size(); ++i)
    if (t.is(i, ":") && is_number(t, t.next(i)) && is_one_of(t, t.next(t.next(i)), {";", ","}))
      names.insert(t.token(t.previous(i)).text);
  return names;
}

/// Integer types of one name. Of the built-in ones there are many spellings.
constexpr std::array<std::string_view, 22> named_integers = {
    "int8_t",    "int16_t", "int32_t",   "int64_t", "uint8_t",   "uint16_t", "uint32_t", "uint64_t",
    "size_t",    "ssize_t", "ptrdiff_t", "uint",    "ushort",    "uchar",    "ulong",    "intptr_t",
    "uintptr_t", "u_char",  "u_int",     "u_short", "long_long", "u_long"};

/// Behind the integer type that begins at `i`; `i` itself if none does.
std::size_t end_of_integer_type(const Translation& t, std::size_t i) {
  const std::size_t begin = i;
  if (t.is(i, "const")) i = t.next(i);
  if (t.is(i, "std") && t.is(t.next(i), "::")) i = t.next(t.next(i));
  if (t.is_identifier(i) && contains(named_integers, t.token(i).text)) return t.next(i);
  const std::size_t first = i;
  while (is_one_of(t, i, {"unsigned", "signed", "short", "long", "int", "char"})) i = t.next(i);
  return i == first || is_one_of(t, i, {"double", "float"}) ? begin : i;
}

bool begins_operand(const Translation& t, std::size_t i) {
  if (i == none || is_one_of(t, i, {"const", "noexcept", "override", "final", "mutable", "requires", "volatile"})) return false;
  return t.token(i).kind == TokenKind::identifier || t.is(i, "(") || t.is(i, "*") || t.is(i, "-") || t.is(i, "+") ||
         t.is(i, "~");
}

/// What is an integer already, whatever it is cast to.
bool is_integer(const Translation& t, std::size_t i) {
  return is_one_of(t, i, {"threadIdx", "blockIdx", "blockDim", "gridDim", "sizeof", "warpSize"});
}

class ArithmeticPass {
 public:
  explicit ArithmeticPass(Translation& translation) : t(translation), m_bit_fields(find_bit_fields(translation)) {}

  void run(Range body) {
    for (std::size_t i = body.begin; i < body.end; i = t.next(i)) {
      if (t.is(t.previous(i), "operator")) continue;
      if (t.token(i).kind == TokenKind::punctuation) lower_operator(i);
      else if (t.is(i, "static_cast")) lower_static_cast(i);
      else if (t.is_identifier(i)) lower_functional_cast(i);
    }
  }
  bool has_changed() const { return m_has_changed; }

 private:
  void lower_operator(std::size_t i) {
    const bool shifts_right = t.is(i, ">>");
    if (t.is(i, "(")) {
      lower_cast(i);
    } else if (t.is(i, "[")) {
      if (const std::size_t array = t.previous(i); t.is(array, ")")) lower_chosen(t.opening(array));
    } else if (t.is(i, "<<") || shifts_right) {
      const bool is_shift = ends_operand(t, t.previous(i)) && !shifts_by_literal(t, i);
      if (is_shift && !(shifts_right && closes_templates(t, i))) surround(i, "shift");
    } else if (t.is(i, "/") || t.is(i, "%")) {
      if (!divides_harmlessly(t, i)) surround(i, "divide");
    } else if (is_one_of(t, i, {"<<=", ">>=", "/=", "%="}) && !assigns_harmlessly(i)) {
      replace(i, std::string(t.token(i).text) + " " + std::string(prefix) + "operand =");
    }
  }

  bool assigns_harmlessly(std::size_t i) const {
    const std::size_t before = t.previous(i), right = t.next(i);
    if (t.is_identifier(before) && m_bit_fields.contains(t.token(before).text)) return true;
    if ((t.is(i, "<<=") || t.is(i, ">>=")) && shifts_by_literal(t, i)) return true;
    return (t.is(i, "/=") || t.is(i, "%=")) && is_nonzero_literal(t, right) && t.is(t.next(right), ";");
  }

  void surround(std::size_t i, std::string_view middle) {
    const std::string text(t.token(i).text);
    replace(i, text + " " + std::string(prefix) + std::string(middle) + " " + text);
  }

  std::string saturated(std::size_t begin, std::size_t end) const {
    return std::string(prefix) + "Saturated<" + t.flat({begin, end}) + ">";
  }

  /// (int)x
  void lower_cast(std::size_t open) {
    const std::size_t type = t.next(open), close = end_of_integer_type(t, type), before = t.previous(open);
    if (close == type || !t.is(close, ")")) return;
    const std::size_t operand = t.next(close);
    if (!begins_operand(t, operand) || is_integer(t, operand)) return;
    // As in f(int), sizeof(int), [](int).
    const bool is_keyword = is_one_of(t, before, {"return", "case", "else", "do"});
    if (before != none && !is_keyword &&
        (t.token(before).kind == TokenKind::identifier || t.is(before, ")") || t.is(before, "]") || t.is(before, ">")))
      return;
    replace(close, ")(" + saturated(type, close) + ")");
  }

  /// The parentheses at `open`, before an index.
  void lower_chosen(std::size_t open) {
    if (open == none || !t.is(open, "(")) return;
    const std::size_t before = t.previous(open);
    const bool follows_condition = t.is(before, ")") && is_one_of(t, t.previous(t.opening(before)), {"if", "while", "for"});
    if (ends_operand(t, before) && !t.is(before, "}") && !follows_condition) return;
    bool is_choice = false;
    for (std::size_t i = t.next(open); i < t.closing(open); i = t.next(i)) {
      if (t.is(i, ",")) return;
      is_choice |= t.is(i, "?");
      if (is_one_of(t, i, {"(", "[", "{"}) && t.closing(i) != none) i = t.closing(i);
    }
    if (is_choice) replace(open, std::string(prefix) + "chosen(");
  }

  /// static_cast<int>(x)
  void lower_static_cast(std::size_t i) {
    const std::size_t type = t.next(t.next(i)), angle = end_of_integer_type(t, type);
    if (angle == type || !t.is(angle, ">")) return;
    wrap(t.next(angle), saturated(type, angle));
  }

  /// int(x) where an operand is wanted. Elsewhere it may be a declaration or the type of a function.
  void lower_functional_cast(std::size_t i) {
    const std::size_t open = t.next(i), before = t.previous(i);
    if (!t.is(open, "(") || end_of_integer_type(t, i) != open || before == none) return;
    if (t.is(t.next(t.closing(open)), "(")) return;  // int (*p)(float)
    if (t.is(before, "return") ||
        (t.token(before).kind == TokenKind::punctuation && !is_one_of(t, before, {";", "{", "}", "<", ">", ")", "::"})))
      wrap(open, saturated(i, open));
  }

  /// The parentheses at `open` get another pair inside, behind `inner`.
  void wrap(std::size_t open, const std::string& inner) {
    const std::size_t close = t.is(open, "(") ? t.closing(open) : none, operand = t.next(open);
    if (close == none || operand == close || end_of_integer_type(t, operand) != operand) return;
    if (is_integer(t, operand) || (is_number(t, operand) && t.next(operand) == close)) return;
    replace(open, "(" + inner + "(");
    replace(close, "))");
  }

  void replace(std::size_t i, std::string text) {
    t.replace(i, std::move(text));
    m_has_changed = true;
  }

  Translation& t;
  bool m_has_changed = false;
  std::unordered_set<std::string_view> m_bit_fields;
};

}  // namespace

bool lower_arithmetic(Translation& t, const std::vector<DeviceFunction>& functions) {
  if (functions.empty()) return false;
  ArithmeticPass pass(t);
  for (const DeviceFunction& function : functions) pass.run(function.body);
  return pass.has_changed();
}

}  // namespace judge::lowering
