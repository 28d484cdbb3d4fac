// Complex numbers of <cuComplex.h>, in kernels and on the host.
#include <cuComplex.h>

#include <cmath>

#include "check.h"

__global__ void singles(const cuFloatComplex* in, cuFloatComplex* out, float* reals) {
  const cuFloatComplex a = in[0], b = in[1];
  out[0] = cuCaddf(a, b), out[1] = cuCsubf(a, b), out[2] = cuCmulf(a, b), out[3] = cuCdivf(a, b), out[4] = cuConjf(a);
  out[5] = cuCfmaf(a, b, make_cuComplex(1.0f, -1.0f));
  out[6] = cuComplexDoubleToFloat(cuComplexFloatToDouble(b));
  reals[0] = cuCrealf(a), reals[1] = cuCimagf(a), reals[2] = cuCabsf(a);
}

__global__ void doubles(cuDoubleComplex* out, double* reals) {
  const cuDoubleComplex a = make_cuDoubleComplex(3, 4), b = make_cuDoubleComplex(1, -2), large = make_cuDoubleComplex(3e200, 4e200);
  out[0] = cuCadd(a, b), out[1] = cuCsub(a, b), out[2] = cuCmul(a, b), out[3] = cuCdiv(a, b), out[4] = cuConj(a);
  out[5] = cuCfma(a, b, make_cuDoubleComplex(1, -1));
  out[6] = cuCdiv(large, large);
  reals[0] = cuCreal(a), reals[1] = cuCimag(a), reals[2] = cuCabs(large) / 1e200;
}

template <class Complex, class Real>
static void check(const std::vector<Complex>& got, const std::vector<Real>& reals, Complex last) {
  const Complex expected[] = {{4, 2}, {2, 6}, {11, -2}, {-1, 2}, {3, -4}, {12, -3}, last};
  for (int i = 0; i < 7; ++i)
    CHECK(std::fabs(got[i].x - expected[i].x) < 1e-6 && std::fabs(got[i].y - expected[i].y) < 1e-6);
  const Real expected_reals[] = {3, 4, 5};
  for (int i = 0; i < 3; ++i) CHECK(std::fabs(reals[i] - expected_reals[i]) < 1e-6);
}

extern "C" int run() {
  const cuComplex a = make_cuFloatComplex(3, 4);
  DeviceArray<cuFloatComplex> in(std::vector<cuFloatComplex>{a, cuConjf(make_cuFloatComplex(1, 2))}), out(7);
  DeviceArray<float> reals(3);
  singles<<<1, 1>>>(in, out, reals);
  check(out.get(), reals.get(), cuFloatComplex{1, -2});
  DeviceArray<cuDoubleComplex> wide(7);
  DeviceArray<double> wide_reals(3);
  doubles<<<1, 1>>>(wide, wide_reals);
  check(wide.get(), wide_reals.get(), cuDoubleComplex{1, 0});
  CHECK(cuCabsf(cuCmulf(a, a)) == 25.0f);
  return failures;
}
