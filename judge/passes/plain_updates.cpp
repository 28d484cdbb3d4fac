#include "judge/passes/plain_updates.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "judge/passes/device_functions.hpp"
#include "judge/passes/source_tokens.hpp"
#include "judge/util/contains.hpp"

namespace judge {

namespace {

constexpr std::array<std::string_view, 10> k_assigning_operators = {
    "+=", "-=", "*=", "/=", "|=", "&=", "^=", "%=", "<<=", ">>="};
constexpr std::array<std::string_view, 4> k_shared_words = {"__shared__", "__device__", "__managed__", "extern"};
constexpr std::array<std::string_view, 4> k_thread_words = {"thread_rank", "thread_index", "laneid", "lane_id"};
constexpr std::array<std::string_view, 5> k_statements = {"if", "while", "for", "switch", "return"};
/// Bits for each of x, y, z of threadIdx and blockIdx: of `i`, which is made of it, one for what `i / n` says of it and one for what
/// `i % n` does.
constexpr unsigned k_thread_quotients = 7, k_thread_remainders = 7 << 3, k_blocks = 6;
constexpr unsigned k_thread_dimensions = k_thread_quotients | k_thread_remainders;
constexpr unsigned k_quotients = k_thread_quotients | k_thread_quotients << k_blocks;
constexpr unsigned k_remainders = k_thread_remainders | k_thread_remainders << k_blocks;
constexpr unsigned k_all_dimensions = k_quotients | k_remainders;
/// They write where their first argument points. Without what may follow such a name: `_block`, `_system`.
constexpr std::array<std::string_view, 11> k_writing_functions = {
    "__stcg",    "__stcs", "__stwb",  "__stwt",     "atomicExch", "__nv_atomic_store", "__nv_atomic_exchange",
    "atomicCAS", "memcpy", "memmove", "ThreadStore"};
/// Calls of functions are followed: in all so many tokens, and so deep.
constexpr std::size_t k_most_tokens = 300'000, k_deepest = 8,
                      k_most_values_in_values = 100;  // `a = b = c`; behind that may be one

/// What is known of a name, in the function that is being read.
struct Name {
  unsigned dimensions = 0;      ///< of the indices of thread and block, those that its value is made of
  bool is_local_array = false;  ///< the thread's own
  bool is_shared = false;       ///< a variable of all threads, or a reference that may be to one
  bool is_of_block = false;     ///< in shared memory
  bool is_pointer = false;
  std::string_view same_as;  ///< of a pointer: the name of the buffer, if it has another one
};

class Scan : private SourceTokens {
 public:
  explicit Scan(std::string_view source) : SourceTokens(source), m_functions(device_functions(*this)) {
    for (std::size_t i = 0; i < size(); ++i) {
      m_shared_words.push_back(m_shared_words.back() + contains(k_shared_words, text(i)));
      m_block_words.push_back(m_block_words.back() + (text(i) == "__shared__"));
    }
    for (const DeviceFunction& function : m_functions) {
      if (function.body.end == 0) continue;
      m_by_name.emplace(function.name, &function);
      m_by_body.emplace(function.body.begin, &function);
    }
  }

  bool finds_one() { return finds_one_in({0, size()}); }

 private:
  bool finds_one_in(Range range) {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if (++m_tokens_read > k_most_tokens) return true;
      if (const std::size_t end = end_of_host_function(*this, i)) {
        i = end - 1;
        continue;
      }
      if (const auto body = m_by_body.find(i); body != m_by_body.end() && i > range.begin) {
        if (finds_one_where_it_stands(*body->second)) return true;
        i = body->second->body.end;
      }
      take_declaration(i);
      take_barrier(i);
      if (text(i) == "=" && !m_is_in_header) {
        const std::size_t end = end_of_expression(i + 1);
        if (m_values_in_values == k_most_values_in_values) return true;
        ++m_values_in_values;
        const bool finds = finds_one_in({i + 1, end});
        --m_values_in_values;
        if (finds || has_read(ending_at(i))) return true;
        if (is_identifier(i - 1)) take_value(i);
        i = end - 1;
        continue;
      }
      if (is_update(i) || is_update_by_call(i) || is_update_by_ptx(i)) return true;
      if (const std::size_t open = opening_of_followed_call(i)) {
        if (finds_one_in_call(i, open)) return true;
        i = closing(open);
        continue;
      }
      take_read(i);
    }
    return false;
  }

  // What is called by name is read there, with its arguments.
  bool finds_one_where_it_stands(const DeviceFunction& function) {
    if (function.is_called_by_name && !function.is_kernel) return false;
    std::map<std::string_view, Name> names;
    for (const DeviceParameter& parameter : function.parameters)
      names[parameter.name] = {.is_pointer = parameter.is_pointer, .same_as = parameter.same_as};
    return finds_one_in(function.body, names);
  }

