#include "judge/tests/differential/people/types.hpp"

#include <fmt/format.h>

namespace judge::differential::people {

namespace {

const std::vector<Scalar>& plain_scalars() {
  static const std::vector<Scalar> all = {
      {"int", Domain::i, 30000},
      {"unsigned", Domain::u, 4294967295.0},
      {"unsigned int", Domain::u, 4294967295.0},
      {"float", Domain::f, 4096},
      {"double", Domain::d, 1e6},
      {"long long", Domain::l, 1e12},
      {"unsigned long long", Domain::w, 1.8e19},
      {"size_t", Domain::w, 1.8e19},
      {"bool", Domain::i, 1, Scalar::Form::boolean},
      {"char", Domain::i, 100},
      {"signed char", Domain::i, 100},
      {"unsigned char", Domain::i, 255},
      {"short", Domain::i, 10000},
      {"unsigned short", Domain::i, 65535},
      {"__half", Domain::f, 500, Scalar::Form::half},
  };
  return all;
}

/// How often each of plain_scalars() is taken, then the kernel's own.
constexpr unsigned often[] = {0, 0, 0, 0, 0, 1, 1, 3, 3, 3, 3, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};

Type vector(const std::string& name, const Scalar& element, int count) {
  Type type = {name, {}, Type::Form::vector};
  for (int i = 0; i < count; ++i) type.leaves.push_back({std::string(".") + "xyzw"[i], element});
  return type;
}

}  // namespace

bool wraps(Domain domain) { return domain == Domain::u || domain == Domain::w; }

double limit(Domain domain) {
  switch (domain) {
    case Domain::i: return 2147483647.0;
    case Domain::l: return 4e18;
    case Domain::f: return 16777216.0;
    case Domain::d: return 9007199254740992.0;
    default: return 1e30;
  }
}

const char* type_name(Domain domain) {
  constexpr const char* names[] = {"int", "unsigned", "long long", "unsigned long long", "float", "double"};
  return names[static_cast<int>(domain)];
}

Types::Types(Random& random, std::string& text) : m_scalars(plain_scalars()) {
  name_types(random, text);
  constexpr const char* names[] = {"Item", "Body", "Node", "Stats", "Cell"};
  const unsigned first = random.below(5), count = random.chance(50) ? 0 : 1 + random.below(2);
  for (unsigned i = 0; i < count; ++i) make_structure(random, text, names[(first + i) % 5]);
}

void Types::name_types(Random& random, std::string& text) {
  if (random.chance(35)) {
    const Scalar old = m_scalars[random.pick(often)];
    constexpr const char* names[] = {"real", "value_t", "T", "elem_t", "data_type"};
    const char* const name = random.pick(names);
    text +=
        random.chance(50) ? fmt::format("using {} = {};\n", name, old.name) : fmt::format("typedef {} {};\n", old.name, name);
    Scalar renamed = old;
    renamed.name = name;
    m_scalars.push_back(renamed);
    m_scalars.push_back(renamed);
  }
  if (random.chance(25)) {
    const unsigned form = random.below(3);
    constexpr const char* heads[] = {"enum Mode", "enum class Mode", "enum class Mode : unsigned char"};
    text += fmt::format("{} {{ idle, busy, waiting, done }};\n", heads[form]);
    m_scalars.push_back({"Mode", Domain::i, 3, Scalar::Form::enumeration});
  }
}

void Types::make_structure(Random& random, std::string& text, const std::string& name) {
  constexpr const char* names[] = {"key", "weight", "count", "total", "flag", "left"};
  Type type = {name, {}, Type::Form::structure};
  text += fmt::format("struct {} {{\n", name);
  const unsigned members = 1 + random.below(4);
  for (unsigned i = 0; i < members; ++i) {
    const Scalar scalar = this->scalar(random);
    if (random.chance(25)) {
      const unsigned size = 2 + random.below(3);
      text += fmt::format("  {} {}[{}];\n", scalar.name, names[i], size);
      for (unsigned k = 0; k < size; ++k) type.leaves.push_back({fmt::format(".{}[{}]", names[i], k), scalar});
    } else {
      text += fmt::format("  {} {};\n", scalar.name, names[i]);
      type.leaves.push_back({std::string(".") + names[i], scalar});
    }
  }
  type.leaves.push_back({".tag", plain_scalars()[0]});
  text += "  int tag;\n";
  type.has_methods = random.chance(50);
  if (type.has_methods) {
    text += "  __device__ int twice() const { return 2 * tag; }\n";
    text += "  __device__ void set(int value) { tag = value; }\n";
    text += fmt::format("  __device__ {}& add(int value) {{ tag = (tag + value) % 1009; return *this; }}\n", name);
  }
  text += "};\n";
  m_structures.push_back(type);
}

Scalar Types::scalar(Random& random) const {
  const unsigned own = static_cast<unsigned>(m_scalars.size() - plain_scalars().size());
  if (own > 0 && random.chance(25)) return m_scalars[plain_scalars().size() + random.below(own)];
  return m_scalars[random.pick(often)];
}

Type Types::number(Random& random) const { return of(scalar(random)); }

Type Types::any(Random& random) const {
  if (!m_structures.empty() && random.chance(25)) return m_structures[random.below(static_cast<unsigned>(m_structures.size()))];
  if (random.chance(88)) return number(random);
  const std::vector<Scalar>& plain = plain_scalars();
  switch (random.below(6)) {
    case 0: return vector("float4", plain[3], 4);
    case 1: return vector("float2", plain[3], 2);
    case 2: return vector("int4", plain[0], 4);
    case 3: return vector("uint2", plain[1], 2);
    case 4: return vector("double2", plain[4], 2);
    default: return vector("int2", plain[0], 2);
  }
}

}  // namespace judge::differential::people
