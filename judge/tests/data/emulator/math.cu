// Functions and intrinsics against the host's library in double: errors in units in the last place; rounding modes and
// saturation exactly.
#include <cuda_runtime.h>
#include <math_constants.h>

#include <climits>
#include <cmath>

#include "check.h"

#define FUNCTIONS(f)                                                                                                  \
  f(sinf, sin, 2) f(cosf, cos, 2) f(tanf, tan, 4) f(expf, exp, 2) f(exp2f, exp2, 2) f(expm1f, expm1, 2) f(log2f, log2, 2) \
  f(log1pf, log1p, 2) f(sqrtf, sqrt, 0.5) f(cbrtf, cbrt, 1) f(tanhf, tanh, 2) f(sinhf, sinh, 3) f(coshf, cosh, 2)     \
  f(asinhf, asinh, 3) f(atanf, atan, 2) f(erff, erf, 2) f(erfcf, erfc, 4) f(tgammaf, tgamma, 10) f(floorf, floor, 0)  \
  f(ceilf, ceil, 0) f(truncf, trunc, 0) f(rintf, rint, 0) f(roundf, round, 0) f(fabsf, fabs, 0)

constexpr int functions = 24;

__global__ void evaluate(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int k = 0;
#define EVALUATE(single, ignored, ulps) out[i * functions + k++] = single(in[i]);
  FUNCTIONS(EVALUATE)
}

static double error_in_ulps(float got, double exact) {
  if (std::isnan(exact) || std::isnan(got)) return std::isnan(exact) == std::isnan(got) ? 0 : 1e9;
  if (std::isinf(got) || std::fabs(exact) > 3.4e38) return std::isinf(got) && std::fabs(exact) > 3.4e38 ? 0 : 1e9;
  const float rounded = static_cast<float>(exact);
  const double unit = std::nextafter(std::fabs(rounded), INFINITY) - static_cast<double>(std::fabs(rounded));
  return std::fabs(got - exact) / unit;
}

