#include "judge/passes/plain_updates.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

#include "judge/passes/source_tokens.hpp"
#include "judge/util/contains.hpp"

namespace judge {

namespace {

constexpr std::array<std::string_view, 10> k_assigning_operators = {
    "+=", "-=", "*=", "/=", "|=", "&=", "^=", "%=", "<<=", ">>="};
constexpr std::array<std::string_view, 4> k_shared_words = {"__shared__", "__device__", "__managed__", "extern"};
constexpr std::array<std::string_view, 3> k_device_words = {"__global__", "__device__", "__attribute__"};
constexpr std::array<std::string_view, 6> k_no_types = {"return", "else", "case", "goto", "throw", "delete"};
constexpr std::array<std::string_view, 4> k_thread_words = {"thread_rank", "thread_index", "laneid", "lane_id"};
/// Bits for each of x, y, z of threadIdx and blockIdx: of `i`, which is made of it, one for what `i / n` says of it and one for what
/// `i % n` does.
constexpr unsigned k_thread_quotients = 7, k_thread_remainders = 7 << 3, k_blocks = 6;
constexpr unsigned k_thread_dimensions = k_thread_quotients | k_thread_remainders;
constexpr unsigned k_quotients = k_thread_quotients | k_thread_quotients << k_blocks;
constexpr unsigned k_remainders = k_thread_remainders | k_thread_remainders << k_blocks;
constexpr unsigned k_all_dimensions = k_quotients | k_remainders;
/// Without what may follow such a name: `_block`, `_system`.
constexpr std::array<std::string_view, 7> k_writing_functions = {
    "__stcg", "__stcs", "__stwb", "__stwt", "atomicExch", "__nv_atomic_store", "__nv_atomic_exchange"};

enum class Parameter : unsigned char { other, pointer, reference };

class Scan : private SourceTokens {
 public:
  explicit Scan(std::string_view source) : SourceTokens(source) { take_parameters(); }

  bool finds_one() {
    for (std::size_t i = 0; i < size(); ++i) {
      if (const std::size_t end = end_of_host_function(i)) {
        i = end - 1;
        continue;
      }
      take_declaration(i);
      take_barrier(i);
      if (text(i) == "__global__" || text(i) == "__device__") m_used = dimensions_in(i, end_of_function(i));
      if (text(i) == "=" && is_identifier(i - 1)) take_value(i);
      if (is_update(i) || is_update_by_call(i) || is_update_by_ptx(i)) return true;
      if (is_identifier(i) && !m_is_in_header && !is_assigned(i)) m_read.insert(text(i));
    }
    return false;
  }

 private:
  // `float sums[4]` is the thread's own, `__shared__ int count` everybody's.
  void take_declaration(std::size_t i) {
    if (!is_identifier(i) || i == 0 || contains(k_no_types, text(i - 1))) return;
    const bool follows_type = is_identifier(i - 1) || text(i - 1) == ">" || text(i - 1) == ",";
    std::size_t begin = i;
    while (begin > 0 && !contains(std::array<std::string_view, 5>{";", "{", "}", "(", ")"}, text(begin - 1))) --begin;
    bool is_shared = false;
    for (std::size_t at = begin; at < i; ++at) is_shared |= contains(k_shared_words, text(at));
    if (follows_type && is_shared && text(i + 1) != "(") m_shared.insert(text(i));
    for (std::size_t at = begin; at < i && follows_type; ++at)
      if (text(at) == "__shared__") m_of_block.insert(text(i));
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
    for (std::size_t at = i; at < size(); ++at) {
      if (contains(k_device_words, text(at))) return 0;
      if (text(at) == "<<<" || is_host_call(at)) is_of_host = true;
      if (text(at) == "{") ++depth;
      if (text(at) == "}" && --depth == 0) return is_of_host ? at + 1 : 0;
    }
    return 0;
  }

