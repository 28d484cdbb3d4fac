// Calls of device functions, with references, templates, recursion and constants of their own.
#include <fmt/format.h>

#include "judge/tests/differential/people/writer.hpp"

namespace judge::differential::people {

namespace {

constexpr const char* shrink =
    "__device__ int shrink(int x) {\n  constexpr int step = 3, limit = 500;\n  int acc = x / step;\n  if (acc > limit) acc = "
    "limit;\n"
    "  return acc;\n}\n";
constexpr const char* digits = "__device__ int digits(int x) { return x < 10 ? 1 : 1 + digits(x / 10); }\n";
constexpr const char* times =
    "template <int N, typename V = int>\n__device__ V times(V v) {\n  V acc = 0;\n  for (int i = 0; i < N; ++i) acc += v;\n  "
    "return acc;\n}\n";
constexpr const char* scale =
    "struct Scale {\n  int by;\n  __device__ int operator()(int x) const { return x * by + 1; }\n};\n";
constexpr const char* parts_of =
    "__device__ void parts_of(int x, int& low, int& high) {\n  low = x % 10;\n  high = x / 10;\n}\n";
constexpr const char* clamp_to =
    "__device__ static int clamp_to(int x, int lo, int hi) {\n  if (x < lo) return lo;\n  if (x > hi) return hi;\n  return "
    "x;\n}\n";
constexpr const char* fill_with =
    "__device__ inline void fill_with(int* values, int count, int first) {\n  while (count-- > 0) values[count] = "
    "first++;\n}\n";

}  // namespace

/// A variable that gets its value from a call.
void Writer::declare_call(const Scope& scope) {
  Object object = {fresh_name(scope), m_types.of({"int", Domain::i, 30000})};
  hide(object.name, 1);
  object.is_uniform = scope.is_uniform && m_random.chance(25);
  m_uniform_only = object.is_uniform;
  const std::string x = folded(value(Domain::i, 1), 1000).text, &n = object.name;
  m_uniform_only = false;
  const std::string kind = m_random.chance(30) ? "const int" : "int";
  object.is_constant = kind != "int";
  switch (m_random.below(m_functor.empty() ? 7 : 9)) {
    case 0: line(fmt::format("{} {} = {}({});", kind, n, helper("shrink", shrink), x)); break;
    case 1: line(fmt::format("{} {} = {}({});", kind, n, helper("digits", digits), x)); break;
    case 2:
      line(fmt::format("{} {} = {}<{}>({});", kind, n, helper("times", times), m_random.chance(50) ? "3" : "5, int", x));
      break;
    case 3:
      line(fmt::format("const {} f{}{{{}}};", helper("Scale", scale), m_names, 2 + m_random.below(5)));
      line(fmt::format("{} {} = f{}({});", kind, n, m_names++, x));
      break;
    case 4: {
      object.is_constant = false;
      const std::string high = unique("high");
      line(fmt::format("int {}, {};", n, high));
      line(fmt::format("{}({}, {}, {});", helper("parts_of", parts_of), x, n, high));
      line(fmt::format("{} += {};", n, high));
      break;
    }
    case 5: line(fmt::format("{} {} = {}({}, {}, 300);", kind, n, helper("clamp_to", clamp_to), x, m_random.below(5))); break;
    case 6:
      object.is_constant = false;
      object.elements = 3 + m_random.below(3);
      line(fmt::format("int {}[{}];", n, object.elements));
      line(fmt::format("{}({}, {}, {});", helper("fill_with", fill_with), n, object.elements, x));
      break;
    default: line(fmt::format("{} {} = {}({}) % 1009;", kind, n, m_functor, x)); break;
  }
  add_local(scope, object);
}

/// A pointer into the input.
void Writer::declare_row(const Scope& scope) {
  Object object = {fresh_name(scope, false), m_types.of({"unsigned", Domain::u, 4294967295.0})};
  const std::string offset = folded(value(Domain::i, 1), 1000).text;
  line(fmt::format("const unsigned* {}{} = in + ({} & 1023);", m_random.chance(40) ? "const " : "", object.name, offset));
  object.elements = 3072;
  object.is_constant = object.is_pointer = true;
  m_reserved.push_back(object.name);
  add_local(scope, object);
}

}  // namespace judge::differential::people
