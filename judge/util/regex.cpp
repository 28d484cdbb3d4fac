#include "judge/util/regex.hpp"

#include <regex>

namespace judge {

struct Regex::Compiled {
  std::regex automaton;
};

Regex::Regex(const std::string& expression) : m_compiled(std::make_unique<Compiled>(std::regex(expression))) {}
Regex::~Regex() = default;

static Regex::Groups groups_of(const std::cmatch& match) {
  Regex::Groups groups;
  for (const auto& group : match)
    groups.push_back(group.matched ? std::string_view(group.first, group.second) : std::string_view());
  return groups;
}

std::optional<Regex::Groups> Regex::find(std::string_view text) const {
  std::cmatch match;
  if (!std::regex_search(text.data(), text.data() + text.size(), match, m_compiled->automaton)) return std::nullopt;
  return groups_of(match);
}

std::optional<Regex::Groups> Regex::match(std::string_view text) const {
  std::cmatch match;
  if (!std::regex_match(text.data(), text.data() + text.size(), match, m_compiled->automaton)) return std::nullopt;
  return groups_of(match);
}

}  // namespace judge