  // Of a variable that is given a value.
  void take_value(std::size_t equals) {
    const std::size_t begin = equals + 1, end = end_of_expression(begin);
    const std::string_view name = text(equals - 1);
    m_own[name] = text(begin) == "&" ? dimensions_in(begin, end) : dimensions_of_index(begin, end);
    const bool is_pointer = equals > 1 && text(equals - 2) == "*" && (is_identifier(equals - 3) || text(equals - 3) == ">");
    if (!is_pointer) return;
    m_pointers.insert(name);
    for (std::size_t i = begin; i < end; ++i)
      if (m_of_block.contains(text(i))) m_of_block.insert(name);
  }

  // Of the indices of thread and block, those that these tokens are made of.
  unsigned dimensions_at(std::size_t i) const {
    if (contains(k_thread_words, text(i))) return k_all_dimensions;
    const bool is_of_block = text(i) == "blockIdx";
    if (text(i) == "threadIdx" || is_of_block) {
      const std::string_view member = text(i + 1) == "." ? text(i + 2) : std::string_view();
      const unsigned one = member == "x" ? 1 : member == "y" ? 2 : member == "z" ? 4 : k_thread_quotients;
      const unsigned dimensions = one | one << 3;
      return (is_of_block ? dimensions << k_blocks : dimensions) & kept_behind(member.empty() ? i : i + 2);
    }
    const auto own = m_own.find(text(i));
    return own == m_own.end() ? 0 : own->second & kept_behind(i);
  }

