// Integer intrinsics, on edge values.
#include <cuda_runtime.h>

#include <climits>

#include "check.h"

__global__ void evaluate(unsigned* u, int* i, long long* l) {
  u[0] = __brev(0x80000001u), u[1] = __byte_perm(0x33221100u, 0x77665544u, 0x7531u),
  u[2] = __byte_perm(0x80ff7f01u, 0, 0xba98u);
  u[3] = __umulhi(0xffffffffu, 0xffffffffu), u[4] = __umul24(0xff000003u, 0x5u), u[5] = __uhadd(0xffffffffu, 1u),
  u[6] = __urhadd(2u, 3u);
  u[7] = __sad(-5, 7, 3u), u[8] = __usad(2u, 9u, 1u);
  u[9] = __funnelshift_l(0x89abcdefu, 0x01234567u, 8), u[10] = __funnelshift_r(0x89abcdefu, 0x01234567u, 8);
  u[11] = __funnelshift_lc(0x89abcdefu, 0x01234567u, 40), u[12] = __funnelshift_rc(0x89abcdefu, 0x01234567u, 40);
  u[13] = __funnelshift_l(0x89abcdefu, 0x01234567u, 32), u[14] = __fns(0x0f0u, 0, 3), u[15] = __fns(0x0f0u, 31, -1),
  u[16] = __fns(1u, 0, 2);
  u[17] = __dp4a(0x01020304u, 0x05060708u, 10u), u[18] = __dp2a_lo(0x00020003u, 0x04050607u, 1u),
  u[19] = __dp2a_hi(0x00020003u, 0x04050607u, 1u);
  i[0] = __clz(0), i[1] = __clz(1), i[2] = __clz(-1), i[3] = __ffs(0), i[4] = __ffs(8), i[5] = __popc(0xf0f0u);
  i[6] = __clzll(0), i[7] = __clzll(1ll << 40), i[8] = __ffsll(1ll << 40), i[9] = __popcll(~0ull);
  i[10] = __mulhi(INT_MIN, INT_MIN), i[11] = __mulhi(-1, 5), i[12] = __mul24(0x00ffffff, 3), i[13] = __hadd(-3, 2),
  i[14] = __rhadd(-3, 2);
  i[15] = __dp4a(0x01ff02fe, 0x03040506, 100), i[16] = __hadd(INT_MAX, INT_MAX);
  l[0] = static_cast<long long>(__brevll(1ull)), l[1] = __mul64hi(LLONG_MIN, 2),
  l[2] = static_cast<long long>(__umul64hi(~0ull, ~0ull));
}

extern "C" int run() {
  DeviceArray<unsigned> unsigneds(20);
  DeviceArray<int> ints(17);
  DeviceArray<long long> longs(3);
  evaluate<<<1, 1>>>(unsigneds, ints, longs);
  const unsigned u[] = {
      0x80000001u, 0x77553311u,           0x80ff7f01u,       0xfffffffeu,      15,          0x80000000u, 3, 15,
      8,           0x23456789u,           0x6789abcdu,       0x89abcdefu,      0x01234567u, 0x01234567u, 6, 7,
      0xffffffffu, 5 + 12 + 21 + 32 + 10, 3 * 7 + 2 * 6 + 1, 3 * 5 + 2 * 4 + 1};
  for (int k = 0; k < 20; k++) CHECK_EQUAL(unsigneds.get()[k], u[k]);
  const int i[] = {32, 31, 0, 0, 4, 8, 64, 23, 41, 64, 0x40000000, -1, -3, -1, 0, 100 - 2 * 6 + 2 * 5 - 4 + 3, INT_MAX};
  for (int k = 0; k < 17; k++) CHECK_EQUAL(ints.get()[k], i[k]);
  const std::vector<long long> l = longs.get();
  CHECK(l[0] == LLONG_MIN && l[1] == -1 && l[2] == -2);
  return failures;
}
