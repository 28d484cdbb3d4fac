#include "judge/passes/plain_updates.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

#include "judge/util/c_lexer.hpp"
#include "judge/util/contains.hpp"

namespace judge {

namespace {

constexpr std::array<std::string_view, 10> k_assigning_operators = {
    "+=", "-=", "*=", "/=", "|=", "&=", "^=", "%=", "<<=", ">>="};
constexpr std::array<std::string_view, 4> k_shared_words = {"__shared__", "__device__", "__managed__", "extern"};
constexpr std::array<std::string_view, 3> k_device_words = {"__global__", "__device__", "__attribute__"};
constexpr std::array<std::string_view, 6> k_no_types = {"return", "else", "case", "goto", "throw", "delete"};
constexpr std::array<std::string_view, 4> k_thread_words = {"thread_rank", "thread_index", "laneid", "lane_id"};
constexpr unsigned k_all_dimensions = 7;  // a bit for each of x, y, z

class Scan {
 public:
  explicit Scan(std::string_view source) : m_tokens(lex_source(source)) {}

  bool finds_one() {
    for (std::size_t i = 0; i < m_tokens.size(); ++i) {
      if (const std::size_t end = end_of_host_function(i)) {
        i = end - 1;
        continue;
      }
      take_declaration(i);
      take_barrier(i);
      if (text(i) == "__global__") m_used = dimensions_in(i, end_of_function(i)) & k_all_dimensions;
      if (text(i) == "=" && is_identifier(i - 1)) m_own[text(i - 1)] = dimensions_of_index(i + 1, end_of_expression(i + 1));
      if (is_update(i)) return true;
      if (is_identifier(i) && !m_is_in_header && !is_assigned(i)) m_read.insert(text(i));
    }
    return false;
  }

 private:
  // Half open, as everything here.
  struct Range {
    std::size_t begin = 0, end = 0;
  };

  std::string_view text(std::size_t i) const { return i < m_tokens.size() ? m_tokens[i].text : std::string_view(); }
  bool is_identifier(std::size_t i) const { return i < m_tokens.size() && m_tokens[i].kind == TokenKind::identifier; }

  // `float sums[4]` is the thread's own, `__shared__ int count` everybody's.
  void take_declaration(std::size_t i) {
    if (!is_identifier(i) || i == 0 || contains(k_no_types, text(i - 1))) return;
    const bool follows_type = is_identifier(i - 1) || text(i - 1) == ">" || text(i - 1) == ",";
    std::size_t begin = i;
    while (begin > 0 && !contains(std::array<std::string_view, 5>{";", "{", "}", "(", ")"}, text(begin - 1))) --begin;
    bool is_shared = false;
    for (std::size_t at = begin; at < i; ++at) is_shared |= contains(k_shared_words, text(at));
    if (follows_type && is_shared && text(i + 1) != "(") m_shared.insert(text(i));
    const bool is_reference = text(i - 1) == "&" && text(i + 1) == "=" && i > 1 && (is_identifier(i - 2) || text(i - 2) == ">");
    if (is_reference) m_shared.insert(text(i));  // what it refers to may be
    if (follows_type && !is_shared && text(i + 1) == "[" && is_identifier(begin) && begin + 1 < i + 1 && begin != i)
      m_local_arrays.insert(text(i));
  }

  // cudaMalloc(), but not what kernels may call too.
  bool is_host_call(std::size_t i) const {
    const std::string_view word = text(i);
    if (text(i + 1) != "(" || word.size() < 5 || !word.starts_with("cuda") || word[4] < 'A' || word[4] > 'Z') return false;
    return word != "cudaGridDependencySynchronize" && word != "cudaTriggerProgrammaticLaunchCompletion" &&
           word != "cudaGetLastError";
  }

  // Behind the body that opens at `i` if only the host can run it: it launches kernels or calls the CUDA runtime, and nothing from
  // the end of the declaration before says that it is for the device. 0 = it is none. Lambdas and classes for the device may be in
  // it: then it is looked at.
  std::size_t end_of_host_function(std::size_t i) const {
    if (text(i) != "{" || i == 0 || text(i - 1) != ")") return 0;
    for (std::size_t at = i; at-- > 0 && text(at) != ";" && text(at) != "}" && text(at) != "{";)
      if (contains(k_device_words, text(at))) return 0;
    int depth = 0;
    bool is_of_host = false;
    for (std::size_t at = i; at < m_tokens.size(); ++at) {
      if (contains(k_device_words, text(at))) return 0;
      if (text(at) == "<<<" || is_host_call(at)) is_of_host = true;
      if (text(at) == "{") ++depth;
      if (text(at) == "}" && --depth == 0) return is_of_host ? at + 1 : 0;
    }
    return 0;
  }

  std::size_t end_of_expression(std::size_t i) const {
    int depth = 0;
    for (; i < m_tokens.size(); ++i) {
      const std::string_view word = text(i);
      if (word == "(" || word == "[" || word == "{") ++depth;
      if (word == ")" || word == "]" || word == "}") --depth;
      if (depth < 0 || word == ";" || (word == "," && depth == 0)) break;
    }
    return i;
  }

  std::size_t end_of_function(std::size_t i) const {
    int depth = 0;
    for (; i < m_tokens.size(); ++i) {
      if (text(i) == "{") ++depth;
      if (text(i) == "}" && --depth == 0) break;
    }
    return i;
  }

  // Of the thread's index, those that these tokens are made of.
  unsigned dimensions_at(std::size_t i) const {
    if (contains(k_thread_words, text(i))) return k_all_dimensions;
    if (text(i) == "threadIdx" && text(i + 1) == ".")
      return text(i + 2) == "x" ? 1 : text(i + 2) == "y" ? 2 : text(i + 2) == "z" ? 4 : k_all_dimensions;
    if (text(i) == "threadIdx") return k_all_dimensions;
    const auto own = m_own.find(text(i));
    return own == m_own.end() ? 0 : own->second;
  }

