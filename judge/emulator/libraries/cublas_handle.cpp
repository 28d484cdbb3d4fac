// Handles, modes and copies of cuBLAS.
#include <mutex>
#include <set>

#include "judge/emulator/libraries/cublas.hpp"

namespace judge::emulated {

namespace {

std::mutex mutex;

std::set<cublasHandle_t>& live_handles() {
  static auto* handles = new std::set<cublasHandle_t>;
  return *handles;
}

struct Status {
  cublasStatus_t status;
  const char* name;
  const char* text;
};

constexpr Status statuses[] = {
    {CUBLAS_STATUS_SUCCESS, "CUBLAS_STATUS_SUCCESS", "the operation completed successfully"},
    {CUBLAS_STATUS_NOT_INITIALIZED, "CUBLAS_STATUS_NOT_INITIALIZED", "the library was not initialized"},
    {CUBLAS_STATUS_ALLOC_FAILED, "CUBLAS_STATUS_ALLOC_FAILED", "the resource allocation failed"},
    {CUBLAS_STATUS_INVALID_VALUE, "CUBLAS_STATUS_INVALID_VALUE",
     "an unsupported value or parameter was passed to the function"},
    {CUBLAS_STATUS_ARCH_MISMATCH, "CUBLAS_STATUS_ARCH_MISMATCH",
     "the function requires an architectural feature absent from the architecture of the device"},
    {CUBLAS_STATUS_MAPPING_ERROR, "CUBLAS_STATUS_MAPPING_ERROR", "an access to GPU memory space failed"},
    {CUBLAS_STATUS_EXECUTION_FAILED, "CUBLAS_STATUS_EXECUTION_FAILED", "the GPU program failed to execute"},
    {CUBLAS_STATUS_INTERNAL_ERROR, "CUBLAS_STATUS_INTERNAL_ERROR", "an internal operation failed"},
    {CUBLAS_STATUS_NOT_SUPPORTED, "CUBLAS_STATUS_NOT_SUPPORTED", "the functionality requested is not supported"},
    {CUBLAS_STATUS_LICENSE_ERROR, "CUBLAS_STATUS_LICENSE_ERROR",
     "the functionality requested requires some license and an error was detected when trying to check the current licensing"},
};

const Status& describe(cublasStatus_t status) {
  static constexpr Status unknown{CUBLAS_STATUS_INTERNAL_ERROR, "unknown", "unknown"};
  for (const Status& known : statuses)
    if (known.status == status) return known;
  return unknown;
}

struct Copy {
  int rows, columns, bytes;
  const void* from;
  int from_step;
  void* to;
  int to_step;
};

/// A vector is a matrix of one row.
cublasStatus_t copy(const Copy& copy, cudaMemcpyKind kind, cudaStream_t stream) {
  if (copy.rows < 0 || copy.columns < 0 || copy.bytes <= 0 || copy.from_step <= 0 || copy.to_step <= 0)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (copy.rows == 0 || copy.columns == 0) return CUBLAS_STATUS_SUCCESS;
  const auto pitch = [&](int step) { return static_cast<std::size_t>(step) * static_cast<std::size_t>(copy.bytes); };
  const std::size_t width = static_cast<std::size_t>(copy.rows) * static_cast<std::size_t>(copy.bytes);
  const auto error = cudaMemcpy2DAsync(copy.to, pitch(copy.to_step), copy.from, pitch(copy.from_step), width,
                                       static_cast<std::size_t>(copy.columns), kind, stream);
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

}  // namespace

bool is_live(cublasHandle_t handle) {
  const std::lock_guard lock(mutex);
  return live_handles().contains(handle);
}

}  // namespace judge::emulated

using namespace judge::emulated;

extern "C" {

cublasStatus_t cublasCreate_v2(cublasHandle_t* handle) {
  JUDGE_REQUIRE(handle);
  if (!find_blas()) return CUBLAS_STATUS_NOT_INITIALIZED;
  const std::lock_guard lock(mutex);
  *handle = *live_handles().insert(new cublasContext).first;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasDestroy_v2(cublasHandle_t handle) {
  JUDGE_REQUIRE_HANDLE(handle);
  const std::lock_guard lock(mutex);
  live_handles().erase(handle);
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetVersion_v2(cublasHandle_t, int* version) {
  JUDGE_REQUIRE(version);
  *version = CUBLAS_VERSION;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetProperty(libraryPropertyType type, int* value) {
  JUDGE_REQUIRE(value && type >= MAJOR_VERSION && type <= PATCH_LEVEL);
  constexpr int values[] = {CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, CUBLAS_VER_PATCH};
  *value = values[type];
  return CUBLAS_STATUS_SUCCESS;
}
size_t cublasGetCudartVersion(void) { return 12080; }

cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void*, size_t) {
  JUDGE_REQUIRE_HANDLE(handle);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream) {
  JUDGE_REQUIRE_HANDLE(handle);
  handle->stream = stream;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t* stream) {
  JUDGE_REQUIRE_HANDLE(handle);
  JUDGE_REQUIRE(stream);
  *stream = handle->stream;
  return CUBLAS_STATUS_SUCCESS;
}

#define JUDGE_MODE(Name, type, member, is_known)                      \
  cublasStatus_t cublasSet##Name(cublasHandle_t handle, type mode) {  \
    JUDGE_REQUIRE_HANDLE(handle);                                     \
    JUDGE_REQUIRE(is_known);                                          \
    handle->member = mode;                                            \
    return CUBLAS_STATUS_SUCCESS;                                     \
  }                                                                   \
  cublasStatus_t cublasGet##Name(cublasHandle_t handle, type* mode) { \
    JUDGE_REQUIRE_HANDLE(handle);                                     \
    JUDGE_REQUIRE(mode);                                              \
    *mode = handle->member;                                           \
    return CUBLAS_STATUS_SUCCESS;                                     \
  }
JUDGE_MODE(PointerMode_v2, cublasPointerMode_t, pointer_mode,
           mode == CUBLAS_POINTER_MODE_HOST || mode == CUBLAS_POINTER_MODE_DEVICE)
JUDGE_MODE(AtomicsMode, cublasAtomicsMode_t, atomics_mode, mode == CUBLAS_ATOMICS_ALLOWED || mode == CUBLAS_ATOMICS_NOT_ALLOWED)
JUDGE_MODE(MathMode, cublasMath_t, math_mode, (mode & ~CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION) <= 3)
#undef JUDGE_MODE

const char* cublasGetStatusName(cublasStatus_t status) { return describe(status).name; }
const char* cublasGetStatusString(cublasStatus_t status) { return describe(status).text; }

cublasStatus_t cublasSetVectorAsync(int n, int bytes, const void* x, int incx, void* y, int incy, cudaStream_t stream) {
  return copy({1, n, bytes, x, incx, y, incy}, cudaMemcpyHostToDevice, stream);
}
cublasStatus_t cublasGetVectorAsync(int n, int bytes, const void* x, int incx, void* y, int incy, cudaStream_t stream) {
  return copy({1, n, bytes, x, incx, y, incy}, cudaMemcpyDeviceToHost, stream);
}
cublasStatus_t cublasSetVector(int n, int bytes, const void* x, int incx, void* y, int incy) {
  return cublasSetVectorAsync(n, bytes, x, incx, y, incy, nullptr);
}
cublasStatus_t cublasGetVector(int n, int bytes, const void* x, int incx, void* y, int incy) {
  return cublasGetVectorAsync(n, bytes, x, incx, y, incy, nullptr);
}
cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int bytes, const void* a, int lda, void* b, int ldb,
                                    cudaStream_t stream) {
  return copy({rows, columns, bytes, a, lda, b, ldb}, cudaMemcpyHostToDevice, stream);
}
cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int bytes, const void* a, int lda, void* b, int ldb,
                                    cudaStream_t stream) {
  return copy({rows, columns, bytes, a, lda, b, ldb}, cudaMemcpyDeviceToHost, stream);
}
cublasStatus_t cublasSetMatrix(int rows, int columns, int bytes, const void* a, int lda, void* b, int ldb) {
  return cublasSetMatrixAsync(rows, columns, bytes, a, lda, b, ldb, nullptr);
}
cublasStatus_t cublasGetMatrix(int rows, int columns, int bytes, const void* a, int lda, void* b, int ldb) {
  return cublasGetMatrixAsync(rows, columns, bytes, a, lda, b, ldb, nullptr);
}
}
