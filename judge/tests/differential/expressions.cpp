#include "judge/tests/differential/expressions.hpp"

#include <array>
#include <cctype>

namespace judge::differential {

namespace {

using Texts = std::span<const char* const>;

// Products of real numbers are written as functions that no compiler may fuse into a sum, and fused ones as fma; all
// other arithmetic is plain. Signed sums go through unsigned, where they wrap. NaN has one form when its bits are
// looked at.
constexpr const char* unsigned_operations[] = {
    "($u + $u)",
    "($u - $u)",
    "($u * $u)",
    "($u & $u)",
    "($u | $u)",
    "($u ^ $u)",
    "(~$u)",
    "(-($u))",
    "($u << ($u & 31))",
    "($u >> ($u & 31))",
    "($u << $k4)",
    "($u >> $k4)",
    "($u / ($u | 1u))",
    "($u % ($u | 1u))",
    "($c ? $u : $u)",
    "static_cast<unsigned>($i)",
    "static_cast<unsigned>($w)",
    "static_cast<unsigned>($w >> 32)",
    "unsigned(__popc($u))",
    "unsigned(__clz($i))",
    "unsigned(__ffs($i))",
    "unsigned(__popcll($w))",
    "unsigned(__clzll($l))",
    "unsigned(__ffsll($l))",
    "__brev($u)",
    "__byte_perm($u, $u, $u)",
    "__umulhi($u, $u)",
    "__umul24($u, $u)",
    "__uhadd($u, $u)",
    "__urhadd($u, $u)",
    "__sad($i, $i, $u)",
    "__usad($u, $u, $u)",
    "__funnelshift_l($u, $u, $u)",
    "__funnelshift_r($u, $u, $u)",
    "__funnelshift_lc($u, $u, $u)",
    "__funnelshift_rc($u, $u, $u)",
    "__dp4a($u, $u, $u)",
    "__dp2a_lo($u, $u, $u)",
    "__dp2a_hi($u, $u, $u)",
    "min($u, $u)",
    "max($u, $u)",
    "local[$u & 7]",
    "table[$u & 63]",
    "in[$u & 4095]",
    "__ldg(&in[$u & 4095])",
    "bits($f)",
    "bits($f)",
    "static_cast<unsigned>(bits($d) >> $k5)",
    "bits($h)",
    "bits($b)",
    "__float2uint_rn($f)",
    "__float2uint_rz($f)",
    "__float2uint_ru($f)",
    "__float2uint_rd($f)",
    "__double2uint_rn(plain($d))",
    "__double2uint_rz(plain($d))",
    "static_cast<unsigned>($c)",
    "unsigned(static_cast<unsigned char>($u))",
    "unsigned(static_cast<unsigned short>($u))",
    "ptx_bfe($u, $u, $u)",
    "ptx_bfi($u, $u, $u, $u)",
    "ptx_lop3_96($u, $u, $u)",
    "ptx_lop3_e8($u, $u, $u)",
    "ptx_prmt($u, $u, $u)",
    "ptx_shf($u, $u, $u)",
    "ptx_mad_hi($u, $u, $u)",
    "__vadd4($u, $u)",
    "__vsub2($u, $u)",
    "__vaddss4($u, $u)",
    "__vsubus4($u, $u)",
    "__vabsdiffs4($u, $u)",
    "__vabsdiffu2($u, $u)",
    "__vavgs4($u, $u)",
    "__vavgu4($u, $u)",
    "__vmaxs4($u, $u)",
    "__vminu2($u, $u)",
    "__vcmpgts4($u, $u)",
    "__vcmpleu2($u, $u)",
    "__vsetne4($u, $u)",
    "__vsads2($u, $u)",
    "__vsadu4($u, $u)",
    "__vabsss2($u)",
    "__vnegss4($u)",
    "__viaddmax_s16x2($u, $u, $u)",
    "__vimin3_u16x2($u, $u, $u)",
};
constexpr const char* int_operations[] = {
    "static_cast<int>($u)",
    "int($u + $u)",
    "int($u * $u)",
    "static_cast<int>($l)",
    "($i & $i)",
    "($i ^ $i)",
    "(~$i)",
    "($i >> ($u & 31))",
    "($i >> $k5)",
    "($i / (($i & 0x7fff) + 1))",
    "($i % (($i & 0x7fff) + 1))",
    "($c ? $i : $i)",
    "__mulhi($i, $i)",
    "__mul24($i & 0x7ff, $i & 0x7ff)",
    "__hadd($i, $i)",
    "__rhadd($i, $i)",
    "__dp4a($i, $i, $i)",
    "__dp2a_lo($i, $i, $i)",
    "__dp2a_hi($i, $i, $i)",
    "min($i, $i)",
    "max($i, $i)",
    "abs($i >> 1)",
    "int(static_cast<signed char>($i))",
    "int(static_cast<short>($u))",
    "__float2int_rn($f)",
    "__float2int_rz($f)",
    "__float2int_ru($f)",
    "__float2int_rd($f)",
    "__double2int_rn(plain($d))",
    "__double2int_rz(plain($d))",
    "__half2int_rn($h)",
    "__half2int_rz($h)",
    "int(__half2short_rd($h))",
    "__bfloat162int_rz($b)",
    "__double2loint(plain($d))",
    "__double2hiint(plain($d))",
    "ptx_bfe($i, $u, $u)",
};
constexpr const char* wide_operations[] = {
    "($w + $w)",
    "($w - $w)",
    "($w * $w)",
    "($w & $w)",
    "($w | $w)",
    "($w ^ $w)",
    "(~$w)",
    "($w << ($u & 63))",
    "($w >> ($u & 63))",
    "($w / ($w | 1ull))",
    "($w % ($w | 1ull))",
    "($c ? $w : $w)",
    "static_cast<unsigned long long>($u)",
    "static_cast<unsigned long long>($l)",
    "__umul64hi($w, $w)",
    "__brevll($w)",
    "max($w, $w)",
    "min($w, $w)",
    "bits($d)",
    "__float2ull_rn($f)",
    "__float2ull_rz($f)",
    "__double2ull_rn(plain($d))",
    "(static_cast<unsigned long long>($u) * $u)",
    "(static_cast<unsigned long long>($u) << 32 | $u)",
};
constexpr const char* long_operations[] = {
    "static_cast<long long>($w)",
    "static_cast<long long>($i)",
    "($l >> ($u & 63))",
    "($l & $l)",
    "($l ^ $l)",
    "(static_cast<long long>($i) * $i)",
    "__mul64hi($l, $l)",
    "($l / (($l & 0xffffff) + 1))",
    "($l % (($l & 0xffffff) + 1))",
    "($c ? $l : $l)",
    "min($l, $l)",
    "max($l, $l)",
    "__float2ll_rn($f)",
    "__float2ll_rz($f)",
    "__double2ll_rd(plain($d))",
};
constexpr const char* float_operations[] = {
    "($f + $f)",
    "($f - $f)",
    "__fmul_rn($f, $f)",
    "($f / $f)",
    "__fmaf_rn($f, $f, $f)",
    "fmaf($f, $f, $f)",
    "(-($f))",
    "($f + $f)",
    "($f - $f)",
    "__fmul_rn($f, $f)",
    "__fmaf_rn($f, $f, $f)",
    "number($u)",
    "number($i)",
    "sqrtf($f)",
    "sqrtf(fabsf($f))",
    "__frsqrt_rn(fabsf($f))",
    "__frcp_rn($f)",
    "__fadd_rz($f, $f)",
    "__fadd_ru($f, $f)",
    "__fmul_rd($f, $f)",
    "__fmaf_rz($f, $f, $f)",
    "__fdiv_ru($f, $f)",
    "__fsqrt_rd($f)",
    "($c ? $f : $f)",
    "(fminf($f, $f) + 0.0f)",
    "(fmaxf($f, $f) + 0.0f)",
    "(min($f, $f) + 0.0f)",
    "(max($f, $f) + 0.0f)",
    "fabsf($f)",
    "copysignf($f, plain($f))",
    "floorf($f)",
    "ceilf($f)",
    "truncf($f)",
    "rintf($f)",
    "roundf($f)",
    "fmodf($f, $f)",
    "ldexpf($f, ($i & 63) - 32)",
    "__saturatef($f)",
    "fdimf($f, $f)",
    "__int2float_rn($i)",
    "__uint2float_rn($u)",
    "__int2float_rz($i)",
    "__uint2float_ru($u)",
    "__ll2float_rn($l)",
    "__ull2float_rn($w)",
    "static_cast<float>($i)",
    "static_cast<float>($d)",
    "__double2float_rd($d)",
    "__double2float_rz($d)",
    "__uint_as_float($u)",
    "__half2float($h)",
    "__bfloat162float($b)",
    "nextafterf(plain($f), plain($f))",
    "remainderf($f, $f)",
    "half_lanes($h, $h)",
};
constexpr const char* double_operations[] = {
    "($d + $d)",
    "($d - $d)",
    "__dmul_rn($d, $d)",
    "($d / $d)",
    "__fma_rn($d, $d, $d)",
    "fma($d, $d, $d)",
    "(-($d))",
    "sqrt($d)",
    "sqrt(fabs($d))",
    "__dadd_rz($d, $d)",
    "__dmul_ru($d, $d)",
    "__ddiv_rd($d, $d)",
    "__dsqrt_rz($d)",
    "__drcp_rn($d)",
    "($c ? $d : $d)",
    "(fmin($d, $d) + 0.0)",
    "(fmax($d, $d) + 0.0)",
    "fabs($d)",
    "copysign($d, plain($d))",
    "floor($d)",
    "ceil($d)",
    "trunc($d)",
    "rint($d)",
    "fmod($d, $d)",
    "ldexp($d, ($i & 63) - 32)",
    "static_cast<double>($f)",
    "static_cast<double>($i)",
    "static_cast<double>($u)",
    "__ll2double_rn($l)",
    "__ull2double_rz($w)",
    "__longlong_as_double(static_cast<long long>($w))",
    "__hiloint2double($i, $i)",
};
constexpr const char* half_operations[] = {
    "__hadd($h, $h)",      "__hsub($h, $h)",          "__hmul_rn($h, $h)",
    "__hfma($h, $h, $h)",  "__hdiv($h, $h)",          "__hneg($h)",
    "__habs($h)",          "__float2half_rn($f)",     "__float2half_rz($f)",
    "__float2half_ru($f)", "__float2half_rd($f)",     "__double2half($d)",
    "__int2half_rn($i)",   "__uint2half_rz($u)",      "__ushort_as_half(static_cast<unsigned short>($u))",
    "__hadd_sat($h, $h)",  "__hfma_relu($h, $h, $h)", "hfloor($h)",
    "hrint($h)",           "($c ? $h : $h)",          "hsqrt(__habs($h))",
};
constexpr const char* bfloat_operations[] = {
    "__hadd($b, $b)",
    "__hsub($b, $b)",
    "__hmul_rn($b, $b)",
    "__hfma($b, $b, $b)",
    "__hneg($b)",
    "__habs($b)",
    "__float2bfloat16_rn($f)",
    "__float2bfloat16_rz($f)",
    "__float2bfloat16_ru($f)",
    "__double2bfloat16($d)",
    "__ushort_as_bfloat16(static_cast<unsigned short>($u))",
    "__int2bfloat16_rn($i)",
    "($c ? $b : $b)",
    "htrunc($b)",
};
constexpr const char* conditions[] = {
    "($u < $u)",     "($u == $u)",    "($u != $u)", "($i < $i)",          "($i >= $i)",       "($w > $w)",
    "($l <= $l)",    "($f < $f)",     "($f >= $f)", "($f != $f)",         "($d > $d)",        "($d <= $d)",
    "__hlt($h, $h)", "__hge($b, $b)", "isnan($f)",  "isinf($d)",          "(($u & 1u) != 0)", "(($u & 3u) == 1u)",
    "($c && $c)",    "($c || $c)",    "(!($c))",    "(($u >> $k5) & 1u)",
};

constexpr const char* unsigned_leaves[] = {"$vu", "$vu", "$vu",         "$vu", "$vu",  "$vu",
                                           "$vu", "$vu", "threadIdx.x", "tid", "lane", "$n"};
constexpr const char* int_leaves[] = {
    "$vi", "$vi", "$vi", "$vi", "$vi", "$vi", "static_cast<int>(lane)", "static_cast<int>($n)"};
constexpr const char* wide_leaves[] = {
    "$vw", "$vw", "$vw", "$vw", "$vw", "$vw", "0x8000000000000000ull", "static_cast<unsigned long long>($n)"};
constexpr const char* long_leaves[] = {"$vl", "$vl", "$vl", "$vl", "$vl", "-1ll", "0x123456789abcdefll"};
constexpr const char* float_leaves[] = {"$vf", "$vf", "$vf", "$vf",         "$vf",        "$vf",
                                        "$vf", "$vf", "$r",  "number($vu)", "number($vi)"};
constexpr const char* double_leaves[] = {
    "$vd", "$vd", "$vd", "$vd", "$vd", "$vd", "static_cast<double>($r)", "static_cast<double>(number($vu))", "1e-310"};
constexpr const char* half_leaves[] = {"$vh", "$vh", "$vh", "$vh", "__float2half_rn(number($vu))"};
constexpr const char* bfloat_leaves[] = {"$vb", "$vb", "$vb", "$vb", "__float2bfloat16_rn(number($vi))"};
constexpr const char* condition_leaves[] = {"($vu < $u)", "($u & 1u)",   "($vi < $i)",
                                            "($vf < $f)", "(lane & 1u)", "(lane < ($u & 31u))"};
// Literals: $n and $r.
constexpr const char* naturals[] = {"0u",          "1u",          "31u", "0x80000000u", "0xffffffffu",
                                    "0x7fffffffu", "0x9e3779b9u", "$k3", "$k8",         "$k31"};
constexpr const char* reals[] = {"0.0f", "-0.0f", "1.0f", "-1.5f", "0.1f", "16777216.0f", "3.4e38f", "1e-40f", "1.2e-38f"};

struct Grammar {
  char type;
  const char* name;
  Texts operations, leaves;
};

const std::array<Grammar, 11>& grammars() {
  static const std::array<Grammar, 11> all = {{
      {'u', "unsigned", unsigned_operations, unsigned_leaves},
      {'i', "int", int_operations, int_leaves},
      {'w', "unsigned long long", wide_operations, wide_leaves},
      {'l', "long long", long_operations, long_leaves},
      {'f', "float", float_operations, float_leaves},
      {'d', "double", double_operations, double_leaves},
      {'h', "__half", half_operations, half_leaves},
      {'b', "__nv_bfloat16", bfloat_operations, bfloat_leaves},
      {'c', "bool", conditions, condition_leaves},
      {'n', "unsigned", naturals, naturals},
      {'r', "float", reals, reals},
  }};
  return all;
}

const Grammar& grammar(char type) {
  for (const Grammar& one : grammars())
    if (one.type == type) return one;
  return grammars().front();
}

}  // namespace

const char* type_name(char type) { return grammar(type).name; }

std::string variable(Random& random, char type) { return type + std::to_string(random.below(variables_of_a_type)); }

std::string expand(Random& random, std::string_view text, int depth) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '$') {
      result += text[at];
      continue;
    }
    const char kind = text[++at];
    if (kind == 'v') {
      result += variable(random, text[++at]);
    } else if (kind == 'k') {
      std::string digits;
      while (at + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[at + 1]))) digits += text[++at];
      result += std::to_string(random.next() & ((1ull << std::stoi(digits)) - 1)) + "u";
    } else {
      result += expression(random, kind, depth);
    }
  }
  return result;
}

std::string expression(Random& random, char type, int depth) {
  const Grammar& rules = grammar(type);
  // One in four ends early, so that shapes differ.
  const bool is_leaf = depth <= 0 || random.chance(25);
  return expand(random, random.pick(is_leaf ? rules.leaves : rules.operations), depth - 1);
}

std::string condition(Random& random, int depth) { return expression(random, 'c', depth); }

}  // namespace judge::differential