  unsigned dimensions_in(std::size_t begin, std::size_t end) const {
    unsigned all = 0;
    for (std::size_t i = begin; i < end; ++i) all |= dimensions_at(i);
    return all;
  }

  // Of something that memory holds none.
  unsigned dimensions_of_index(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i)
      if (text(i) == "[") return 0;
    return dimensions_in(begin, end);
  }

  // Made of all of the thread's index that the kernel uses: `row` of threads in rows and columns is not one's own.
  bool is_of_the_thread(std::size_t begin, std::size_t end) const {
    const unsigned dimensions = dimensions_of_index(begin, end);
    return dimensions != 0 && (dimensions & m_used) == m_used;
  }

  std::size_t opening(std::size_t close) const {
    int depth = 0;
    for (std::size_t i = close + 1; i-- > 0;) {
      if (text(i) == "]" || text(i) == ")") ++depth;
      if ((text(i) == "[" || text(i) == "(") && --depth == 0) return i;
    }
    return 0;
  }

  std::size_t closing(std::size_t open) const {
    int depth = 0;
    for (std::size_t i = open; i < m_tokens.size(); ++i) {
      if (text(i) == "[" || text(i) == "(") ++depth;
      if ((text(i) == "]" || text(i) == ")") && --depth == 0) return i;
    }
    return m_tokens.size();
  }

  bool is_update(std::size_t i) const {
    const std::string_view word = text(i);
    if (i == 0) return false;
    if (contains(k_assigning_operators, word)) return may_be_shared(ending_at(i));
    if (word == "=") return has_read(ending_at(i), i + 1);
    if (word != "++" && word != "--") return false;
    const bool follows = is_identifier(i - 1) || text(i - 1) == "]" || text(i - 1) == ")";
    return may_be_shared(follows ? ending_at(i) : beginning_at(i + 1));
  }

  // Parameters are not read where they are declared.
  void take_barrier(std::size_t i) {
    const std::string_view word = text(i);
    if (word == "__global__" || word == "__device__") m_is_in_header = true;
    if (word == "{" || word == ";") m_is_in_header = false;
    if (m_is_in_header || word == "__syncthreads" || word == "sync") m_read.clear();
  }

  // The array, pointer or variable of a plain assignment, `x[k] = v`, or of a declaration.
  bool is_assigned(std::size_t i) const {
    std::size_t end = i + 1;
    while (text(end) == "[") end = closing(end) + 1;
    return text(end) == "=" || is_identifier(i + 1) || (i > 0 && is_identifier(i - 1) && !contains(k_no_types, text(i - 1)));
  }

  // `int t = x[k]; t += v; x[k] = t`, `x = x + v`: read before, or on the right, and no barrier is between.
  bool has_read(Range place, std::size_t right) const {
    if (!may_be_shared(place)) return false;
    std::string_view base;
    for (std::size_t i = place.begin; i < place.end && base.empty(); ++i)
      if (is_identifier(i)) base = text(i);
    if (m_read.contains(base)) return true;
    const std::size_t end = end_of_expression(right);
    for (std::size_t i = right; i < end; ++i)
      if (text(i) == base) return true;
    return false;
  }

  // `*p`, `**p`, `(*p)`, `a[i][j].x`, `p->sum` before token `end`.
  Range ending_at(std::size_t end) const {
    std::size_t begin = end;
    while (begin > 0) {
      const std::size_t before = begin - 1;
      const bool is_member = text(before) == "." || text(before) == "->" || text(before) == "::";
      if (begin != end && is_identifier(begin) && !is_member) break;
      if (text(before) == "]" || text(before) == ")") begin = opening(before);
      else if (is_identifier(before) || is_member) begin = before;
      else break;
    }
    std::size_t stars = begin;
    while (stars > 0 && text(stars - 1) == "*") --stars;
    const bool begins =
        stars == 0 || contains(std::array<std::string_view, 7>{";", "{", "}", "(", ")", ",", "else"}, text(stars - 1));
    return {begins ? stars : begin, end};
  }

  Range beginning_at(std::size_t begin) const {
    std::size_t end = begin;
    while (end < m_tokens.size()) {
      if (text(end) == "*" && end == begin) ++end;
      else if (text(end) == "[" || (text(end) == "(" && end == begin)) end = closing(end) + 1;
      else if (is_identifier(end) || text(end) == "." || text(end) == "->") ++end;
      else break;
    }
    return {begin, std::min(end, m_tokens.size())};
  }

  bool may_be_shared(Range place) const {
    bool is_in_memory = false, is_own = false;
    std::string_view base;
    for (std::size_t i = place.begin; i < place.end; ++i) {
      if (base.empty() && is_identifier(i)) base = text(i);
      if (text(i) == "*" || text(i) == "->") is_in_memory = true;
      if (text(i) != "[") continue;
      is_in_memory = true;
      const std::size_t close = closing(i);
      is_own |= is_of_the_thread(i + 1, close);
      i = close;
    }
    if (m_local_arrays.contains(base) || is_own) return false;
    return is_in_memory || m_shared.contains(base);
  }

  std::vector<Token> m_tokens;
  std::map<std::string_view, unsigned> m_own;  // what is made of the thread's index: of which dimensions
  unsigned m_used = 0;                         // dimensions that the kernel uses
  std::set<std::string_view> m_local_arrays, m_shared;
  std::set<std::string_view> m_read;  // since the last barrier
  bool m_is_in_header = false;        // of a function for the device
};

}  // namespace

bool has_plain_updates(std::string_view source) { return Scan(source).finds_one(); }

}  // namespace judge
