#pragma once

#include <cublas_v2.h>
#include <judge_emulated/device_work.h>

#include <algorithm>
#include <cstdlib>

#include "judge/emulator/libraries/blas.hpp"

struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t pointer_mode = CUBLAS_POINTER_MODE_HOST;
  cublasAtomicsMode_t atomics_mode = CUBLAS_ATOMICS_NOT_ALLOWED;
  cublasMath_t math_mode = CUBLAS_DEFAULT_MATH;
};

namespace judge::emulated {

/// In a kernel: these columns of a matrix are written.
template <class T>
void wrote(const T* data, int ld, long long rows, long long columns) {
  judgeEmulatedWrote(data, static_cast<std::size_t>(rows) * sizeof(T), columns,
                     static_cast<long long>(ld) * static_cast<long long>(sizeof(T)));
}

template <class T>
struct Vector {
  T* data;
  int step;
};

bool is_live(cublasHandle_t handle);

/// A factor such as alpha: the host's is read at the call, the device's when the work is done.
template <class T>
class Factor {
 public:
  Factor(cublasHandle_t handle, const T* pointer) {
    if (handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE) m_pointer = pointer;
    else m_value = *pointer;
  }
  T get() const { return m_pointer ? *m_pointer : m_value; }

 private:
  const T* m_pointer = nullptr;
  T m_value{};
};

/// The functions for float and double by one name.
template <class T>
struct BlasOf;
#define JUDGE_BLAS_OF(x, T)                                 \
  template <>                                               \
  struct BlasOf<T> {                                        \
    static auto dot() { return find_blas()->x##dot; }       \
    static auto nrm2() { return find_blas()->x##nrm2; }     \
    static auto asum() { return find_blas()->x##asum; }     \
    static auto iamax() { return find_blas()->i##x##amax; } \
    static auto gemv() { return find_blas()->x##gemv; }     \
    static auto symv() { return find_blas()->x##symv; }     \
    static auto trsv() { return find_blas()->x##trsv; }     \
    static auto gemm() { return find_blas()->x##gemm; }     \
    static auto symm() { return find_blas()->x##symm; }     \
    static auto syrk() { return find_blas()->x##syrk; }     \
    static auto trmm() { return find_blas()->x##trmm; }     \
    static auto trsm() { return find_blas()->x##trsm; }     \
  };
JUDGE_BLAS_OF(s, float)
JUDGE_BLAS_OF(d, double)
#undef JUDGE_BLAS_OF

inline bool is_valid(cublasOperation_t trans) { return trans >= CUBLAS_OP_N && trans <= CUBLAS_OP_C; }
inline bool is_valid(cublasFillMode_t uplo) { return uplo == CUBLAS_FILL_MODE_LOWER || uplo == CUBLAS_FILL_MODE_UPPER; }
inline bool is_valid(cublasDiagType_t diag) { return diag == CUBLAS_DIAG_NON_UNIT || diag == CUBLAS_DIAG_UNIT; }
inline bool is_valid(cublasSideMode_t side) { return side == CUBLAS_SIDE_LEFT || side == CUBLAS_SIDE_RIGHT; }
inline int blas(cublasOperation_t trans) { return trans == CUBLAS_OP_N ? blas_no_trans : blas_trans; }
inline int blas(cublasFillMode_t uplo) { return uplo == CUBLAS_FILL_MODE_LOWER ? blas_lower : blas_upper; }
inline int blas(cublasDiagType_t diag) { return diag == CUBLAS_DIAG_UNIT ? blas_unit : blas_non_unit; }
inline int blas(cublasSideMode_t side) { return side == CUBLAS_SIDE_LEFT ? blas_left : blas_right; }

/// Is `ld` enough for columns of so many rows?
inline bool fits(int ld, int rows) { return ld >= std::max(1, rows); }

inline cublasStatus_t status_of(cudaError_t error) {
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

/// Runs `work` as a kernel of one thread. `Name` gives its name.
template <class Name, class Work>
cublasStatus_t run(cublasHandle_t handle, Name name, Work work) {
  return status_of(judge_emulated::run_on_device(name, 1, 1, handle->stream, work));
}

/// Element `i` of `n` in a vector with a step, which runs backwards where the step is negative.
template <class T>
T& element(T* x, int n, int step, long long i) {
  return x[step >= 0 ? i * step : (i - (n - 1)) * step];
}

/// In a kernel: this vector is written.
template <class T>
void wrote(int n, Vector<T> x) {
  if (n > 0) wrote(&element(x.data, n, x.step, x.step >= 0 ? 0 : n - 1), std::abs(x.step), 1, n);
}

}  // namespace judge::emulated

#define JUDGE_REQUIRE_HANDLE(handle) \
  if (!::judge::emulated::is_live(handle)) return CUBLAS_STATUS_NOT_INITIALIZED
#define JUDGE_REQUIRE(condition) \
  if (!(condition)) return CUBLAS_STATUS_INVALID_VALUE
#define JUDGE_NAME(text) [] { return text; }
