#include "judge/emulator/lowering/refused.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "judge/emulator/lowering/host_library.hpp"
#include "judge/emulator/lowering/sides.hpp"
#include "judge/emulator/lowering/statements.hpp"
#include "judge/emulator/lowering/variables.hpp"
#include "judge/util/contains.hpp"

namespace judge::lowering {

namespace {

// Functions of the C library, and what gcc has built in, that no kernel may call.
constexpr std::array functions_of_the_host = {"rand",
                                              "srand",
                                              "rand_r",
                                              "drand48",
                                              "puts",
                                              "putchar",
                                              "getchar",
                                              "fprintf",
                                              "snprintf",
                                              "sprintf",
                                              "scanf",
                                              "fopen",
                                              "fclose",
                                              "fflush",
                                              "fputs",
                                              "fwrite",
                                              "fread",
                                              "perror",
                                              "getenv",
                                              "exit",
                                              "abort",
                                              "system",
                                              "time",
                                              "difftime",
                                              "gettimeofday",
                                              "clock_gettime",
                                              "sleep",
                                              "usleep",
                                              "getpid",
                                              "atoi",
                                              "atof",
                                              "strlen",
                                              "strcmp",
                                              "strcpy",
                                              "memcmp",
                                              "memmove",
                                              "calloc",
                                              "realloc",
                                              "qsort",
                                              "__builtin_trap",
                                              "__builtin_ctz",
                                              "__builtin_ctzl",
                                              "__builtin_ctzll",
                                              "__builtin_parity",
                                              "__builtin_parityll",
                                              "__builtin_bswap16",
                                              "__builtin_bswap32",
                                              "__builtin_bswap64",
                                              "__builtin_prefetch",
                                              "__builtin_add_overflow",
                                              "__builtin_sub_overflow",
                                              "__builtin_mul_overflow"};

class Finder {
 public:
  Finder(const Translation& translation, const Qualified& qualified, const Sides& sides, CppStandard standard)
      : t(translation), m_qualified(qualified), m_sides(sides), m_library(translation, standard) {}

  std::vector<Refused> find() {
    const auto built_in = names_of_threads(t);
    for (const DeviceCode& code : compiled_device_code()) {
      const Variables variables(t, code.parameters, code.body, built_in);
      visit_evaluated(code.body, [&](std::size_t i) { look_at_device(code, variables, i); });
    }
    for (const Function& function : m_sides.plain_host_functions())
      visit_evaluated(function.body, [&](std::size_t i) { look_at_host(i); });
    find_local_device_variables();
    find_noexcept_kernels();
    find_member_kernels();
    find_texture_references();
    find_references_captured();
    find_dynamic_types();
    std::ranges::sort(m_found, {}, &Refused::line);
    return m_found;
  }

 private:
  void refuse(std::size_t i, std::string message) {
    const Token& token = t.token(i);
    m_found.push_back({std::string(t.file_name(token)), token.line, std::move(message)});
  }

  /// All tokens of `body` but those of lambdas, local classes, and operands that are not evaluated.
  template <class Visit>
  void visit_evaluated(Range body, Visit visit) {
    for (std::size_t i = t.next(body.begin); i < body.end; i = t.next(i)) {
      std::size_t skipped = none;
      if (t.is_one_of(i, {"sizeof", "decltype", "alignof", "noexcept", "typeid", "static_assert"}))
        skipped = t.is(t.next(i), "(") ? t.closing(t.next(i)) : t.next(t.next(i));
      else if (opens_lambda(t, i)) skipped = end_of_lambda(i);
      else if (t.is_one_of(i, {"struct", "class", "union"})) skipped = end_of_class(i);
      if (skipped == none || t.is(i, "typeid")) visit(i);
      if (skipped != none) i = skipped;
    }
  }

  std::size_t end_of_lambda(std::size_t i) const {
    const std::size_t close = t.closing(i), body = close == none ? none : lambda_body(t, close);
    return body == none ? none : t.closing(body);
  }

