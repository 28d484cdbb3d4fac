#include "judge/studies/sweep_grid.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>

#include "judge/util/c_lexer.hpp"
#include "judge/util/contains.hpp"

namespace judge {

namespace {

bool is_identifier(const std::string& name) {
  const auto fits = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
  return !name.empty() && !std::isdigit(static_cast<unsigned char>(name[0])) && std::ranges::all_of(name, fits);
}

Result<SweepParameter> parse_parameter(const std::string& text) {
  const auto equals = text.find('=');
  SweepParameter parameter{.name = text.substr(0, equals), .values = {}};
  if (!is_identifier(parameter.name)) return fail("-D {}: '{}' is no macro's name; write -D NAME=1,2,4", text, parameter.name);
  if (equals == text.npos) return fail("-D {0}: which values? Write -D {0}=1,2,4", parameter.name);
  std::istringstream values(text.substr(equals + 1));
  for (std::string value; std::getline(values, value, ',');) {
    if (value.empty()) return fail("-D {}: an empty value; values are separated by single commas", text);
    if (contains(parameter.values, value)) return fail("-D {}: the value {} is there twice", text, value);
    parameter.values.push_back(value);
  }
  if (parameter.values.empty() || text.back() == ',')
    return fail("-D {}: a value is missing; write -D {}=1,2,4", text, parameter.name);
  return parameter;
}

/// What is known of one macro in a source.
struct Mentions {
  bool anywhere = false;
  bool tested = false;       ///< by #ifndef, #ifdef or defined()
  int defined_at_line = 0;   ///< by #define; 0 = never
  int declared_at_line = 0;  ///< as a variable with a value
};

bool begins_with_word(std::string_view text, std::string_view word) {
  return text.starts_with(word) && (text.size() == word.size() || !continues_identifier(text[word.size()]));
}

constexpr std::array<std::string_view, 4> k_tests{"if", "ifdef", "ifndef", "elif"};

void add_directive(const std::string& name, const Token& token, Mentions& mentions) {
  const auto [directive, rest] = parse_directive(token.text);
  if (find_word(rest, name) == rest.npos) return;
  mentions.anywhere = true;
  if (contains(k_tests, directive)) mentions.tested = true;
  if (directive == "define" && begins_with_word(rest, name) && mentions.defined_at_line == 0)
    mentions.defined_at_line = token.line;
}

// Comments and strings mention nothing.
Mentions mentions_of(const std::string& name, std::string_view source) {
  const auto tokens = lex_source(source, Directives::kept);
  Mentions mentions;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind == TokenKind::directive) add_directive(name, tokens[i], mentions);
    if (tokens[i].kind != TokenKind::identifier || tokens[i].text != name) continue;
    mentions.anywhere = true;
    const bool follows_type = i > 0 && tokens[i - 1].kind == TokenKind::identifier;
    const bool gets_value = i + 1 < tokens.size() && tokens[i + 1].text == "=";
    if (follows_type && gets_value && mentions.declared_at_line == 0) mentions.declared_at_line = tokens[i].line;
  }
  return mentions;
}

}  // namespace

Result<std::vector<SweepParameter>> parse_sweep_parameters(const std::vector<std::string>& texts) {
  std::vector<SweepParameter> parameters;
  for (const auto& text : texts) {
    JUDGE_TRY(auto parameter, parse_parameter(text));
    if (contains(parameters, parameter.name, &SweepParameter::name))
      return fail("-D {}: {} has its values already", text, parameter.name);
    parameters.push_back(std::move(parameter));
  }
  return parameters;
}

Result<std::vector<std::vector<std::string>>> sweep_combinations(const std::vector<SweepParameter>& parameters) {
  std::vector<std::vector<std::string>> combinations{{}};
  for (const auto& parameter : parameters) {
    if (combinations.size() * parameter.values.size() > k_most_combinations)
      return fail("more than {} combinations; sweep some parameters first, then the others around the best",
                  k_most_combinations);
    std::vector<std::vector<std::string>> longer;
    for (const auto& combination : combinations)
      for (const auto& value : parameter.values) {
        longer.push_back(combination);
        longer.back().push_back(parameter.name + "=" + value);
      }
    combinations = std::move(longer);
  }
  return combinations;
}

Result<void> check_parameters_are_open(const std::vector<SweepParameter>& parameters, std::string_view source,
                                       std::string_view file) {
  for (const auto& [name, values] : parameters) {
    const auto mentions = mentions_of(name, source);
    if (!mentions.anywhere) return fail("{}: does not mention {}, so -D {}=... would change nothing", file, name, name);
    if (mentions.defined_at_line != 0 && !mentions.tested)
      return fail("{}:{}: {} is always defined here, whatever -D says; put the line between #ifndef {} and #endif", file,
                  mentions.defined_at_line, name, name);
    if (mentions.declared_at_line != 0 && !mentions.tested)
      return fail(
          "{}:{}: {} is declared here, and -D sets macros only; write instead\n"
          "#ifndef {}\n#define {} {}\n#endif",
          file, mentions.declared_at_line, name, name, name, values.front());
  }
  return {};
}

}  // namespace judge