static void functions_of_one() {
  std::vector<float> x;
  for (int i = -400; i <= 400; i++) x.push_back(i * 0.0217f);
  for (float special : {0.0f, -0.0f, INFINITY, -INFINITY, NAN, 1e-30f, 30.0f}) x.push_back(special);
  const int n = static_cast<int>(x.size());
  DeviceArray<float> in(x), out(n * functions);
  evaluate<<<(n + 127) / 128, 128>>>(in, out, n);
  const std::vector<float> y = out.get();
  for (int i = 0; i < n; i++) {
    int k = 0;
#define COMPARE(single, exact, ulps)                                       \
  {                                                                        \
    const double error = error_in_ulps(y[i * functions + k++], std::exact(static_cast<double>(x[i]))); \
    if (error > ulps) std::printf("%s(%a): %g ulps\n", #single, x[i], error); \
    CHECK(error <= ulps);                                                  \
  }
    FUNCTIONS(COMPARE)
  }
}

__global__ void special(float* f, double* d) {
  f[0] = rsqrtf(4.0f);
  f[1] = rcbrtf(27.0f);
  f[2] = sinpif(0.5f);
  f[3] = cospif(1.0f);
  f[4] = normcdff(0.0f);
  f[5] = erfinvf(0.5f);
  f[6] = erfcinvf(1e-10f);
  f[7] = erfcxf(30.0f);
  f[8] = normcdfinvf(0.975f);
  f[9] = cyl_bessel_i0f(1.5f);
  f[10] = norm3df(1, 2, 2);
  f[11] = rnorm4df(1, 1, 1, 1);
  f[12] = exp10f(3.0f);
  sincospif(0.25f, &f[13], &f[14]);
  sincosf(1.0f, &f[15], &f[16]);
  f[17] = __saturatef(1.5f) + __saturatef(-2.0f) + __saturatef(CUDART_NAN_F);
  f[18] = fminf(1.0f, CUDART_NAN_F) + fmaxf(CUDART_NAN_F, 2.0f);
  f[19] = fmodf(7.5f, 2.0f) + remainderf(7.5f, 2.0f) + fdimf(3.0f, 1.0f) + copysignf(2.0f, -1.0f);
  f[20] = powf(2.0f, 10.0f) + ldexpf(0.5f, 4) + hypotf(3.0f, 4.0f) + scalbnf(1.0f, 3);
  f[21] = min(3, 2u) + max(-1, 2) + min(2.5f, 3.0f) + static_cast<float>(max(1.0, 2.0f));
  f[22] = j0f(1.0f) + lgammaf(4.0f);
  f[23] = signbit(-1.0f) + isnan(f[18]) + isinf(CUDART_INF_F) + isfinite(1.0f);
  d[0] = rsqrt(16.0);
  d[1] = sinpi(1.5);
  d[2] = erfinv(0.25);
  d[3] = normcdf(1.0);
  d[4] = norm4d(2, 2, 2, 2);
  d[5] = rhypot(3.0, 4.0);
  d[6] = fma(2.0, 3.0, 1.0);
  d[7] = cyl_bessel_i1(2.0);
  d[8] = static_cast<double>(abs(-3.5f)) + abs(-2) + llabs(-5ll);
}

static void special_functions() {
  DeviceArray<float> floats(24);
  DeviceArray<double> doubles(9);
  special<<<1, 1>>>(floats, doubles);
  const std::vector<float> f = floats.get();
  const std::vector<double> d = doubles.get();
  const double expected[] = {0.5,
                             1.0 / 3,
                             1,
                             -1,
                             0.5,
                             0.476936276204,
                             4.5728249673,
                             0.0187958888,
                             1.95996398454,
                             1.6467231897728904,
                             3,
                             0.5,
                             1000,
                             0.70710678118,
                             0.70710678118,
                             0.8414709848,
                             0.54030230586,
                             1,
                             3,
                             1.5 - 0.5 + 2 - 2,
                             1024 + 8 + 5 + 8,
                             2 + 2 + 2.5 + 2,
                             0.76519768655796655 + 1.791759469228055,
                             1 + 0 + 1 + 1};
  for (int i = 0; i < 24; i++) {
    if (!(std::fabs(f[i] - expected[i]) <= 3e-6 * std::fabs(expected[i])))
      std::printf("f[%d] = %.9g, not %.9g\n", i, f[i], expected[i]);
    CHECK(std::fabs(f[i] - expected[i]) <= 3e-6 * std::fabs(expected[i]));
  }
  const double exact[] = {0.25, -1, 0.22531205501217808, 0.84134474606854293, 4, 0.2, 7, 1.5906368546373291, 10.5};
  for (int i = 0; i < 9; i++) {
    if (!(std::fabs(d[i] - exact[i]) <= 4e-15 * std::fabs(exact[i])))
      std::printf("d[%d] = %.17g, not %.17g\n", i, d[i], exact[i]);
    CHECK(std::fabs(d[i] - exact[i]) <= 4e-15 * std::fabs(exact[i]));
  }
}

__global__ void rounding(float* f, double* d, int* i, long long* l) {
  f[0] = __fadd_rz(1.0f, 1e-10f), f[1] = __fadd_ru(1.0f, 1e-10f), f[2] = __fadd_rd(1.0f, -1e-10f),
  f[3] = __fadd_rn(1.0f, 1e-10f);
  f[4] = __fmul_ru(0.1f, 0.1f), f[5] = __fmul_rd(0.1f, 0.1f), f[6] = __fdiv_ru(1.0f, 3.0f),
  f[7] = __fdiv_rd(1.0f, 3.0f);
  f[8] = __fsqrt_ru(2.0f), f[9] = __fsqrt_rd(2.0f), f[10] = __frcp_ru(3.0f), f[11] = __frcp_rd(3.0f);
  f[12] = __fmaf_ru(0.1f, 0.1f, 1.0f), f[13] = __fmaf_rd(0.1f, 0.1f, 1.0f);
  f[14] = __int2float_rz(16777219), f[15] = __int2float_ru(16777217), f[16] = __double2float_rd(0.1),
  f[17] = __double2float_ru(0.1);
  f[18] = __uint2float_rd(4294967295u), f[19] = __ll2float_rn(9007199254740993ll);
  const float product = __fmul_rn(1.0000001f, 1.0000001f);
  f[20] = __fsub_rn(product, 1.0000002f);
  d[0] = __dadd_ru(1.0, 1e-20), d[1] = __dmul_rd(0.1, 0.1), d[2] = __ddiv_rz(2.0, 3.0), d[3] = __dsqrt_ru(2.0),
  d[4] = __fma_rd(0.1, 0.1, 1.0);
  d[5] = __ll2double_rz(9007199254740993ll), d[6] = __ull2double_ru(9007199254740993ull);
  i[0] = __float2int_rn(2.5f), i[1] = __float2int_rn(-3.5f), i[2] = __float2int_rz(-2.9f), i[3] = __float2int_ru(2.1f),
  i[4] = __float2int_rd(-2.1f);
  i[5] = __float2int_rn(1e20f), i[6] = __float2int_rn(-1e20f), i[7] = __float2int_rn(CUDART_NAN_F);
  i[8] = static_cast<int>(__float2uint_rz(-5.0f)), i[9] = static_cast<int>(__float2uint_rn(1e20f)),
  i[10] = __double2int_rn(1e300);
  i[11] = __double2hiint(1.0), i[12] = __double2loint(0.1), i[13] = __float_as_int(1.0f);
  l[0] = __float2ll_rn(1e30f), l[1] = __double2ll_rd(-2.5), l[2] = static_cast<long long>(__double2ull_rn(-1.0)),
  l[3] = __double_as_longlong(1.0);
}

static void rounding_modes() {
  DeviceArray<float> floats(21);
  DeviceArray<double> doubles(7);
  DeviceArray<int> ints(14);
  DeviceArray<long long> longs(4);
  rounding<<<1, 1>>>(floats, doubles, ints, longs);
  const std::vector<float> f = floats.get();
  const float below = std::nextafter(1.0f, 0.0f), above = std::nextafter(1.0f, 2.0f);
  const float e[] = {1, above, below, 1};
  for (int i = 0; i < 4; i++) CHECK_EQUAL(f[i], e[i]);
  for (int i : {4, 6, 8, 10, 12}) CHECK_EQUAL(f[i], std::nextafter(f[i + 1], INFINITY));
  CHECK(f[4] >= 0.1f * static_cast<double>(0.1f) && f[5] <= 0.1f * static_cast<double>(0.1f));
  CHECK(f[6] > 1.0 / 3 && f[7] < 1.0 / 3 && f[8] > std::sqrt(2.0) && f[9] < std::sqrt(2.0));
  CHECK_EQUAL(f[14], 16777218.0f);
  CHECK_EQUAL(f[15], 16777218.0f);
  CHECK(f[16] < 0.1 && f[17] > 0.1);
  CHECK_EQUAL(f[18], 4294967040.0f);
  CHECK_EQUAL(f[19], 9007199254740992.0f);
  CHECK_EQUAL(f[20], static_cast<float>(1.0000001f * static_cast<double>(1.0000001f)) - 1.0000002f);
  const std::vector<double> d = doubles.get();
  CHECK(d[0] > 1 && d[1] <= 0.010000000000000002 && d[2] <= 2.0 / 3 && d[3] >= std::sqrt(2.0) && d[4] <= 1.01);
  CHECK_EQUAL(d[5], 9007199254740992.0);
  CHECK_EQUAL(d[6], 9007199254740994.0);
  const int expected[] = {
      2, -4, -2, 3, -3, INT_MAX, INT_MIN, 0, 0, -1, INT_MAX, 0x3ff00000, static_cast<int>(0x9999999a), 0x3f800000};
  for (int i = 0; i < 14; i++) CHECK_EQUAL(ints.get()[i], expected[i]);
  const std::vector<long long> l = longs.get();
  CHECK(l[0] == LLONG_MAX && l[1] == -3 && l[2] == 0 && l[3] == 0x3ff0000000000000ll);
}

__global__ void fast(float* f) {
  f[0] = __expf(1.0f), f[1] = __logf(10.0f), f[2] = __sinf(0.5f), f[3] = __cosf(0.5f), f[4] = __powf(2.0f, 0.5f),
  f[5] = __fdividef(1.0f, 3.0f);
  f[6] = __exp10f(2.0f), f[7] = __log2f(8.0f), f[8] = __log10f(1000.0f), f[9] = __tanf(0.5f);
  __sincosf(0.25f, &f[10], &f[11]);
}

#ifdef __JUDGE_EMULATED__
// As newer C libraries declare them.
extern "C" {
double sinpi(double) noexcept;
double cospi(double) noexcept;
double rsqrt(double) noexcept;
float sinpif(float) noexcept;
float cospif(float) noexcept;
float rsqrtf(float) noexcept;
}
#endif

// What a GPU's fast forms give where they are wrong, and where the exact ones are exact.
__global__ void edges(float* f, double* d, const float* x) {
  f[0] = __powf(x[0], 2.0f), f[1] = __powf(x[0], 3.0f), f[2] = __powf(x[1], x[1]);
  f[3] = __powf(x[1], 2.0f), f[4] = __fdividef(2.0f, x[2]), f[5] = fdividef(2.0f, x[2]), f[6] = __fdividef(INFINITY, x[2]);
  f[7] = sinpif(-x[0]), f[8] = cospif(x[3]), f[9] = sinpif(x[3]), f[10] = cospif(x[0]), f[11] = sinpif(1e9f * x[0]);
  d[0] = sinpi(1.0 * -x[0]), d[1] = cospi(1.0 * x[3]), d[2] = cospi(3.0 * x[3]), d[3] = sinpi(-5.0 * x[3]);
  const double large = 1e200 * x[0];
  const double all[] = {large, 0, large};
  d[4] = norm3d(large, 0, 0), d[5] = norm4d(0, 3 * large, 0, 4 * large), d[6] = norm(3, all), d[7] = rnorm3d(0, 0, large);
}
__global__ void smallest(unsigned* u, long long* l) {
  u[0] = umin(3u, ~0u), u[1] = umax(3u, ~0u);
  l[0] = llmin(-1, 2), l[1] = llmax(-1, 2), l[2] = ullmin(~0ull, 2), l[3] = ullmax(1, 2);
}

static void edge_cases() {
  DeviceArray<float> floats(12), x(std::vector<float>{-3.0f, 0.0f, 1.5e38f, 0.5f});
  DeviceArray<double> doubles(8);
  edges<<<1, 1>>>(floats, doubles, x);
  const std::vector<float> f = floats.get();
  for (int i : {0, 1, 2, 6}) CHECK(std::isnan(f[i]));
  for (int i : {3, 4, 7, 8, 11}) CHECK_EQUAL(f[i], 0.0f);
  CHECK(f[5] > 0.0f && !std::signbit(f[7]) && std::signbit(f[11]));
  CHECK(f[9] == 1.0f && f[10] == -1.0f);
  const std::vector<double> d = doubles.get();
  const double expected[] = {0, 0, 0, -1, 3e200, 15e200, std::sqrt(2.0) * 3e200, 1 / 3e200};
  for (int i = 0; i < 8; i++) CHECK(std::fabs(d[i] - expected[i]) <= 1e-15 * std::fabs(expected[i]));
  DeviceArray<unsigned> u(2);
  DeviceArray<long long> l(4);
  smallest<<<1, 1>>>(u, l);
  CHECK(u.get()[0] == 3u && u.get()[1] == ~0u);
  const long long of_longs[] = {-1, 2, 2, 2};
  for (int i = 0; i < 4; i++) CHECK_EQUAL(l.get()[i], of_longs[i]);
}

static void fast_functions() {
  DeviceArray<float> floats(12);
  fast<<<1, 1>>>(floats);
  const double expected[] = {M_E, std::log(10.0), std::sin(0.5),  std::cos(0.5), std::sqrt(2.0), 1.0 / 3, 100, 3,
                             3,   std::tan(0.5),  std::sin(0.25), std::cos(0.25)};
  for (int i = 0; i < 12; i++) CHECK(std::fabs(floats.get()[i] - expected[i]) < 2e-6 * expected[i]);
}

__global__ void approximations(const float* x, float* tanh_of, float* sine_of) {
  const int i = threadIdx.x;
  asm("tanh.approx.f32 %0, %1;" : "=f"(tanh_of[i]) : "f"(x[i]));
  sine_of[i] = __sinf(1000.0f + x[i]);
}

// As exact as an H200, and not much more so: who needs more is wrong there.
static void errors_of_approximations() {
  constexpr int size = 256;
  std::vector<float> x(size);
  for (int i = 0; i < size; i++) x[i] = -4.0f + 0.0313f * i;
  DeviceArray<float> in(x), tanh_of(size), sine_of(size);
  approximations<<<1, size>>>(in, tanh_of, sine_of);
  double error_of_tanh = 0, error_of_sine = 0;
  for (int i = 0; i < size; i++) {
    const double exact = std::tanh(static_cast<double>(x[i]));
    error_of_tanh = std::max(error_of_tanh, std::fabs(tanh_of.get()[i] / exact - 1));
    const double angle = 1000.0f + x[i];
    error_of_sine = std::max(error_of_sine, std::fabs(sine_of.get()[i] - std::sin(angle)));
  }
  CHECK(error_of_tanh > std::ldexp(1.0, -19) && error_of_tanh < std::ldexp(1.0, -14));
  CHECK(error_of_sine > std::ldexp(1.0, -16) && error_of_sine < std::ldexp(1.0, -10));
}

extern "C" int run() {
  functions_of_one();
  special_functions();
  rounding_modes();
  fast_functions();
  edge_cases();
  errors_of_approximations();
  return failures;
}