  /// The } of the class that is defined at `i`; `none` if none is.
  std::size_t end_of_class(std::size_t i) const {
    while (i < t.size() && !t.is_one_of(i, {"{", ";", "(", ")", "=", ","})) i = t.next(i);
    return t.is(i, "{") ? t.closing(i) : none;
  }

  /// What the unit's kernels and others that are compiled in any case call, too.
  std::vector<DeviceCode> compiled_device_code() {
    std::vector<DeviceCode> compiled, others;
    for (const DeviceCode& code : m_sides.plain_device_code()) (code.is_compiled ? compiled : others).push_back(code);
    for (std::size_t k = 0; k < compiled.size() && !others.empty(); ++k)
      visit_evaluated(Range(compiled[k].body), [&](std::size_t i) {
        const std::size_t name = is_call(i) ? m_sides.device_function(i) : none;
        const auto called = name == none ? others.end() : std::ranges::find(others, name, &DeviceCode::name);
        if (called == others.end()) return;
        compiled.push_back(*called);
        others.erase(called);
      });
    return compiled;
  }

  bool is_call(std::size_t i) const { return is_name(t, i) && t.is(t.next(i), "("); }

  void look_at_device(const DeviceCode& code, const Variables& variables, std::size_t i) {
    const std::string_view word = t.token(i).text;
    const std::string subject = fmt::format("the {} {}", code.is_kernel ? "kernel" : "function", t.token(code.name).text);
    const auto line_of = [&](std::size_t at) { return t.token(at).line; };
    if (const std::string use = m_library.use_at(i, code.body); !use.empty()) {
      refuse(i, fmt::format("{} {}", subject, use));
    } else if (t.is(i, "<<<")) {
      refuse(i, "a kernel that launches a kernel needs separate compilation (-rdc=true)");
    } else if (t.is_one_of(i, {"try", "throw"})) {
      refuse(i, "device code does not support exceptions");
    } else if (t.is(i, "thread_local")) {
      refuse(i, "there are no thread_local variables in device code");
    } else if (t.is(i, "[")) {
      look_at_array(variables, i);
    } else if (const auto variable = m_sides.host_variable(i); variable != none) {
      if (variables.is_surely_used(i))
        refuse(i, fmt::format("{} uses {}, a variable of the host's (line {}): pass it as an argument, or declare it "
                              "__device__ or __constant__",
                              subject, word, line_of(variable)));
    } else if (const auto table = m_sides.host_table(i); table != none) {
      if (is_subscripted_by(variables, t.next(i)) && variables.is_surely_used(i))
        refuse(i, fmt::format("{} uses {}, an array of the host's (line {}), by an index that is not constant: declare it "
                              "__constant__, or in the function",
                              subject, word, line_of(table)));
    } else if (t.is(i, "typeid")) {
      refuse(i, "device code does not support typeid");
    } else if (is_constant_assigned(i)) {
      refuse(i, fmt::format("{} assigns to {}, a __constant__ variable: only the host can, by cudaMemcpyToSymbol()", subject,
                            word));
    } else if (!is_call(i)) {
      return;
    } else if (word == "__syncthreads" && !t.is(t.next(t.next(i)), ")") && m_sides.is_undeclared(word)) {
      refuse(i, "too many arguments: __syncthreads() takes none");
    } else if (const auto function = m_sides.host_function(i); function != none) {
      refuse(i, fmt::format("{} calls {}(), a function of the host's: write __device__ before it in line {}", subject, word,
                            line_of(function)));
    } else if (contains(functions_of_the_host, word) && !is_length_of_a_literal(i) && m_sides.is_undeclared(word)) {
      refuse(i, fmt::format("{} calls {}(), a function of the host's", subject, word));
    }
  }

  /// strlen("abc") is a constant.
  bool is_length_of_a_literal(std::size_t i) const {
    const std::size_t argument = t.next(t.next(i));
    return t.is(i, "strlen") && t.token(argument).kind == TokenKind::text && t.is(t.next(argument), ")");
  }

  /// `[a][n]` with a variable: at `i` is the first bracket, or another token.
  bool is_subscripted_by(const Variables& variables, std::size_t i) const {
    for (; t.is(i, "["); i = t.next(t.closing(i)))
      if (variables.is_never_constant({t.next(i), t.closing(i)})) return true;
    return false;
  }

