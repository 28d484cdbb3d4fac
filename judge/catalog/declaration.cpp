#include "judge/catalog/declaration.hpp"
#include "judge/util/contains.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace judge {

namespace {

constexpr std::array<std::pair<std::string_view, DType>, 28> k_typedefs{{
    {"half", DType::f16},         {"__half", DType::f16},    {"nv_half", DType::f16},  {"__nv_bfloat16", DType::bf16},
    {"nv_bfloat16", DType::bf16}, {"float", DType::f32},     {"double", DType::f64},   {"bool", DType::boolean},
    {"_Bool", DType::boolean},    {"int8_t", DType::i8},     {"int16_t", DType::i16},  {"int32_t", DType::i32},
    {"int64_t", DType::i64},      {"uint8_t", DType::u8},    {"uint16_t", DType::u16}, {"uint32_t", DType::u32},
    {"uint64_t", DType::u64},     {"size_t", DType::u64},    {"ssize_t", DType::i64},  {"ptrdiff_t", DType::i64},
    {"intptr_t", DType::i64},     {"uintptr_t", DType::u64}, {"intmax_t", DType::i64}, {"uintmax_t", DType::u64},
    {"uint", DType::u32},         {"ushort", DType::u16},    {"ulong", DType::u64},    {"uchar", DType::u8},
}};

bool is_qualifier(std::string_view word) {
  constexpr std::array<std::string_view, 8> qualifiers{"const",      "volatile", "restrict", "__restrict__",
                                                       "__restrict", "register", "__const",  "__grid_constant__"};
  return contains(qualifiers, word);
}

bool is_basic_word(std::string_view word) {
  constexpr std::array<std::string_view, 6> words{"unsigned", "signed", "char", "short", "int", "long"};
  return contains(words, word);
}

// The words of a type without qualifiers and std::, "unsigned long int" in any order.
std::optional<DType> type_of(const std::vector<std::string_view>& words) {
  if (words.size() == 1)
    for (const auto& [name, type] : k_typedefs)
      if (name == words[0]) return type;
  const auto count = [&](std::string_view word) { return std::ranges::count(words, word); };
  if (!std::ranges::all_of(words, is_basic_word) || words.empty()) return std::nullopt;
  const auto longs = count("long"), shorts = count("short"), chars = count("char");
  const bool is_unsigned = count("unsigned") > 0;
  if (count("unsigned") + count("signed") > 1 || count("int") > 1 || longs > 2 || shorts > 1 || chars > 1) return std::nullopt;
  if ((longs > 0) + (shorts > 0) + (chars > 0) > 1 || (chars > 0 && count("int") > 0)) return std::nullopt;
  if (chars) return is_unsigned ? DType::u8 : DType::i8;
  if (shorts) return is_unsigned ? DType::u16 : DType::i16;
  if (longs) return is_unsigned ? DType::u64 : DType::i64;
  return is_unsigned ? DType::u32 : DType::i32;
}

bool is_reserved(std::string_view word) {
  static const std::set<std::string_view> words{
      "alignas",  "alignof",  "and",       "and_eq",       "asm",           "auto",        "bitand",
      "bitor",    "bool",     "break",     "case",         "catch",         "char",        "class",
      "compl",    "concept",  "const",     "const_cast",   "constexpr",     "continue",    "decltype",
      "default",  "delete",   "do",        "double",       "dynamic_cast",  "else",        "enum",
      "explicit", "export",   "extern",    "false",        "float",         "for",         "friend",
      "goto",     "if",       "inline",    "int",          "long",          "mutable",     "namespace",
      "new",      "noexcept", "not",       "not_eq",       "nullptr",       "operator",    "or",
      "or_eq",    "private",  "protected", "public",       "register",      "requires",    "return",
      "short",    "signed",   "sizeof",    "static",       "static_assert", "static_cast", "struct",
      "switch",   "template", "this",      "thread_local", "throw",         "true",        "try",
      "typedef",  "typeid",   "typename",  "union",        "unsigned",      "using",       "virtual",
      "void",     "volatile", "wchar_t",   "while",        "xor",           "xor_eq",      "reinterpret_cast"};
  return words.contains(word);
}

// Reads the tokens [first, last) of one parameter.
class ParameterReader {
 public:
  ParameterReader(const CSource& source, std::size_t first, std::size_t last)
      : m_source(source), m_first(first), m_last(last) {}

  std::optional<Flaw> read(DeclaredParameter& into) {
    into.offset = m_source.tokens[m_first].offset;
    for (m_at = m_first; m_at < m_last; ++m_at)
      if (auto flaw = token(into)) return flaw;
    into.parameter.is_pointer = into.pointer_levels > 0;
    into.parameter.is_const = m_base_const;
    into.parameter.spelling = one_line(m_source, m_first, m_name_at.value_or(m_last));
    if (m_is_array) into.parameter.spelling += "*";
    if (const auto type = m_is_foreign ? std::nullopt : type_of(m_words)) {
      into.parameter.type = *type;
      into.is_type_known = true;
    }
    return std::nullopt;
  }

