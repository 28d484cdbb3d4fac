#include "judge/tests/differential/statements.hpp"

#include <fmt/format.h>

#include "judge/tests/differential/expressions.hpp"

namespace judge::differential {

namespace {

constexpr const char* plain_statements[] = {
    "local[$u & 7] = $u;",
    "local[$k3] ^= $u;",
    "$vu = local[$u & 7] + $vu;",
    "for (unsigned k = 0; k < 8; ++k) local[k] += $vu ^ k;",
    "{ const uint4 four = reinterpret_cast<const uint4*>(in)[$u & 1023]; $vu ^= four.x; $vu += four.y; "
    "$vi ^= static_cast<int>(four.z); $vu = four.w | $vu; }",
    "{ const float2 two = make_float2($f, $f); $vf = two.x + two.y; }",
    "{ const auto twice = [&](unsigned x) { return x + $vu; }; $vu = twice($u) ^ twice($u); }",
    "$vu += $u; $vi ^= $i;",
    "if ($c) { $vu = $u; $vi = $i; }",
    "$vf = number($vu); $vd = $d;",
    "{ const unsigned before = $vu++; $vu = before * $k8; }",
    "{ unsigned bit = $u; while (bit > 1u) { bit >>= 1; $vu += bit & 3u; } }",
    "{ unsigned x = $u, steps = 0; do { x = x & 1 ? 3 * x + 1 : x >> 1; } while (++steps < ($k3 + 1u) && x > 1); $vu = "
    "x; }",
};

constexpr const char* warp_statements[] = {
    "$x = shuffle(@, lane, $y, $u);",
    "$x = shuffle(@, lane, $y, $u & 7, 8);",
    "$x = shuffle_up(@, lane, $y, $u & 31);",
    "$x = shuffle_up(@, lane, $y, $k2, 4);",
    "$x = shuffle_down(@, lane, $y, $u & 31);",
    "$x = shuffle_down(@, lane, $y, $k3, 16);",
    "$x = shuffle_xor(@, lane, $y, $k5);",
    "$x = shuffle_xor(@, lane, $y, $k4, 8);",
    "for (unsigned away = 16; away > 0; away /= 2) $vu += shuffle_down(@, lane, $vu, away);",
    "for (unsigned away = 1; away < 32; away *= 2) $vi ^= shuffle_xor(@, lane, $vi, away);",
};

constexpr const char* vote_statements[] = {
    "$vu = __ballot_sync(@, $c);",
    "$vu ^= unsigned(__any_sync(@, $c));",
    "$vi ^= __all_sync(@, $c);",
    "$vu = __match_any_sync(@, $u & 3u);",
    "$vu ^= __match_any_sync(@, $w & 5ull);",
    "{ int is_same; $vu += __match_all_sync(@, $u & 1u, &is_same); $vi ^= is_same; }",
    "$vu = __reduce_add_sync(@, $u);",
    "$vi = __reduce_add_sync(@, $i);",
    "$vi = __reduce_min_sync(@, $i);",
    "$vu = __reduce_max_sync(@, $u);",
    "$vu = __reduce_and_sync(@, $u);",
    "$vu = __reduce_or_sync(@, $u & $u);",
    "$vu = __reduce_xor_sync(@, $u);",
    "$vu ^= unsigned(__popc(@)) + __fns(@, 0, 2);",
};

// One operation for each place, so that the order of the threads cannot be seen.
constexpr const char* atomic_statements[] = {
    "atomicAdd(&counts[$u & 7], $u);",
    "atomicMax(&counts[8 + ($u & 3)], $u);",
    "atomicXor(&counts[12 + ($u & 3)], $u);",
    "atomicOr(&counts[16 + ($u & 3)], $u & $u & $u);",
    "atomicSub(&counts[20 + ($u & 3)], $u);",
    "atomicInc(&counts[24 + ($u & 3)], 6u);",
    "raise(&counts[28 + ($u & 3)], $u);",
    "{ const unsigned ticket = atomicAdd(&counts[32], 1u); atomicAdd(&counts[33], ticket * ticket); }",
    "atomicAdd(reinterpret_cast<unsigned long long*>(&counts[34]), $w);",
    "atomicMax(reinterpret_cast<unsigned long long*>(&counts[36]), $w);",
    "atomicMin(reinterpret_cast<int*>(&counts[38]), $i);",
    "atomicAdd(reinterpret_cast<float*>(&counts[39]), static_cast<float>($u & 15u));",
    "atomicAdd(reinterpret_cast<double*>(&counts[40]), static_cast<double>($u & 0xffffu));",
    "atomicMax(reinterpret_cast<long long*>(&counts[42]), $l);",
    "atomicXor(reinterpret_cast<unsigned long long*>(&counts[44]), $w);",
};
constexpr const char* add_halves =
    "atomicAdd(reinterpret_cast<__half2*>(&counts[46]), "
    "__halves2half2(__float2half_rn(static_cast<float>($u & 1u)), __float2half_rn(1.0f)));";

std::string replace_all(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) text.replace(at, from.size(), to);
  return text;
}

}  // namespace