  /// `float v[2 * n + 1];` with a parameter n, of which the bracket is at `i`.
  void look_at_array(const Variables& variables, std::size_t i) {
    const std::size_t name = t.previous(i), type = t.previous(name);
    const bool declares = t.is_identifier(name) && t.is_one_of(type, {"int", "float", "double", "unsigned", "char"}) &&
                          t.is_one_of(t.previous(type), {";", "{", "}", "__shared__"});
    if (!declares || !is_subscripted_by(variables, i)) return;
    const std::size_t close = t.closing(i);
    refuse(i, fmt::format("the array {} has a size that is not constant: {}", t.token(name).text, t.flat({t.next(i), close})));
  }

  /// Elements of arrays are left out: nvcc lets kernels assign to them.
  bool is_constant_assigned(std::size_t i) const {
    const std::size_t before = t.previous(i), after = t.next(i), name = is_name(t, i) ? m_sides.device_variable(i) : none;
    const bool is_assigned = is_assignment(t, after) || t.is_one_of(after, {"++", "--"}) || t.is_one_of(before, {"++", "--"});
    if (name == none || !is_assigned || t.is(t.next(name), "[")) return false;
    const std::size_t end = end_of_statement(t, name);
    return std::ranges::any_of(m_qualified.constant, [&](std::size_t q) { return q <= name && end_of_statement(t, q) == end; });
  }

  /// `__device__ int hits;` among the statements of a kernel or of a function for the device.
  void find_local_device_variables() {
    const auto bodies = find_device_functions(t, m_qualified.device);
    for (const auto& [places, qualifier] :
         {std::pair(&m_qualified.device, "__device__"), std::pair(&m_qualified.constant, "__constant__"),
          std::pair(&m_qualified.managed, "__managed__")})
      for (const std::size_t i : *places) {
        const auto holds = [&](const DeviceFunction& f) { return f.body.begin <= i && i < f.body.end; };
        const std::size_t name = name_of_variable(i);
        if (name == none || !t.is_one_of(t.previous(i), {";", "{", "}"}) || is_member(i) || std::ranges::none_of(bodies, holds))
          continue;
        refuse(name, fmt::format("{} is a local variable, which cannot be {}: declare it outside the function",
                                 t.token(name).text, qualifier));
      }
  }

  /// The name in `int hits = ...`; `none` if something else is declared, or a static variable.
  std::size_t name_of_variable(std::size_t i) const {
    for (; t.is_identifier(i) || t.is_one_of(i, {"*", "&", "::"}); i = t.next(i)) {
      if (t.is_one_of(i, {"static", "extern", "constexpr", "struct", "class"})) return none;
      if (t.is_identifier(i) && t.is_one_of(t.next(i), {";", "=", "[", ","})) return i;
    }
    return none;
  }

  void look_at_host(std::size_t i) {
    const std::string_view word = t.token(i).text;
    const bool begins_statement = t.is_one_of(t.previous(i), {";", "{", "}"});
    if (t.is(i, "__shared__")) {
      refuse(i, "a __shared__ variable in a function of the host's");
    } else if (t.is(t.next(i), "<<<")) {
      if (m_sides.host_function(i) != none)
        refuse(i, fmt::format("{} is launched, but is no kernel: write __global__ before it", word));
    } else if (!is_call(i)) {
      return;
    } else if (m_sides.device_function(i) != none) {
      refuse(i, fmt::format("host code calls {}(), which is for the device alone: write __host__ __device__ before it", word));
    } else if (begins_statement && m_sides.kernel(i) != none) {
      refuse(i, fmt::format("the kernel {} is called without a launch configuration: {}<<<grid, block>>>(...)", word, word));
    } else if (begins_statement && word == "__syncthreads" && m_sides.is_undeclared(word)) {
      refuse(i, "host code calls __syncthreads(), which is for the device alone; it may mean cudaDeviceSynchronize()");
    }
  }

