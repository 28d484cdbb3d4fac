#include "judge/emulator/lowering/ptx_statements.hpp"

#include <algorithm>
#include <cctype>

#include "judge/emulator/lowering/ptx_operands.hpp"

namespace judge::lowering {

namespace {

using Kind = PtxStatement::Kind;

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }

/// The length of `LABEL` where `LABEL:` begins here, else 0. `shared::cta` is no label.
std::size_t label_length(const std::string& text) {
  const auto end = static_cast<std::size_t>(std::ranges::find_if_not(text, is_of_name) - text.begin());
  const std::size_t colon = text.find_first_not_of(" \t\n\r", end);
  if (end == 0 || colon == std::string::npos || text[colon] != ':') return 0;
  return colon + 1 < text.size() && text[colon + 1] == ':' ? 0 : end;
}

void add_instruction(std::vector<PtxStatement>& statements, std::string& text) {
  std::string trimmed = trim_ptx(text);
  text.clear();
  while (const std::size_t length = label_length(trimmed)) {
    statements.push_back({Kind::label, trimmed.substr(0, length)});
    trimmed = trim_ptx(trimmed.substr(trimmed.find(':') + 1));
  }
  if (!trimmed.empty()) statements.push_back({Kind::instruction, trimmed});
}

/// Has the statement at hand an instruction already, so that a brace encloses a vector?
bool has_begun(const std::string& text) {
  std::string rest = trim_ptx(text);
  while (label_length(rest) != 0) rest = trim_ptx(rest.substr(rest.find(':') + 1));
  return !rest.empty();
}

bool is_balanced(const std::vector<PtxStatement>& statements) {
  int depth = 0;
  for (const PtxStatement& statement : statements) {
    depth += (statement.kind == Kind::scope_begins) - (statement.kind == Kind::scope_ends);
    if (depth < 0) return false;
  }
  return depth == 0;
}

}  // namespace

std::vector<PtxStatement> split_statements(const std::string& text) {
  std::vector<PtxStatement> statements;
  std::string part;
  for (const char c : text) {
    const bool is_scope = (c == '{' || c == '}') && !has_begun(part);
    if (c != ';' && !is_scope) {
      part += c;
      continue;
    }
    add_instruction(statements, part);
    if (is_scope) statements.push_back({c == '{' ? Kind::scope_begins : Kind::scope_ends, ""});
  }
  add_instruction(statements, part);
  if (!is_balanced(statements))
    std::erase_if(statements, [](const PtxStatement& statement) {
      return statement.kind == Kind::scope_begins || statement.kind == Kind::scope_ends;
    });
  return statements;
}

}  // namespace judge::lowering