void StatementWriter::line(const std::string& text) {
  m_text.append(static_cast<std::size_t>(2 * m_indent), ' ').append(text).append("\n");
}

void StatementWriter::expanded(std::string_view text, int depth) { line(expand(m_random, text, depth)); }

char StatementWriter::type() {
  const char chosen = m_random.pick(all_types);
  return m_features.has_reals ? chosen : "uiwl"[m_random.below(4)];
}

void StatementWriter::block(const Scope& scope, int statements) {
  for (int i = 0; i < statements; ++i) statement(scope);
}

void StatementWriter::statement(const Scope& scope) {
  const bool may_nest = scope.depth < 2;
  const unsigned choice = m_random.below(100);
  const bool may_wait = scope.is_block_uniform && m_features.has_barriers && !scope.mask.empty();
  if (choice < 22 && may_wait) return barrier_statement();
  if (choice < 44 && !scope.mask.empty() && m_features.has_warp_operations)
    return choice < 34 ? warp_statement(scope) : vote_statement(scope);
  if (choice < 50 && m_features.has_atomics) return atomic_statement(scope);
  if (choice < 60 && may_nest) return branch(scope);
  if (choice < 66 && may_nest) return uniform_loop(scope);
  if (choice < 70 && may_nest) return divergent_loop(scope);
  if (choice < 72 && may_nest) return uniform_branch(scope);
  if (choice < 75 && may_nest) return loop_with_breaks(scope);
  if (choice < 78 && may_nest) return switch_statement(scope);
  if (choice < 84) return plain_statement(scope);
  assignment();
}

void StatementWriter::early_return(Scope& scope) {
  const std::string leaves = fresh("c");
  line(fmt::format("const bool {} = {};", leaves, condition(m_random, 2)));
  if (m_features.has_warp_operations) {
    const std::string mask = fresh("m");
    line(fmt::format("const unsigned {} = __ballot_sync({}, !{});", mask, scope.mask, leaves));
    scope.mask = mask;
  } else {
    scope.mask.clear();
  }
  line(fmt::format("if ({}) {{ out[gid * words_of_a_thread] = u0; return; }}", leaves));
}

void StatementWriter::assignment() {
  const char t = type();
  expanded(fmt::format("$v{0} = ${0};", t), 3);
}

void StatementWriter::plain_statement(const Scope&) {
  if (helpers > 0 && m_random.chance(40))
    return expanded(fmt::format("$vu ^= {}_helper_{}($u, $i, $f, $d, in, tid, lane, $k2);", m_name,
                                m_random.below(static_cast<unsigned>(helpers))));
  expanded(m_random.pick(plain_statements));
}

void StatementWriter::warp_statement(const Scope& scope) {
  const char t = type();
  if (m_random.chance(20) && m_features.has_barriers) {  // which declare shared arrays
    const std::string array = shared_array(t);
    return expanded(fmt::format("$v{0} = exchange({1}, lane, tid, {2}, ${0}, $u);", t, scope.mask, array));
  }
  std::string text = replace_all(m_random.pick(warp_statements), "@", scope.mask);
  text = replace_all(replace_all(text, "$x", fmt::format("$v{}", t)), "$y", fmt::format("${}", t));
  expanded(text);
}

void StatementWriter::vote_statement(const Scope& scope) {
  expanded(replace_all(m_random.pick(vote_statements), "@", scope.mask));
}

void StatementWriter::atomic_statement(const Scope& scope) {
  if (!m_has_added_halves && !scope.is_in_loop && m_random.chance(15)) {
    m_has_added_halves = true;  // once for each thread: larger sums would be rounded
    return expanded(add_halves);
  }
  expanded(m_random.pick(atomic_statements));
}