  bool finds_one_in(Range body, const std::map<std::string_view, Name>& parameters) {
    if (m_depth == k_deepest) return false;
    const auto names = m_names;
    const std::size_t unknown_call_end = std::exchange(m_unknown_call_end, 0);
    for (const auto& [name, known] : parameters) m_names[name] = known;
    ++m_depth;
    const bool finds = finds_one_in(body);
    --m_depth;
    m_names = names;
    m_unknown_call_end = unknown_call_end;
    return finds;
  }

  std::size_t opening_of_followed_call(std::size_t i) const {
    return !m_is_in_header && m_by_name.contains(text(i)) ? opening_of_call(*this, i) : 0;
  }

  // Arguments are read first; of one that is passed by reference only its index is.
  bool finds_one_in_call(std::size_t i, std::size_t open) {
    const auto [begin, end] = m_by_name.equal_range(text(i));
    const auto arguments = parts_in(open);
    for (std::size_t at = 0; at < arguments.size(); ++at) {
      Range argument = arguments[at];
      const bool is_reference = std::any_of(begin, end, [at](const auto& named) {
        return at < named.second->parameters.size() && named.second->parameters[at].is_reference;
      });
      while (is_reference && argument.begin < argument.end && text(argument.begin) != "[") ++argument.begin;
      if (finds_one_in(argument)) return true;
    }
    return std::any_of(begin, end, [&](const auto& named) {
      std::map<std::string_view, Name> names;
      const auto& parameters = named.second->parameters;
      for (std::size_t at = 0; at < std::min(arguments.size(), parameters.size()); ++at)
        names[parameters[at].name] = passed(arguments[at], parameters[at]);
      return finds_one_in(named.second->body, names);
    });
  }

  Name passed(Range argument, const DeviceParameter& parameter) const {
    const Name of_base = known(base_in(argument));
    if (parameter.is_reference && !parameter.is_pointer && !is_pointer(argument)) {
      const bool is_shared = may_be_shared(argument);
      return {.is_local_array = !is_shared, .is_shared = is_shared, .same_as = buffer(base_in(argument))};
    }
    if (!parameter.is_pointer && !is_pointer(argument)) return {.dimensions = dimensions_of_index(argument)};
    const bool is_of_local =
        text(argument.begin) == "&" && !of_base.is_pointer && !may_be_shared({argument.begin + 1, argument.end});
    return {.dimensions = dimensions_of_pointer(argument),
            .is_local_array = of_base.is_local_array || is_of_local,
            .is_of_block = of_base.is_of_block,
            .is_pointer = true,
            .same_as = buffer(base_in(argument))};
  }

  // The first array or pointer in it, but for those of an index; else the first name.
  std::string_view base_in(Range place) const {
    for (std::size_t i = place.begin; i < place.end; i = text(i) == "[" ? closing(i) + 1 : i + 1)
      if (const Name& name = known(text(i)); !is_member(i) && (name.is_pointer || name.is_shared || name.is_local_array))
        return text(i);
    return base_of(place);
  }

  bool names_pointer(std::size_t i) const { return known(text(i)).is_pointer && !is_member(i); }

  const Name& known(std::string_view name) const {
    static const Name nothing;
    const auto found = m_names.find(name);
    return found == m_names.end() ? nothing : found->second;
  }

  std::string_view buffer(std::string_view name) const {
    const std::string_view other = known(name).same_as;
    return other.empty() ? name : other;
  }

  // `float sums[4]` is the thread's own, `__shared__ int count` everybody's.
  void take_declaration(std::size_t i) {
    if (!is_identifier(i) || i == 0 || begins_statement(i - 1)) return;
    const bool follows_type = is_identifier(i - 1) || text(i - 1) == ">" || text(i - 1) == ",";
    const std::size_t begin = beginning_of_statement(i);
    const bool is_shared = follows_type && m_shared_words[i] != m_shared_words[begin];
    const bool is_of_block = follows_type && m_block_words[i] != m_block_words[begin];
    if (is_shared && text(i + 1) != "(")
      m_names[text(i)] = {.is_shared = true, .is_of_block = is_of_block, .is_pointer = text(i + 1) == "["};
    const bool is_reference = text(i - 1) == "&" && text(i + 1) == "=" && i > 1 && (is_identifier(i - 2) || text(i - 2) == ">");
    if (is_reference) m_names[text(i)] = {.is_shared = true};         // what it refers to may be
    const bool is_in_brackets = begin > 0 && text(begin - 1) == "(";  // of a call or of parameters
    if (follows_type && !is_shared && text(i + 1) == "[" && is_identifier(begin) && begin != i && !is_in_brackets)
      m_names[text(i)] = {.is_local_array = true};
  }