  void find_noexcept_kernels() {
    for (std::size_t i = 0; i < t.size(); ++i) {
      const auto kernel = t.is(i, "__global__") ? find_kernel_declaration(t, i) : std::nullopt;
      if (kernel && t.is(t.next(kernel->close), "noexcept"))
        refuse(t.next(kernel->close),
               fmt::format("the kernel {} has an exception specification, which none may have", t.token(kernel->name).text));
    }
  }

  void find_member_kernels() {
    for (std::size_t i = 0; i < t.size(); ++i)
      if (t.is(i, "__global__") && is_member(i)) refuse(i, "a __global__ function cannot be a member of a class");
  }

  /// Does what is declared at `i` stand in the braces of a class, and is no friend?
  bool is_member(std::size_t i) const {
    std::size_t open = t.previous(i);
    for (bool is_before = true; open != none && !t.is(open, "{"); open = t.previous(open)) {
      is_before &= !t.is_one_of(open, {";", "}"});
      if (is_before && t.is(open, "friend")) return false;
      if (t.is_one_of(open, {"}", ")", "]"})) open = t.opening(open);
      if (open == none) return false;
    }
    if (open == none) return false;
    std::size_t head = open;
    for (std::size_t at = t.previous(open); at != none && !t.is_one_of(at, {";", "{", "}"}); at = t.previous(at)) head = at;
    while (t.is(head, "template") && t.closing_angle(t.next(head)) != none) head = t.next(t.closing_angle(t.next(head)));
    return t.is_one_of(head, {"struct", "class", "union"});
  }

  void find_texture_references() {
    for (std::size_t i = 0; i < t.size(); ++i)
      if (t.is(i, "texture") && t.is(t.next(i), "<") &&
          (t.previous(i) == none || t.is_one_of(t.previous(i), {";", "}", "static"})))
        refuse(i, "texture references are gone since CUDA 12");
  }

  /// `[&] __device__` in host code.
  void find_references_captured() {
    const auto bodies = find_device_functions(t, m_qualified.device);
    for (const std::size_t i : m_qualified.device) {
      const std::size_t close = t.previous(i), open = t.is(close, "]") ? t.opening(close) : none;
      if (open == none || !opens_lambda(t, open) || !t.is(t.next(open), "&")) continue;
      const auto holds = [&](const DeviceFunction& f) { return f.body.begin <= open && open < f.body.end; };
      if (std::ranges::none_of(bodies, holds)) refuse(open, "a __device__ lambda may not capture by reference: write [=]");
    }
  }

  /// `extern __shared__ float s[];` in one kernel and `extern __shared__ double s[];` in the next.
  void find_dynamic_types() {
    std::map<std::string_view, std::pair<std::string, int>> types;
    for (const KernelDeclaration& kernel : m_sides.plain_kernels()) {
      if (!m_sides.is_global(kernel.qualifier)) continue;
      for (std::size_t i = kernel.body; i < kernel.end; i = t.next(i)) {
        if (!t.is(i, "extern") || !t.is(t.next(i), "__shared__")) continue;
        const std::size_t type = t.next(t.next(i)), name = t.next(type);
        if (!t.is_one_of(type, {"float", "double", "int", "char"}) || !t.is_identifier(name) || !t.is(t.next(name), "["))
          continue;
        const auto [first, is_new] = types.try_emplace(t.token(name).text, t.token(type).text, t.token(name).line);
        if (!is_new && first->second.first != t.token(type).text)
          refuse(name, fmt::format("extern __shared__ {} is of {} here and of {} in line {}: it is one variable",
                                   t.token(name).text, t.token(type).text, first->second.first, first->second.second));
      }
    }
  }

  const Translation& t;
  const Qualified& m_qualified;
  const Sides& m_sides;
  const HostLibrary m_library;
  std::vector<Refused> m_found;
};

}  // namespace

std::string describe(const Refused& refused) {
  return fmt::format("{}:{}: error: {}", refused.file, refused.line, refused.message);
}

std::vector<Refused> find_refused(const Translation& translation, const Qualified& qualified, const Sides& sides,
                                  CppStandard standard) {
  return Finder(translation, qualified, sides, standard).find();
}

}  // namespace judge::lowering