void StatementWriter::branch(const Scope& scope) {
  const std::string chosen = fresh("c"), mask = fresh("m"), rest = fresh("m");
  line(fmt::format("const bool {} = {};", chosen, condition(m_random, 2)));
  Scope inner = {scope.mask.empty() ? "" : mask, false, scope.is_in_loop, scope.depth + 1};
  const bool has_masks = m_features.has_warp_operations && !scope.mask.empty();
  if (has_masks)
    line(fmt::format("const unsigned {0} = __ballot_sync({1}, {2}), {3} = {1} & ~{0};", mask, scope.mask, chosen, rest));
  else inner.mask.clear();
  line(fmt::format("if ({}) {{", chosen));
  ++m_indent;
  block(inner, 1 + static_cast<int>(m_random.below(2)));
  --m_indent;
  if (m_random.chance(60)) {
    if (has_masks) inner.mask = rest;
    line("} else {");
    ++m_indent;
    block(inner, 1 + static_cast<int>(m_random.below(2)));
    --m_indent;
  }
  if (has_masks && m_random.chance(50)) {
    line("}");
    return line(fmt::format("__syncwarp({});", scope.mask));
  }
  line("}");
}

void StatementWriter::uniform_branch(const Scope& scope) {
  line(m_random.chance(50) ? "if (blockIdx.x & 1u) {" : expand(m_random, "if (table[blockIdx.x + $k2] > $k31) {", 0));
  ++m_indent;
  block({scope.mask, scope.is_block_uniform, scope.is_in_loop, scope.depth + 1}, 2);
  --m_indent;
  line("}");
}

void StatementWriter::uniform_loop(const Scope& scope) {
  if (m_random.chance(30)) line(m_random.chance(50) ? "#pragma unroll" : "#pragma unroll 1");
  const std::string counter = fresh("n");
  const std::string end = m_random.chance(70) ? std::to_string(1 + m_random.below(4)) + "u" : "(blockIdx.x & 3u) + 1u";
  line(fmt::format("for (unsigned {0} = 0; {0} < {1}; ++{0}) {{", counter, end));
  ++m_indent;
  expanded(fmt::format("$vu += {};", counter));
  block({scope.mask, scope.is_block_uniform, true, scope.depth + 1}, 1 + static_cast<int>(m_random.below(2)));
  --m_indent;
  line("}");
}

void StatementWriter::divergent_loop(const Scope& scope) {
  const std::string counter = fresh("n"), end = fresh("e"), mask = fresh("m");
  const bool has_masks = m_features.has_warp_operations && !scope.mask.empty();
  line(expand(m_random, fmt::format("const unsigned {} = $u & 7u;", end), 2));
  if (has_masks) line(fmt::format("unsigned {} = {};", mask, scope.mask));
  line(fmt::format("for (unsigned {0} = 0;{1}; ++{0}) {{", counter, has_masks ? "" : fmt::format(" {} < {}", counter, end)));
  ++m_indent;
  if (has_masks) {
    line(fmt::format("const unsigned left = __ballot_sync({}, {} < {});", mask, counter, end));
    line(fmt::format("if ({} >= {}) break;", counter, end));
    line(fmt::format("{} = left;", mask));
  }
  block({has_masks ? mask : "", false, true, scope.depth + 1}, 1 + static_cast<int>(m_random.below(2)));
  --m_indent;
  line("}");
  if (has_masks) line(fmt::format("__syncwarp({});", scope.mask));
}

void StatementWriter::loop_with_breaks(const Scope& scope) {
  const std::string counter = fresh("n");
  line(fmt::format("for (unsigned {0} = 0; {0} < {1}u; ++{0}) {{", counter, 2 + m_random.below(6)));
  ++m_indent;
  expanded("if ($c) continue;");
  assignment();
  expanded("if ($c) break;");
  block({"", false, true, scope.depth + 1}, 1);
  --m_indent;
  line("}");
}

void StatementWriter::switch_statement(const Scope& scope) {
  expanded("switch ($u % 5u) {");
  ++m_indent;
  for (unsigned value = 0; value < 4; ++value) {
    line(value == 3 ? "default: {" : fmt::format("case {}: {{", value));
    ++m_indent;
    block({"", false, true, scope.depth + 1}, 1);
    --m_indent;
    line(m_random.chance(70) ? "} break;" : "}");
  }
  --m_indent;
  line("}");
}

}  // namespace judge::differential