  // Of a variable that is given a value.
  void take_value(std::size_t equals) {
    const Range value{equals + 1, end_of_expression(equals + 1)};
    Name& name = m_names[text(equals - 1)];
    const std::string_view before = equals > 1 ? text(equals - 2) : "";
    const bool follows_type = equals > 2 && (is_identifier(equals - 3) || text(equals - 3) == ">" || text(equals - 3) == ",");
    const bool infers_type = before == "auto" || before == "[" || before == ",";
    if ((before == "*" && follows_type) || (infers_type && is_pointer(value))) name = {.is_pointer = true};
    name.dimensions = name.is_pointer ? dimensions_of_pointer(value) : dimensions_of_index(value);
    if (!name.is_pointer && (before != "&" || !follows_type)) return;
    const std::string_view base = base_in(value);
    name.is_local_array = known(base).is_local_array;
    name.is_of_block = known(base).is_of_block;
    if (buffer(base) != text(equals - 1)) name.same_as = buffer(base);
  }

  // The address of a place: `&c[b]`, `c + b`, `(float*)c`.
  bool is_pointer(Range value) const {
    if (text(value.begin) == "&") return true;
    for (std::size_t i = value.begin; i < value.end && opening_of_call(*this, i) == 0; ++i)
      if (names_pointer(i)) return !is_followed(i);
    return false;
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
    return known(text(i)).dimensions & kept_behind(i);
  }

  // What a division leaves.
  unsigned kept_behind(std::size_t i) const {
    while (text(i + 1) == ")") ++i;
    const std::string_view word = text(i + 1);
    return word == "/" || word == ">>" ? k_quotients : word == "%" || word == "&" ? k_remainders : k_all_dimensions;
  }

  unsigned dimensions_in(Range range) const {
    unsigned all = 0;
    for (std::size_t i = range.begin; i < range.end; ++i) all |= dimensions_at(i);
    return all;
  }

  // Of something that memory holds none: `x[i]`, `__ldg(x + i)`, `bin_of(x, i)`.
  unsigned dimensions_of_index(Range index) const {
    for (std::size_t i = index.begin; i < index.end; ++i)
      if (text(i) == "[" || names_pointer(i)) return 0;
    return dimensions_in(index);
  }

  unsigned dimensions_of_pointer(Range value) const {
    if (text(value.begin) == "&") return dimensions_of_place(value);
    int pointers = 0;
    for (std::size_t i = value.begin; i < value.end; ++i)
      if (text(i) == "[" || (names_pointer(i) && ++pointers > 1)) return 0;
    return dimensions_in(value);
  }

  unsigned dimensions_of_place(Range place) const {
    unsigned all = 0;
    for (std::size_t i = place.begin; i < place.end; ++i) {
      all |= text(i) == "[" ? dimensions_of_index({i + 1, closing(i)}) : dimensions_at(i);
      if (text(i) == "[") i = closing(i);
    }
    return all;
  }

  // Made of all of the thread's index that the kernel uses: `row` of threads in rows and columns is not one's own, nor is
  // `threadIdx.x` where there are blocks.
  bool is_of_the_thread(unsigned dimensions, std::string_view base) const {
    const unsigned used = known(base).is_of_block ? m_used & k_thread_dimensions : m_used;
    return dimensions != 0 && (dimensions & used) == used;
  }

  // A pointer is read where it is followed, or where a function may do so of which nothing is known.
  void take_read(std::size_t i) {
    if (const std::size_t open = opening_of_asm(i)) m_unknown_call_end = closing(open);
    if (!is_identifier(i) || m_is_in_header || is_assigned(i)) return;
    const std::size_t open = opening_of_call(*this, i);
    if (open != 0 && !contains(k_statements, text(i))) m_unknown_call_end = std::max(m_unknown_call_end, closing(open));
    if (names_pointer(i) && !is_followed(i) && i >= m_unknown_call_end) return;
    m_read.insert(buffer(text(i)));
  }

  // `atomicExch(p, *p + 1)`, `memcpy(p, &v, 4)`, `flag.store(flag.load() + 1)`.
  bool is_update_by_call(std::size_t i) const {
    const std::size_t open = m_is_in_header ? 0 : opening_of_call(*this, i);
    if (open == 0) return false;
    Range place;
    if (std::ranges::any_of(k_writing_functions, [&](std::string_view name) { return text(i).starts_with(name); })) {
      place = {open + 1, end_of_expression(open + 1)};
      if (!is_shared_place_at(place)) return false;
    } else if (i > 1 && (text(i - 1) == "." || text(i - 1) == "->") && (text(i) == "store" || text(i) == "exchange")) {
      place = ending_at(i - 1);
    }
    const std::string_view base = base_in(place);
    if (base.empty()) return false;
    for (std::size_t at = place.end; at < closing(open); ++at)
      if (is_identifier(at) && buffer(text(at)) == buffer(base)) return true;
    return m_read.contains(buffer(base));
  }

