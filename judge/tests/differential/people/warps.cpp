// Operations of a warp, and atomics.
#include <fmt/format.h>

#include "judge/tests/differential/people/writer.hpp"

namespace judge::differential::people {

void Writer::warp_statement(const Scope& scope) {
  switch (m_random.below(4)) {
    case 0: return warp_sum(scope);
    case 1: return vote(scope);
    case 2: return warps_after_divergence(scope);
    default: return shuffle(scope);
  }
}

/// By halves, or all to all. What a lane that is gone would give is left out.
void Writer::warp_sum(const Scope& scope) {
  constexpr const char* types[] = {"unsigned", "int", "float", "double", "long long"};
  constexpr Domain domains[] = {Domain::u, Domain::i, Domain::f, Domain::d, Domain::l};
  const unsigned chosen = m_random.below(5);
  const Domain domain = domains[chosen];
  Object sum = {fresh_name(scope, false), m_types.of({types[chosen], domain, 4000})};
  const Value first = folded(value(domain, 2), 100);
  const std::string &n = sum.name, &m = m_style.mask;
  line(fmt::format("{} {} = {};", types[chosen], n, first.text));
  const bool is_whole = m.starts_with("0x");
  const bool goes_down = is_whole && m_random.chance(60);
  open(m_random.chance(50) ? "for (int away = 16; away > 0; away >>= 1) {" : "for (int away = 1; away < 32; away *= 2) {");
  if (goes_down) {
    line(fmt::format("{0} += __shfl_down_sync({1}, {0}, away);", n, m));
  } else if (is_whole) {
    line(fmt::format("{} more = __shfl_xor_sync({}, {}, away);", types[chosen], m, n));
    line(fmt::format("{} += more;", n));
  } else {
    line(fmt::format("const {} more = __shfl_xor_sync({}, {}, away);", types[chosen], m, n));
    line(fmt::format("if ({} >> (({} & 31) ^ away) & 1) {} += more;", m, m_style.tid, n));
  }
  close();
  if (!wraps(domain)) line(fmt::format("{} = {};", n, folded({n, domain, 4e6}, 1000).text));
  m_reserved.push_back(n);
  add_local(scope, sum);
}

void Writer::vote(const Scope& scope) {
  const unsigned choice = m_random.below(6);
  const bool is_int = choice == 1 || choice == 2;
  Object got = {fresh_name(scope), m_types.of({is_int ? "int" : "unsigned", is_int ? Domain::i : Domain::u, 100})};
  hide(got.name, 1);
  const std::string asked = condition(2), &m = m_style.mask;
  std::string text;
  switch (choice) {
    case 0: text = fmt::format("__ballot_sync({}, {})", m, asked); break;
    case 1: text = fmt::format("__any_sync({}, {}) != 0", m, asked); break;
    case 2: text = fmt::format("__all_sync({}, {}) ? 3 : 5", m, asked); break;
    case 3: text = fmt::format("__popc(__ballot_sync({}, {}))", m, asked); break;
    case 4: text = fmt::format("__reduce_max_sync({}, {})", m, value(Domain::u, 1).text); break;
    default: text = fmt::format("__match_any_sync({}, {} & 3)", m, value(Domain::i, 1).text);
  }
  line(fmt::format("{}{} {} = {};", m_random.chance(50) ? "const " : "", got.type.name, got.name, text));
  got.is_constant = true;
  add_local(scope, got);
}

void Writer::shuffle(const Scope& scope) {
  constexpr const char* types[] = {"unsigned", "int", "float", "double", "unsigned long long"};
  constexpr Domain domains[] = {Domain::u, Domain::i, Domain::f, Domain::d, Domain::w};
  const unsigned chosen = m_random.below(5);
  const Domain domain = domains[chosen];
  Object got = {fresh_name(scope, false), m_types.of({types[chosen], domain, 4096})};
  const Value mine = folded(value(domain, 1), 4096);
  const std::string& m = m_style.mask;
  const std::string name = unique("lent"), lane = fmt::format("({} & 31)", m_style.tid);
  line(fmt::format("{} {} = {};", types[chosen], name, mine.text));
  if (!m.starts_with("0x")) {
    // The first lane that is there.
    line(fmt::format("{} {} = __shfl_sync({}, {}, __ffs({}) - 1);", types[chosen], got.name, m, name, m));
  } else {
    const unsigned number = 1 + m_random.below(15);
    switch (m_random.below(6)) {
      case 0: line(fmt::format("{} {} = __shfl_sync({}, {}, {});", types[chosen], got.name, m, name, number)); break;
      case 1: line(fmt::format("{} {} = __shfl_up_sync({}, {}, {});", types[chosen], got.name, m, name, number)); break;
      case 2:
        line(fmt::format("{} {} = __shfl_sync({}, {}, ({} + {}) & 31);", types[chosen], got.name, m, name, lane, number));
        break;
      case 3: line(fmt::format("{} {} = __shfl_xor_sync({}, {}, {}, 8);", types[chosen], got.name, m, name, number & 7)); break;
      case 4:
        line(fmt::format("{} {} = {};", types[chosen], got.name, name));
        line(fmt::format("for (int d = 1; d < 32; d <<= 1) {{ {0} up = __shfl_up_sync({1}, {2}, d); if ({3} >= d) {2} = up; }}",
                         types[chosen], m, got.name, lane));
        break;
      default: line(fmt::format("{} {} = __shfl_down_sync({}, {}, {}u) ;", types[chosen], got.name, m, name, number)); break;
    }
  }
  m_reserved.push_back(got.name);
  add_local(scope, got);
}

/// The lanes part, meet again, and then look at each other.
void Writer::warps_after_divergence(const Scope& scope) {
  const std::string part = unique("part"), value_name = unique("seen"), &m = m_style.mask;
  const std::string asked = condition(2);
  const Value first = folded(value(Domain::i, 2), 1000), other = folded(value(Domain::i, 1), 1000);
  line(fmt::format("int {} = {};", value_name, first.text));
  if (m_random.chance(50)) {
    line(fmt::format("const unsigned {} = __ballot_sync({}, {});", part, m, asked));
    open(fmt::format("if ({} >> ({} & 31) & 1) {{", part, m_style.tid));
    line(fmt::format("{0} = __shfl_sync({1}, {0}, __ffs({1}) - 1);", value_name, part));
    close("} else {");
    ++m_indent;
    line(fmt::format("{0} = __reduce_add_sync({1} & ~{2}, {0}) % 1000;", value_name, m, part));
    close();
  } else {
    line(fmt::format("if ({}) {} = {};", asked, value_name, other.text));
    line(fmt::format("__syncwarp({});", m));
    line(fmt::format("{0} = __shfl_sync({1}, {0}, __ffs({1}) - 1);", value_name, m));
  }
  m_reserved.push_back(value_name);
  add_local(scope, {value_name, m_types.of({"int", Domain::i, 30000})});
}

void Writer::atomic_statement(const Scope& scope) {
  if (m_random.chance(50)) return shared_atomic(scope);
  const std::string guard = m_random.chance(40) ? fmt::format("if ({}) ", condition(1)) : "";
  const std::string at = value(Domain::u, 1).text, by = value(Domain::u, 2).text;
  switch (m_random.below(5)) {
    case 0: return line(fmt::format("{}atomicAdd(&counts[{} & 7], {});", guard, at, by));
    case 1: return line(fmt::format("{}atomicMax(&counts[8 + ({} & 3)], {});", guard, at, by));
    case 2: return line(fmt::format("{}atomicXor(counts + 12 + ({} & 3), {});", guard, at, by));
    case 3:
      return line(fmt::format("{}atomicAdd(reinterpret_cast<float*>(counts) + 20, {});", guard,
                              cast("float", fmt::format("({}) & 3u", by))));
    default:
      return line(fmt::format("{}atomicMin((int*)&counts[24 + ({} & 3)], -{});", guard, at,
                              cast("int", fmt::format("255u & ({})", by))));
  }
}

/// Sums of unsigned numbers, maxima of the rest: no order can be seen.
void Writer::shared_atomic(const Scope& scope) {
  const int chosen = pick_object([&](const Object& object) {
    return object.storage == Storage::shared && object.locked == 0 && (object.target < 0 || root(object.target).locked == 0) &&
           object.type.form == Type::Form::scalar &&
           (object.type.name == "int" || object.type.name == "unsigned" || object.type.name == "unsigned long long");
  });
  if (chosen < 0 || !need(scope, chosen, State::atomic)) return assign(scope);
  const Object object = m_objects[static_cast<std::size_t>(chosen)];
  const Scalar type = object.type.leaves[0].type;
  const std::string at = object.is_array() ? index(object.elements) : "0";
  const Value by = type.domain == Domain::i ? folded(value(Domain::i, 2), 30000) : value(type.domain, 2);
  line(fmt::format("{}(&{}, {});", type.domain == Domain::i ? "atomicMax" : "atomicAdd", object.at(at), by.text));
}

}  // namespace judge::differential::people