 private:
  std::optional<Flaw> token(DeclaredParameter& into) {
    const CToken& token = m_source.tokens[m_at];
    if (token.is("*")) {
      ++into.pointer_levels;
      return std::nullopt;
    }
    if (token.is("&")) {
      into.is_reference = true;
      return std::nullopt;
    }
    if (token.is("[")) {
      m_is_array = true;
      ++into.pointer_levels;
      while (m_at < m_last && !m_source.tokens[m_at].is("]")) ++m_at;
      return std::nullopt;
    }
    if (token.is("<")) {
      skip_template_arguments();
      return std::nullopt;
    }
    if (token.is("::")) return std::nullopt;
    if (token.kind == CToken::Kind::word) return word(into, token);
    if (token.is("=")) return Flaw{token.offset, "a parameter has a default value, which the judge cannot pass on"};
    return Flaw{token.offset, "cannot read '" + std::string(token.text) + "' in a parameter list"};
  }

  std::optional<Flaw> word(DeclaredParameter& into, const CToken& token) {
    const bool behind_star = into.pointer_levels > 0 || into.is_reference;
    if (is_qualifier(token.text)) {
      m_base_const |= token.text.ends_with("const") && !behind_star;
      return std::nullopt;
    }
    if (token.text == "struct" || token.text == "class" || token.text == "enum" || token.text == "typename") {
      m_is_foreign = true;
      return std::nullopt;
    }
    const bool is_scope = m_at + 1 < m_last && m_source.tokens[m_at + 1].is("::");
    if (is_scope) {
      m_is_foreign |= token.text != "std";
      return std::nullopt;
    }
    const bool continues_type = m_words.empty() || (is_basic_word(token.text) && is_basic_word(m_words.front()));
    if (!behind_star && continues_type && !m_name_at) {
      m_words.push_back(token.text);
      return std::nullopt;
    }
    // "long double" is the one type of two words that mixes both kinds.
    if (token.text == "double" && !behind_star) {
      m_is_foreign = true;
      return std::nullopt;
    }
    if (m_name_at) return Flaw{token.offset, "cannot read '" + std::string(token.text) + "' behind a parameter's name"};
    if (is_reserved(token.text)) return Flaw{token.offset, "'" + std::string(token.text) + "' is a word of C++, not a name"};
    m_name_at = m_at;
    into.parameter.name = token.text;
    return std::nullopt;
  }

  void skip_template_arguments() {
    m_is_foreign = true;
    int depth = 0;
    for (; m_at < m_last; ++m_at) {
      depth += m_source.tokens[m_at].is("<") - m_source.tokens[m_at].is(">");
      if (depth == 0) return;
    }
  }

  const CSource& m_source;
  std::size_t m_first, m_last, m_at = 0;
  std::vector<std::string_view> m_words;
  std::optional<std::size_t> m_name_at;
  bool m_base_const = false;
  bool m_is_array = false;
  bool m_is_foreign = false;  // a class, template or scoped type: none of ours
};

// Goes over the whole source once, keeping the kinds of the braces that are open.
class FunctionFinder {
 public:
  FunctionFinder(const CSource& source, std::string_view name, InNamespaces in_namespaces)
      : m_source(source), m_name(name), m_in_namespaces(in_namespaces) {}

  std::vector<FunctionDeclaration> run() {
    for (m_at = 0; m_at < tokens().size() && m_found.size() < k_most_functions; ++m_at) {
      const CToken& token = tokens()[m_at];
      if (token.is("{")) open_brace();
      else if (token.is("}")) close_brace();
      else if (token.is(";")) start_statement();
      else if (is_candidate()) function();
    }
    return std::move(m_found);
  }

 private:
  enum class Scope : int { extern_c, named_namespace, other };

  // Bounds on the work that hostile text can cause, far above what honest text has.
  static constexpr std::size_t k_most_functions = 100;
  static constexpr int k_most_in_a_statement = 8;

  const std::vector<CToken>& tokens() const { return m_source.tokens; }
  bool next_is(std::string_view text) const { return m_at + 1 < tokens().size() && tokens()[m_at + 1].is(text); }
  bool at_file_level() const { return !contains(m_scopes, Scope::other); }
  bool in(Scope scope) const { return contains(m_scopes, scope); }

  bool statement_has(std::string_view word) const {
    return std::any_of(tokens().begin() + static_cast<std::ptrdiff_t>(m_statement),
                       tokens().begin() + static_cast<std::ptrdiff_t>(m_at), [&](const CToken& t) { return t.is(word); });
  }
  bool statement_is_extern_c() const {
    for (std::size_t i = m_statement; i < m_at; ++i)
      if (tokens()[i].is("extern") && i + 1 <= m_at && i + 1 < tokens().size() && tokens()[i + 1].text == "\"C\"") return true;
    return false;
  }