  // Is what this points to, or an element, one that several threads may share?
  bool is_shared_place_at(Range pointer) const {
    const std::string_view base = base_in(pointer);
    if (known(base).is_local_array || is_of_the_thread(dimensions_of_pointer(pointer), base)) return false;
    if (known(base).is_pointer || known(base).is_shared || text(pointer.begin) == "*") return true;
    for (std::size_t i = pointer.begin; i < pointer.end; ++i)
      if (text(i) == "[") return true;
    return false;
  }

  // `asm("st.global.f32 [%0], %1;" :: "l"(p), "f"(v))`.
  bool is_update_by_ptx(std::size_t i) const {
    const std::size_t open = opening_of_asm(i);
    if (open == 0 || text(open) != "(") return false;
    bool writes = false, reads = false;
    for (std::size_t at = open + 1; at < closing(open); ++at) {
      writes |= text(at).contains("st.") || text(at).contains(".exch");
      reads |= text(at).contains("ld.");
      if (!writes || text(at) != "(") continue;
      const Range place{at + 1, closing(at)};
      if (is_shared_place_at(place) && (reads || m_read.contains(buffer(base_in(place))))) return true;
    }
    return false;
  }

  std::size_t opening_of_asm(std::size_t i) const {
    if (text(i) != "asm" && text(i) != "__asm__") return 0;
    return text(i + 1) == "(" ? i + 1 : i + 2;  // `asm volatile(`
  }

  bool is_update(std::size_t i) const {
    const std::string_view word = text(i);
    if (i == 0) return false;
    if (contains(k_assigning_operators, word)) return may_be_shared(ending_at(i));
    if (word != "++" && word != "--") return false;
    const bool follows = is_identifier(i - 1) || text(i - 1) == "]" || text(i - 1) == ")";
    return may_be_shared(follows ? ending_at(i) : beginning_at(i + 1));
  }

  // Parameters are not read where they are declared.
  void take_barrier(std::size_t i) {
    const std::string_view word = text(i);
    if (word == "__global__" || word == "__device__") {
      m_is_in_header = true;
      m_used = dimensions_in({i, end_of_function(i)});
    }
    if (word == "{" || word == ";") m_is_in_header = false;
    if (m_is_in_header || word == "sync") m_read.clear();
    if (word != "__syncthreads") return;
    std::erase_if(m_read, [&](std::string_view name) {  // nothing is ordered between blocks
      return known(name).is_of_block || !(known(name).is_pointer || known(name).is_shared);
    });
  }

  // `int t = x[k]; t += v; x[k] = t`, `x = x + v`: read before, or on the right, and no barrier is between.
  bool has_read(Range place) const { return may_be_shared(place) && m_read.contains(buffer(base_of(place))); }

  bool may_be_shared(Range place) const {
    bool is_in_memory = false, is_own = false;
    const std::string_view base = base_of(place);
    unsigned dimensions = known(base).dimensions;
    for (std::size_t i = place.begin; i < place.end; ++i) {
      if (text(i) == "*" && i == place.begin) is_own |= is_of_the_thread(dimensions_of_place(place), base);
      if (text(i) == "*" || text(i) == "->") is_in_memory = true;
      if (text(i) != "[") continue;
      is_in_memory = true;
      const std::size_t close = closing(i);
      dimensions |= dimensions_of_index({i + 1, close});
      is_own |= is_of_the_thread(dimensions, base);
      i = close;
    }
    if (known(base).is_local_array || is_own) return false;
    return is_in_memory || known(base).is_shared;
  }

  std::vector<std::size_t> m_shared_words{0}, m_block_words{0};  // how many there are before each token
  std::vector<DeviceFunction> m_functions;
  std::multimap<std::string_view, const DeviceFunction*> m_by_name;
  std::map<std::size_t, const DeviceFunction*> m_by_body;
  std::map<std::string_view, Name> m_names;
  std::set<std::string_view> m_read;   // buffers, since the last barrier
  unsigned m_used = 0;                 // dimensions that the kernel uses
  bool m_is_in_header = false;         // of a function for the device
  std::size_t m_unknown_call_end = 0;  // of the call of a function of which nothing is known
  std::size_t m_tokens_read = 0, m_depth = 0, m_values_in_values = 0;
};

}  // namespace

bool has_plain_updates(std::string_view source) { return Scan(source).finds_one(); }

}  // namespace judge
