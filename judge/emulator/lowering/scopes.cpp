#include "judge/emulator/lowering/scopes.hpp"

namespace judge::lowering {

void Scopes::visit(std::size_t i) {
  if (m_translation.is(i, "{")) {
    m_open.push_back(opens_namespace(i));
    m_others += !m_open.back();
  } else if (m_translation.is(i, "}") && !m_open.empty()) {
    m_others -= !m_open.back();
    m_open.pop_back();
  }
}

bool Scopes::opens_namespace(std::size_t i) const {
  const Translation& t = m_translation;
  std::size_t before = t.previous(i);
  if (before != none && t.token(before).kind == TokenKind::text) return t.is(t.previous(before), "extern");
  while (before != none && (t.is_identifier(before) || t.is(before, "::"))) {
    if (t.is(before, "namespace")) return true;
    before = t.previous(before);
  }
  return false;
}

}  // namespace judge::lowering
