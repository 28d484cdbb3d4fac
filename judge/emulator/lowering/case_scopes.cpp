#include <algorithm>
#include <array>

#include "judge/emulator/lowering/device_code.hpp"
#include "judge/emulator/lowering/token.hpp"
#include "judge/util/contains.hpp"

// `case 0: float v = in[i]; ...; break; case 1: ...` jumps past the initialisation of v. nvcc allows that in device code, host
// compilers do not. So the statements of such a case get braces, where no later case names what they declare.
namespace judge::lowering {

namespace {

constexpr std::array<std::string_view, 12> words_of_statements = {"return", "goto",  "else", "do",      "throw",    "delete",
                                                                  "new",    "using", "case", "typedef", "co_await", "operator"};

/// The statements behind a label, up to the next label or the end of the switch.
using Group = Range;

class Finder {
 public:
  explicit Finder(const Translation& translation) : t(translation) {}

  /// Ranges to enclose, in the order of their begin.
  std::vector<Range> find() {
    for (std::size_t i = 0; i < t.size(); ++i)
      if (t.is_one_of(i, {"__global__", "__device__"}) && !is_for_host_too(i)) m_places.push_back(t.next(i));
    std::size_t end_of_last = 0;
    for (const DeviceFunction& function : find_device_functions(t, m_places)) {
      for (std::size_t i = std::max(function.body.begin, end_of_last); i < function.body.end; ++i)
        if (t.is(i, "switch")) look_at_switch(i);
      end_of_last = std::max(end_of_last, function.body.end);
    }
    std::ranges::sort(m_found, {}, &Range::begin);
    return m_found;
  }

 private:
  /// g++ compiles those for the host, and refuses.
  bool is_for_host_too(std::size_t i) const { return t.is(t.previous(i), "__host__") || t.is(t.next(i), "__host__"); }

  bool is_label(std::size_t i) const {
    return t.is_one_of(i, {"case", "default"}) && t.is_one_of(t.previous(i), {";", "{", "}", ":"});
  }

  std::size_t behind_labels(std::size_t i) const {
    while (t.is_one_of(i, {"case", "default"})) {
      while (i < t.size() && !t.is_one_of(i, {":", ";", "{"})) i = t.is(i, "(") ? t.closing(i) : t.next(i);
      if (!t.is(i, ":")) return none;
      i = t.next(i);
    }
    return i;
  }

  void look_at_switch(std::size_t i) {
    const std::size_t open = t.is(t.next(i), "(") ? t.next(t.closing(t.next(i))) : none;
    const std::size_t close = t.is(open, "{") ? t.closing(open) : none;
    if (close == none) return;
    std::vector<Group> groups;
    for (std::size_t at = t.next(open); at < close; at = t.next(at)) {
      if (is_label(at)) {
        if (!groups.empty()) groups.back().end = at;
        const std::size_t begin = behind_labels(at);
        if (begin == none) return;
        groups.push_back({begin, close});
        at = t.previous(begin);
      } else if (t.is_one_of(at, {"(", "[", "{"})) {
        at = t.closing(at);
        if (at == none) return;
      }
    }
    for (std::size_t k = 0; k + 1 < groups.size(); ++k)
      if (must_be_enclosed(groups[k], {groups[k].end, close})) m_found.push_back(groups[k]);
  }

  /// Does the group declare something with a value, and is none of its names used behind it?
  bool must_be_enclosed(Group group, Range behind) const {
    bool has_values = false;
    for (std::size_t i = group.begin; i < group.end;) {
      const std::size_t end = end_of_simple_statement(i, group.end);
      if (end == none) return false;
      const std::vector<std::size_t> names = declared({i, end});
      const auto is_used = [&](std::size_t name) { return t.holds(behind, {t.token(name).text}); };
      if (std::ranges::any_of(names, is_used)) return false;
      has_values |= std::ranges::any_of(names, [&](std::size_t name) { return t.is_one_of(t.next(name), {"=", "{", "("}); });
      i = t.next(end);
    }
    return has_values;
  }

  /// The ; or } where it ends, as far as declarations are concerned.
  std::size_t end_of_simple_statement(std::size_t i, std::size_t limit) const {
    for (; i < limit; i = t.next(i)) {
      if (t.is(i, ";")) return i;
      if (!t.is_one_of(i, {"(", "[", "{"})) continue;
      const bool is_block = t.is(i, "{") && !t.is(t.previous(i), "=") && !t.is_identifier(t.previous(i));
      i = t.closing(i);
      if (i == none || is_block) return i;
    }
    return none;
  }

  /// The names that `float* a = x, b = y;` declares; none of another statement.
  std::vector<std::size_t> declared(Range statement) const {
    std::vector<std::size_t> names;
    std::size_t i = statement.begin;
    bool has_type = false;
    for (; i < statement.end; i = t.next(i)) {
      if (contains(words_of_statements, t.token(i).text) || t.is_one_of(i, {"if", "for", "while", "switch"})) return {};
      const std::size_t after = t.next(i);
      if (t.is(i, "<") && t.closing_angle(i) != none) i = t.closing_angle(i);
      else if (t.is_one_of(i, {"::", "*", "&"}) && has_type) continue;
      else if (!t.is_identifier(i)) return {};
      else if (has_type && !t.is(t.previous(i), "::") && t.is_one_of(after, {"=", ";", "[", "{", "(", ","})) break;
      else has_type = true;
    }
    for (; i < statement.end; i = t.next(i)) {
      if (t.is_identifier(i) && (names.empty() || t.is_one_of(t.previous(i), {",", "*", "&"})) &&
          t.is_one_of(t.next(i), {"=", ";", "[", "{", "(", ","}))
        names.push_back(i);
      else if (t.is_one_of(i, {"(", "[", "{"})) i = t.closing(i);
    }
    return names;
  }

  const Translation& t;
  std::vector<std::size_t> m_places;
  std::vector<Range> m_found;
};

}  // namespace

void enclose_cases(Lexed& lexed) {
  if (std::ranges::none_of(lexed.tokens, [](const Token& token) { return token.text == "switch"; })) return;
  const Translation translation(lexed);
  std::vector<std::pair<std::size_t, std::string_view>> braces;
  for (const Range range : Finder(translation).find()) {
    braces.emplace_back(range.begin, "{");
    braces.emplace_back(range.end, "}");
  }
  // From the back, so that places stay what they are; of two at one place the one that ends a case comes first.
  std::ranges::stable_sort(
      braces, [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
  for (const auto& [place, text] : braces) {
    Token brace = lexed.tokens[place];
    brace.kind = TokenKind::punctuation;
    brace.text = text;
    brace.column = 0;
    lexed.tokens.insert(lexed.tokens.begin() + static_cast<std::ptrdiff_t>(place), brace);
  }
}

}  // namespace judge::lowering
