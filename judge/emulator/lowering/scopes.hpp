#pragma once

#include <vector>

#include "judge/emulator/lowering/translation.hpp"

namespace judge::lowering {

/// Which braces around a place open a namespace or a linkage specification.
class Scopes {
 public:
  explicit Scopes(const Translation& translation) : m_translation(translation) {}

  /// Of each token, in order.
  void visit(std::size_t i);
  bool at_namespace() const { return m_others == 0; }

 private:
  bool opens_namespace(std::size_t i) const;

  const Translation& m_translation;
  std::vector<bool> m_open;
  std::size_t m_others = 0;  ///< of the open ones those that open no namespace
};

}  // namespace judge::lowering
