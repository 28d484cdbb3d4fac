// exam: problem=vector-addition verdict=accepted
// X macros: one list makes the registers, the loads, the additions and the stores of eight elements.
#include <cuda_runtime.h>

#define LANES(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7)
#define COUNT_ONE(k) +1
enum { LANE_COUNT = 0 LANES(COUNT_ONE) };

#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define REG(prefix, k) CAT(CAT(prefix, _), k)
#define AT(k) (origin + (k) * stride)

#define DECLARE(k) float REG(lhs, k), REG(rhs, k);
#define FETCH(k) REG(lhs, k) = A[AT(k)]; REG(rhs, k) = B[AT(k)];
#define COMBINE(k) REG(lhs, k) OP REG(rhs, k);
#define WRITE(k) C[AT(k)] = REG(lhs, k);
#define CAREFULLY(k) if (AT(k) < N) C[AT(k)] = A[AT(k)] + B[AT(k)];
#define OP +=

#define DEFINE_KERNEL(NAME, BODY)                                                                             \
  __global__ void NAME(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int N) { \
    const int stride = blockDim.x;                                                                            \
    const int origin = blockIdx.x * stride * LANE_COUNT + threadIdx.x;                                        \
    BODY                                                                                                      \
  }

DEFINE_KERNEL(add_eight, if (AT(LANE_COUNT - 1) < N) { LANES(DECLARE) LANES(FETCH) LANES(COMBINE) LANES(WRITE) }
                         else { LANES(CAREFULLY) })

#undef OP

extern "C" void solve(const float* A, const float* B, float* C, int N) {
  const int per_block = 256 * LANE_COUNT;
  add_eight<<<(N + per_block - 1) / per_block, 256>>>(A, B, C, N);
}