  // What a division leaves.
  unsigned kept_behind(std::size_t i) const {
    while (text(i + 1) == ")") ++i;
    const std::string_view word = text(i + 1);
    return word == "/" || word == ">>" ? k_quotients : word == "%" || word == "&" ? k_remainders : k_all_dimensions;
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

  unsigned dimensions_of_place(Range place) const {
    unsigned all = 0;
    for (std::size_t i = place.begin; i < place.end; ++i) {
      all |= text(i) == "[" ? dimensions_of_index(i + 1, closing(i)) : dimensions_at(i);
      if (text(i) == "[") i = closing(i);
    }
    return all;
  }

  // Made of all of the thread's index that the kernel uses: `row` of threads in rows and columns is not one's own, nor is
  // `threadIdx.x` where there are blocks.
  bool is_of_the_thread(unsigned dimensions, std::string_view base) const {
    const unsigned used = m_of_block.contains(base) ? m_used & k_thread_dimensions : m_used;
    return dimensions != 0 && (dimensions & used) == used;
  }

  // The parameters of each function for the device, and the pointers among them.
  void take_parameters() {
    for (std::size_t i = 0; i < size(); ++i) {
      if (text(i) == "__global__" || text(i) == "__device__") {
        std::size_t open = i + 1;
        while (open < size() && !contains(std::array<std::string_view, 4>{"(", ";", "{", "="}, text(open))) {
          const bool is_attribute = text(open + 1) == "(" && text(open).starts_with("__");
          open = is_attribute ? closing(open + 1) + 1 : open + 1;
        }
        if (text(open) == "(" && is_identifier(open - 1)) take_parameters(text(open - 1), open);
      }
      if (text(i) == "=" && text(i + 1) == "[" && i > 0 && text(closing(i + 1) + 1) == "(")
        take_parameters(text(i - 1), closing(i + 1) + 1);
    }
  }

  void take_parameters(std::string_view function, std::size_t open) {
    auto& parameters = m_parameters[function];
    parameters.clear();
    for (const Range part : parts_in(open)) {
      Parameter kind = Parameter::other;
      bool is_const = false;
      for (std::size_t i = part.begin; i < part.end && text(i) != "="; ++i) {
        if (text(i) == "const" && kind == Parameter::other) is_const = true;
        if (text(i) == "*" && !is_const) kind = Parameter::pointer;
        if (text(i) == "&" && !is_const && kind == Parameter::other) kind = Parameter::reference;
        if (is_identifier(i) && kind == Parameter::pointer) m_pointers.insert(text(i));
      }
      parameters.push_back(kind);
    }
  }

  // Is this a place that several threads may share, or its address, and is `was_read(name)` true of it?
  template <class WasRead>
  bool is_shared_and(Range place, WasRead was_read) const {
    const unsigned dimensions = dimensions_of_place(place);
    std::size_t end = place.begin;  // of what comes before an index
    while (end < place.end && text(end) != "[") ++end;
    const bool is_element = end < place.end || text(place.begin) == "*";
    for (std::size_t i = place.begin; i < end; ++i) {
      const std::string_view name = text(i);
      if (!is_identifier(i) || m_local_arrays.contains(name) || is_of_the_thread(dimensions, name)) continue;
      if (!is_element && !m_pointers.contains(name) && !m_shared.contains(name)) continue;
      if (was_read(name)) return true;
    }
    return false;
  }

  bool is_named_beside(std::string_view name, std::size_t open, Range place) const {
    const std::size_t end = closing(open);
    for (std::size_t i = open; i < end; ++i)
      if (text(i) == name && (i < place.begin || i >= place.end)) return true;
    return false;
  }

  // Of the call of `put(` or `put<float>(`; 0 = it is none.
  std::size_t opening_of_call(std::size_t i) const {
    if (m_is_in_header || !is_identifier(i)) return 0;
    std::size_t open = i + 1;
    if (text(open) == "<")
      while (open < size() && !contains(std::array<std::string_view, 4>{"(", ")", ";", "{"}, text(open))) ++open;
    return text(open) == "(" && (open == i + 1 || text(open - 1) == ">") ? open : 0;
  }

  // `put(p, get(p) + 1)`, `add(*p, 1)`, `atomicExch(p, *p + 1)`, `flag.store(flag.load() + 1)`.
  bool is_update_by_call(std::size_t i) const {
    const std::size_t open = opening_of_call(i);
    if (open == 0) return false;
    const auto known = m_parameters.find(text(i));
    const bool is_known = known != m_parameters.end();
    if (i > 1 && (text(i - 1) == "." || text(i - 1) == "->")) return is_update_by_method(i, open, is_known);
    const bool writes_first =
        std::ranges::any_of(k_writing_functions, [&](std::string_view name) { return text(i).starts_with(name); });
    if (!writes_first && !is_known) return false;
    const auto arguments = parts_in(open);
    for (std::size_t at = 0; at < arguments.size(); ++at) {
      const Range argument = arguments[at];
      Parameter kind = writes_first && at == 0 ? Parameter::pointer : Parameter::other;
      if (is_known && at < known->second.size()) kind = known->second[at];
      const auto was_read = [&](std::string_view name) {
        return m_read.contains(name) || is_named_beside(name, open, argument);
      };
      if (kind == Parameter::pointer && is_shared_and(argument, was_read)) return true;
      if (kind == Parameter::reference && may_be_shared(argument)) return true;
    }
    return false;
  }

  bool is_update_by_method(std::size_t i, std::size_t open, bool is_known) const {
    const bool is_of_atomic = text(i) == "store" || text(i) == "exchange";
    if (!is_of_atomic && !is_known) return false;
    const Range object = ending_at(i - 1);
    for (std::size_t at = object.begin; at < object.end; ++at)
      if (is_identifier(at) && ((is_of_atomic && m_read.contains(text(at))) || is_named_beside(text(at), open, object)))
        return true;
    return false;
  }

  // `asm("st.global.f32 [%0], %1;" :: "l"(p), "f"(v))`.
  bool is_update_by_ptx(std::size_t i) const {
    if (text(i) != "asm" && text(i) != "__asm__") return false;
    const std::size_t open = text(i + 1) == "volatile" || text(i + 1) == "__volatile__" ? i + 2 : i + 1;
    if (text(open) != "(") return false;
    bool writes = false, reads = false;
    const auto was_read = [&](std::string_view name) { return reads || m_read.contains(name); };
    const std::size_t end = closing(open);
    for (std::size_t at = open + 1; at < end; ++at) {
      writes |= text(at).contains("st.") || text(at).contains(".exch");
      reads |= text(at).contains("ld.");
      if (writes && text(at) == "(" && is_shared_and({at + 1, closing(at)}, was_read)) return true;
    }
    return false;
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
    const std::string_view base = base_of(place);
    if (m_read.contains(base)) return true;
    const std::size_t end = end_of_expression(right);
    for (std::size_t i = right; i < end; ++i)
      if (text(i) == base) return true;
    return false;
  }

  // `reinterpret_cast<float*>` before `(p)`; where none is, `begin` itself.
  std::size_t beginning_of_cast(std::size_t begin) const {
    std::size_t at = begin - 1;
    while (at > 0 && text(at) != "<" && text(at) != ";" && text(at) != ")") --at;
    return at > 0 && text(at) == "<" && text(at - 1).ends_with("_cast") ? at - 1 : begin;
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
    if (begin > 0 && text(begin - 1) == ">") begin = beginning_of_cast(begin);
    std::size_t stars = begin;
    if (begin > 1 && text(begin - 1) == ")" && text(begin - 2) == "*") stars = opening(begin - 1);  // a cast
    while (stars > 0 && text(stars - 1) == "*") --stars;
    const bool begins =
        stars == 0 || contains(std::array<std::string_view, 7>{";", "{", "}", "(", ")", ",", "else"}, text(stars - 1));
    return {begins ? stars : begin, end};
  }

  Range beginning_at(std::size_t begin) const {
    std::size_t end = begin;
    while (end < size()) {
      if (text(end) == "*" && end == begin) ++end;
      else if (text(end) == "[" || (text(end) == "(" && end == begin)) end = closing(end) + 1;
      else if (is_identifier(end) || text(end) == "." || text(end) == "->") ++end;
      else break;
    }
    return {begin, std::min(end, size())};
  }

  // Its first name, but for those of a cast.
  std::string_view base_of(Range place) const {
    for (std::size_t i = place.begin; i < place.end; ++i) {
      if (text(i) == "(" && closing(i) + 1 < place.end && text(closing(i) - 1) == "*") i = closing(i);
      else if (text(i).ends_with("_cast"))
        while (i < place.end && text(i) != ">") ++i;
      else if (is_identifier(i)) return text(i);
    }
    return {};
  }

  bool may_be_shared(Range place) const {
    bool is_in_memory = false, is_own = false;
    const std::string_view base = base_of(place);
    const auto pointer = m_own.find(base);
    unsigned dimensions = pointer == m_own.end() ? 0 : pointer->second;
    for (std::size_t i = place.begin; i < place.end; ++i) {
      if (text(i) == "*" && i == place.begin) is_own |= is_of_the_thread(dimensions_of_place(place), base);
      if (text(i) == "*" || text(i) == "->") is_in_memory = true;
      if (text(i) != "[") continue;
      is_in_memory = true;
      const std::size_t close = closing(i);
      dimensions |= dimensions_of_index(i + 1, close);
      is_own |= is_of_the_thread(dimensions, base);
      i = close;
    }
    if (m_local_arrays.contains(base) || is_own) return false;
    return is_in_memory || m_shared.contains(base);
  }

  std::map<std::string_view, unsigned> m_own;  // what is made of the indices of thread and block: of which dimensions
  unsigned m_used = 0;                         // dimensions that the kernel uses
  std::set<std::string_view> m_local_arrays, m_shared;
  std::set<std::string_view> m_of_block;  // in shared memory
  std::set<std::string_view> m_pointers;  // to what may be changed
  std::map<std::string_view, std::vector<Parameter>> m_parameters;
  std::set<std::string_view> m_read;  // since the last barrier
  bool m_is_in_header = false;        // of a function for the device
};

}  // namespace

bool has_plain_updates(std::string_view source) { return Scan(source).finds_one(); }

}  // namespace judge