  // Empty where a word may be a macro or a name of the attempt's own.
  std::string other_return_type() const {
    std::vector<std::string_view> words;
    std::string type;
    for (std::size_t i = m_statement; i < m_at; ++i) {
      const CToken& token = tokens()[i];
      if (token.is("extern") || token.kind == CToken::Kind::literal || is_qualifier(token.text) || token.is("__host__"))
        continue;
      if (token.kind == CToken::Kind::word) words.push_back(token.text);
      else if (!token.is("*")) return "";
      type += (type.empty() || token.is("*") ? "" : " ") + std::string(token.text);
    }
    const bool is_pointer = type.ends_with('*');
    const bool is_known = type_of(words) || (words.size() == 1 && (words[0] == "cudaError_t" || words[0] == "void"));
    return is_known && (is_pointer || words[0] != "void") ? type : "";
  }

  void start_statement() {
    m_statement = m_at + 1;
    m_in_statement = 0;
  }

  bool is_candidate() const {
    const CToken& token = tokens()[m_at];
    return token.kind == CToken::Kind::word && token.text == m_name && next_is("(") && m_in_statement < k_most_in_a_statement &&
           at_file_level();
  }

  void open_brace() {
    const bool only_linkage = statement_is_extern_c() && m_at == m_statement + 2;
    const bool is_namespace = statement_has("namespace") && !statement_has("=") && !statement_has("(");
    m_scopes.push_back(only_linkage ? Scope::extern_c : is_namespace ? Scope::named_namespace : Scope::other);
    start_statement();
  }
  void close_brace() {
    if (!m_scopes.empty()) m_scopes.pop_back();
    start_statement();
  }

  void function() {
    ++m_in_statement;
    const bool is_call_or_member =
        m_at > m_statement && (tokens()[m_at - 1].is(".") || tokens()[m_at - 1].is("::") || tokens()[m_at - 1].is("="));
    FunctionDeclaration found;
    found.offset = tokens()[m_at].offset;
    found.has_c_linkage = in(Scope::extern_c) || statement_is_extern_c();
    found.is_in_namespace = in(Scope::named_namespace);
    found.returns_void = statement_has("void") && m_at > 0 && !tokens()[m_at - 1].is("*");
    found.other_return_type = other_return_type();
    const bool has_type = m_at > m_statement;
    const bool is_free = has_type && !is_call_or_member && !statement_has("template") && !statement_has("=");
    const std::size_t name_at = m_at;
    const std::size_t close = matching_parenthesis(m_at + 1);
    if (is_free && (found.has_c_linkage || !found.is_in_namespace || m_in_namespaces == InNamespaces::all)) {
      found.text = one_line(m_source, m_statement, close + 1);
      read_parameters(name_at + 2, close, found);
      std::size_t end = close;
      while (end < tokens().size() && !tokens()[end].is("{") && !tokens()[end].is(";")) ++end;
      found.is_definition = end < tokens().size() && tokens()[end].is("{");
      m_found.push_back(std::move(found));
    }
    m_at = std::min(close, tokens().size() - 1);
  }

  // Index of the parenthesis that closes the one at `open`; behind the last token if none does.
  std::size_t matching_parenthesis(std::size_t open) const {
    int depth = 0;
    for (std::size_t i = open; i < tokens().size(); ++i) {
      depth += tokens()[i].is("(") - tokens()[i].is(")");
      if (depth == 0) return i;
    }
    return tokens().size();
  }

  void read_parameters(std::size_t first, std::size_t close, FunctionDeclaration& into) const {
    if (close >= tokens().size()) {
      into.flaw = Flaw{into.offset, "the parameter list is not closed by ')'"};
      return;
    }
    if (first == close || (close == first + 1 && tokens()[first].is("void"))) return;
    int depth = 0;
    std::size_t start = first;
    for (std::size_t i = first; i <= close && !into.flaw; ++i) {
      const CToken& token = tokens()[i];
      depth += token.is("(") + token.is("[") + token.is("<") + token.is("{");
      depth -= (token.is(")") && i != close) + token.is("]") + token.is(">") + token.is("}");
      if (i != close && !(token.is(",") && depth == 0)) continue;
      if (start == i) into.flaw = Flaw{token.offset, "a parameter is missing here"};
      else into.flaw = ParameterReader(m_source, start, i).read(into.parameters.emplace_back());
      start = i + 1;
    }
  }

  const CSource& m_source;
  std::string_view m_name;
  InNamespaces m_in_namespaces;
  std::size_t m_at = 0;
  std::size_t m_statement = 0;  // first token since the last ';', '{' or '}'
  int m_in_statement = 0;       // functions of the name in it
  std::vector<Scope> m_scopes;
  std::vector<FunctionDeclaration> m_found;
};

}  // namespace

std::vector<FunctionDeclaration> find_functions(const CSource& source, std::string_view name, InNamespaces in_namespaces) {
  return FunctionFinder(source, name, in_namespaces).run();
}

std::vector<std::string> known_type_names() {
  std::vector<std::string> names{"int",       "unsigned int",       "short", "unsigned short", "long",         "unsigned long",
                                 "long long", "unsigned long long", "char",  "signed char",    "unsigned char"};
  for (const auto& [name, type] : k_typedefs) names.emplace_back(name);
  return names;
}

}  // namespace judge
