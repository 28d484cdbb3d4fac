// Statements that all threads of a block run together: each begins and ends with a barrier, so that what it does with
// shared arrays meets nothing else.
#include <fmt/format.h>

#include "judge/tests/differential/expressions.hpp"
#include "judge/tests/differential/statements.hpp"

namespace judge::differential {

namespace {

constexpr const char* shared_atomics[] = {"atomicAdd(&box[$u & 31], $u)",
                                          "atomicMax(&box[$u & 31], $u)",
                                          "atomicMin(&box[$u & 31], $u)",
                                          "atomicXor(&box[$u & 31], $u)",
                                          "atomicAnd(&box[$u & 31], $u | $u)",
                                          "atomicOr(&box[$u & 31], $u)",
                                          "raise(&box[$u & 31], $u)",
                                          "atomicInc(&box[$u & 31], 1000u)",
                                          "atomicAdd(reinterpret_cast<int*>(&box[$u & 31]), $i)"};

constexpr const char* tile_statements[] = {
    "$vu = tile.shfl_xor($vu, $k2);",
    "$vf = tile.shfl($vf, $u % tile.num_threads());",
    "$vu += tile.shfl_up($vu, 1) + tile.shfl_down($vu, 2);",
    "$vu ^= tile.ballot($c);",
    "$vi ^= tile.any($c) + 2 * tile.all($c);",
    "$vu += tile.thread_rank() * tile.meta_group_rank();",
    "$vu = cooperative_groups::reduce(tile, $vu, cooperative_groups::plus<unsigned>());",
    "$vi = cooperative_groups::reduce(tile, $vi, cooperative_groups::less<int>());",
    "$vu = cooperative_groups::reduce(tile, $vu, cooperative_groups::bit_xor<unsigned>());",
    "{ const auto part = cooperative_groups::labeled_partition(tile, static_cast<int>($u & 3u)); "
    "$vu += part.thread_rank() + 64u * part.num_threads(); }",
    "$vu = cooperative_groups::inclusive_scan(tile, $vu, cooperative_groups::plus<unsigned>());",
};

}  // namespace

void StatementWriter::barrier_statement() {
  switch (m_random.below(8)) {
    case 0:
    case 1: return exchange_in_block();
    case 2: return reduce_in_block();
    case 3: return scan_in_block();
    case 4: return count_in_block();
    case 5: return copy_in_block();
    case 6: return tiles();
    default:
      return expanded(m_random.chance(50)   ? "$vu += static_cast<unsigned>(__syncthreads_count($c));"
                      : m_random.chance(50) ? "$vi ^= __syncthreads_and($c) != 0;"
                                            : "$vi ^= __syncthreads_or($c) != 0;");
  }
}

/// Each thread writes a place of its own, then reads any.
void StatementWriter::exchange_in_block() {
  const char t = type();
  const std::string array = shared_array(t);
  const unsigned turn = m_random.below(threads());
  line("__syncthreads();");
  expanded(m_random.chance(50) ? fmt::format("{}[(tid + {}u) % threads] = ${};", array, turn, t)
                               : fmt::format("{}[threads - 1 - tid] = ${};", array, t));
  line("__syncthreads();");
  expanded(fmt::format("$v{0} = {1}[$u % threads];", t, array));
  if (m_random.chance(50)) expanded(fmt::format("if ($c) $v{0} = {1}[$u % threads];", t, array));
  line("__syncthreads();");
}

void StatementWriter::reduce_in_block() {
  const char t = "uifw"[m_random.below(4)];
  const std::string array = shared_array(t);
  const char* const operation = t == 'i'   ? "max({0}[tid], {0}[tid + half])"
                                : t == 'f' ? "{0}[tid] + {0}[tid + half]"
                                           : "{0}[tid] ^ ({0}[tid + half] * 3u)";
  line("__syncthreads();");
  expanded(fmt::format("{}[tid] = ${};", array, t));
  line("for (unsigned half = 512; half > 0; half >>= 1) {");
  line("  __syncthreads();");
  line(fmt::format("  if (tid < half && tid + half < threads) {}[tid] = {};", array,
                   fmt::format(fmt::runtime(operation), array)));
  line("}");
  line("__syncthreads();");
  expanded(fmt::format("$v{} = {}[0];", t, array));
  line("__syncthreads();");
}

void StatementWriter::scan_in_block() {
  const std::string array = shared_array('u');
  line("__syncthreads();");
  expanded(fmt::format("{}[tid] = $u;", array));
  line("for (unsigned away = 1; away < threads; away *= 2) {");
  line("  __syncthreads();");
  line(fmt::format("  const unsigned below = tid >= away ? {}[tid - away] : 0u;", array));
  line("  __syncthreads();");
  line(fmt::format("  {}[tid] += below;", array));
  line("}");
  line("__syncthreads();");
  expanded(fmt::format("$vu = {}[threads - 1 - tid];", array));
  line("__syncthreads();");
}

void StatementWriter::count_in_block() {
  if (!m_arrays_used.contains('#')) m_arrays_used += '#';
  line("__syncthreads();");
  expanded("for (unsigned k = tid; k < 32; k += threads) box[k] = table[k & $k5];", 0);
  line("__syncthreads();");
  const std::string operation = expand(m_random, m_random.pick(shared_atomics), 2);
  line(m_random.chance(40) ? expand(m_random, "if ($c) ", 2) + operation + ";" : operation + ";");
  line("__syncthreads();");
  expanded("$vu ^= box[$u & 31];");
  line("__syncthreads();");
}

void StatementWriter::copy_in_block() {
  if (!m_arrays_used.contains('4')) m_arrays_used += '4';
  line("__syncthreads();");
  expanded("copy_async(&quads[tid], reinterpret_cast<const uint4*>(in) + ($u & 1023));");
  line("__syncthreads();");
  expanded("$vu += quads[$u % threads].x ^ quads[$u % threads].w;");
  expanded("$vu = quads[$u % threads].y + quads[tid].z;");
  line("__syncthreads();");
}

/// Cooperative groups, where every warp is whole.
void StatementWriter::tiles() {
  if (threads() % 32 != 0) return exchange_in_block();
  line("{");
  line(fmt::format("  const auto tile = cooperative_groups::tiled_partition<{}>(cooperative_groups::this_thread_block());",
                   4u << m_random.below(4)));
  ++m_indent;
  expanded(m_random.pick(tile_statements));
  expanded(m_random.pick(tile_statements));
  --m_indent;
  line("}");
}

std::string StatementWriter::shared_array(char type) {
  if (type == 'u' && m_shape.dynamic_bytes > 0 && m_random.chance(50)) return "dynamic_slots";
  if (!m_arrays_used.contains(type)) m_arrays_used += type;
  return fmt::format("slots_{}", type);
}

std::string StatementWriter::shared_arrays() const {
  std::string text;
  for (const char used : m_arrays_used) {
    if (used == '#') text += "  __shared__ unsigned box[32];\n";
    else if (used == '4') text += fmt::format("  __shared__ uint4 quads[{}];\n", threads());
    else text += fmt::format("  __shared__ {} slots_{}[{}];\n", type_name(used), used, threads());
  }
  if (m_shape.dynamic_bytes > 0) text += "  extern __shared__ unsigned dynamic_slots[];\n";
  return text;
}

}  // namespace judge::differential
