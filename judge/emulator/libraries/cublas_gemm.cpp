// cuBLAS's gemm in all its forms: one description of the work, cut into tiles of C, each a block of a launch. A tile is
// computed by one thread, so results do not depend on how many there are.
#include <cstdint>
#include <optional>
#include <vector>

#include "cuda_bf16.h"
#include "cuda_fp8.h"
#include "judge/emulator/libraries/cublas.hpp"

namespace judge::emulated {

namespace {

constexpr int tile_rows = 512, tile_columns = 128;

/// One operand of all batches: a stride between them, or a pointer for each.
struct Operand {
  const void* data;
  cudaDataType type;
  int ld;
  long long stride = 0;
  const void* const* pointers = nullptr;
};

/// alpha or beta, of the compute type.
struct Scale {
  const void* device = nullptr;
  double host = 0;
};

struct Gemm {
  cublasOperation_t transa, transb;
  int m, n, k;
  Operand a, b, c;
  Scale alpha, beta;
  cudaDataType scale_type;
  cublasComputeType_t compute;
  int batches;
};

std::size_t bytes_of(cudaDataType type) {
  switch (type) {
    case CUDA_R_64F: return 8;
    case CUDA_R_32F:
    case CUDA_R_32I: return 4;
    case CUDA_R_16F:
    case CUDA_R_16BF: return 2;
    default: return 1;
  }
}

template <class T>
T load(const void* data, cudaDataType type, long long i) {
  switch (type) {
    case CUDA_R_64F: return static_cast<T>(static_cast<const double*>(data)[i]);
    case CUDA_R_32F: return static_cast<T>(static_cast<const float*>(data)[i]);
    case CUDA_R_16F: return static_cast<T>(static_cast<float>(static_cast<const __half*>(data)[i]));
    case CUDA_R_16BF: return static_cast<T>(static_cast<float>(static_cast<const __nv_bfloat16*>(data)[i]));
    case CUDA_R_8F_E4M3: return static_cast<T>(static_cast<float>(static_cast<const __nv_fp8_e4m3*>(data)[i]));
    case CUDA_R_8F_E5M2: return static_cast<T>(static_cast<float>(static_cast<const __nv_fp8_e5m2*>(data)[i]));
    case CUDA_R_32I: return static_cast<T>(static_cast<const int*>(data)[i]);
    default: return static_cast<T>(static_cast<const signed char*>(data)[i]);
  }
}

template <class T>
void store(void* data, cudaDataType type, long long i, T value) {
  switch (type) {
    case CUDA_R_64F: static_cast<double*>(data)[i] = static_cast<double>(value); break;
    case CUDA_R_32F: static_cast<float*>(data)[i] = static_cast<float>(value); break;
    case CUDA_R_16F: static_cast<__half*>(data)[i] = __half(static_cast<float>(value)); break;
    case CUDA_R_16BF: static_cast<__nv_bfloat16*>(data)[i] = __nv_bfloat16(static_cast<float>(value)); break;
    case CUDA_R_8F_E4M3: static_cast<__nv_fp8_e4m3*>(data)[i] = __nv_fp8_e4m3(static_cast<float>(value)); break;
    case CUDA_R_8F_E5M2: static_cast<__nv_fp8_e5m2*>(data)[i] = __nv_fp8_e5m2(static_cast<float>(value)); break;
    case CUDA_R_32I: static_cast<int*>(data)[i] = static_cast<int>(value); break;
    default: static_cast<signed char*>(data)[i] = judge_emulated::saturate<signed char>(static_cast<float>(value));
  }
}

template <class T>
T value_of(const Scale& scale, cudaDataType type) {
  return scale.device ? load<T>(scale.device, type, 0) : static_cast<T>(scale.host);
}

const void* batch_of(const Operand& operand, long long batch) {
  if (operand.pointers) return operand.pointers[batch];
  return static_cast<const char*>(operand.data) + batch * operand.stride * static_cast<long long>(bytes_of(operand.type));
}

/// A float as the tensor cores take it: 10 digits of its fraction, rounded to nearest, ties away from zero.
float to_tf32(float value) {
  const std::uint32_t bits = judge_emulated::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7f800000u) == 0x7f800000u) return value;
  return judge_emulated::bit_cast<float>((bits + 0x1000u) & 0xffffe000u);
}

bool rounds_to_tf32(cublasComputeType_t compute) { return compute == CUBLAS_COMPUTE_32F_FAST_TF32; }

/// The part of one batch's C that a block computes.
struct Tile {
  const void *a, *b;
  void* c;
  int row, column, rows, columns;
};

Tile tile_of(const Gemm& gemm, long long index) {
  const long long down = (gemm.m + tile_rows - 1) / tile_rows, across = (gemm.n + tile_columns - 1) / tile_columns;
  const long long batch = index / (down * across), rest = index % (down * across);
  Tile tile{batch_of(gemm.a, batch),
            batch_of(gemm.b, batch),
            const_cast<void*>(batch_of(gemm.c, batch)),
            static_cast<int>(rest % down) * tile_rows,
            static_cast<int>(rest / down) * tile_columns,
            0,
            0};
  tile.rows = std::min(tile_rows, gemm.m - tile.row);
  tile.columns = std::min(tile_columns, gemm.n - tile.column);
  return tile;
}

/// Element (i, l) of op(X), X stored by columns.
long long place(const Operand& operand, cublasOperation_t trans, long long i, long long l) {
  return trans == CUBLAS_OP_N ? i + l * operand.ld : l + i * operand.ld;
}

/// `count` rows of op(X) from `first` on, each with all `k` elements, one row after the other.
template <class T>
std::vector<T> rows_of(const Operand& operand, const void* data, cublasOperation_t trans, int first, int count,
                       const Gemm& gemm) {
  std::vector<T> rows(static_cast<std::size_t>(count) * static_cast<std::size_t>(gemm.k));
  auto* at = rows.data();
  for (int i = 0; i < count; ++i)
    for (int l = 0; l < gemm.k; ++l) *at++ = load<T>(data, operand.type, place(operand, trans, first + i, l));
  if constexpr (std::is_same_v<T, float>)
    if (operand.type == CUDA_R_32F && rounds_to_tf32(gemm.compute))
      for (float& value : rows) value = to_tf32(value);
  return rows;
}

/// Over operands as they lie in memory.
template <class T>
void multiply_in_place(const Gemm& gemm, const Tile& tile) {
  const auto at = [](const Operand& operand, const void* data, cublasOperation_t trans, int row) {
    return static_cast<const T*>(data) + place(operand, trans, row, 0);
  };
  const auto flipped = gemm.transb == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N;
  BlasOf<T>::gemm()(blas_by_columns, blas(gemm.transa), blas(gemm.transb), tile.rows, tile.columns, gemm.k,
                    value_of<T>(gemm.alpha, gemm.scale_type), at(gemm.a, tile.a, gemm.transa, tile.row), gemm.a.ld,
                    at(gemm.b, tile.b, flipped, tile.column), gemm.b.ld, value_of<T>(gemm.beta, gemm.scale_type),
                    static_cast<T*>(tile.c) + tile.row + static_cast<long long>(tile.column) * gemm.c.ld, gemm.c.ld);
}

/// Writes alpha * sum + beta * C.
template <class T>
void finish(const Gemm& gemm, const Tile& tile, const std::vector<T>& sums) {
  const T alpha = value_of<T>(gemm.alpha, gemm.scale_type), beta = value_of<T>(gemm.beta, gemm.scale_type);
  const T* sum = sums.data();
  for (int j = 0; j < tile.columns; ++j)
    for (int i = 0; i < tile.rows; ++i) {
      const long long at = tile.row + i + static_cast<long long>(tile.column + j) * gemm.c.ld;
      const T before = beta == T(0) ? T(0) : static_cast<T>(beta * load<T>(tile.c, gemm.c.type, at));
      store(tile.c, gemm.c.type, at, static_cast<T>(alpha * *sum++ + before));
    }
}

/// Over copies of the operands as float.
void multiply_as_float(const Gemm& gemm, const Tile& tile) {
  std::vector<float> sums(static_cast<std::size_t>(tile.rows) * static_cast<std::size_t>(tile.columns));
  if (gemm.k > 0 && value_of<float>(gemm.alpha, gemm.scale_type) != 0) {
    const auto flipped = gemm.transb == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N;
    const auto a = rows_of<float>(gemm.a, tile.a, gemm.transa, tile.row, tile.rows, gemm);
    const auto b = rows_of<float>(gemm.b, tile.b, flipped, tile.column, tile.columns, gemm);
    BlasOf<float>::gemm()(blas_by_columns, blas_trans, blas_no_trans, tile.rows, tile.columns, gemm.k, 1.0f, a.data(), gemm.k,
                          b.data(), gemm.k, 0.0f, sums.data(), tile.rows);
  }
  finish(gemm, tile, sums);
}

/// Whole numbers wrap, as a GPU's do.
void multiply_integers(const Gemm& gemm, const Tile& tile) {
  const auto flipped = gemm.transb == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N;
  const auto a = rows_of<int>(gemm.a, tile.a, gemm.transa, tile.row, tile.rows, gemm);
  const auto b = rows_of<int>(gemm.b, tile.b, flipped, tile.column, tile.columns, gemm);
  std::vector<int> sums;
  for (int j = 0; j < tile.columns; ++j)
    for (int i = 0; i < tile.rows; ++i) {
      const int* const x = a.data() + static_cast<std::size_t>(i) * static_cast<std::size_t>(gemm.k);
      const int* const y = b.data() + static_cast<std::size_t>(j) * static_cast<std::size_t>(gemm.k);
      unsigned sum = 0;
      for (int l = 0; l < gemm.k; ++l) sum += static_cast<unsigned>(x[l]) * static_cast<unsigned>(y[l]);
      sums.push_back(static_cast<int>(sum));
    }
  finish(gemm, tile, sums);
}

void multiply(const Gemm& gemm, const Tile& tile) {
  const auto all_are = [&](cudaDataType type) {
    return gemm.a.type == type && gemm.b.type == type && gemm.c.type == type && gemm.scale_type == type;
  };
  if (all_are(CUDA_R_64F)) multiply_in_place<double>(gemm, tile);
  else if (all_are(CUDA_R_32F) && !rounds_to_tf32(gemm.compute)) multiply_in_place<float>(gemm, tile);
  else if (gemm.scale_type == CUDA_R_32I) multiply_integers(gemm, tile);
  else multiply_as_float(gemm, tile);
  const long long size = static_cast<long long>(bytes_of(gemm.c.type));
  wrote(static_cast<const char*>(tile.c) + (tile.row + static_cast<long long>(tile.column) * gemm.c.ld) * size,
        gemm.c.ld * static_cast<int>(size), tile.rows * size, tile.columns);
}

/// The type of alpha and beta; nothing where cuBLAS has no such combination of types.
std::optional<cudaDataType> scale_type(const Gemm& gemm) {
  const cudaDataType a = gemm.a.type, c = gemm.c.type;
  const bool is_fp8 = a == CUDA_R_8F_E4M3 || a == CUDA_R_8F_E5M2;
  if (a != gemm.b.type || is_fp8) return std::nullopt;  // fp8 is cublasLt's alone
  switch (gemm.compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC: return a == CUDA_R_16F && c == CUDA_R_16F ? std::optional(CUDA_R_16F) : std::nullopt;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC: return a == CUDA_R_8I && c == CUDA_R_32I ? std::optional(CUDA_R_32I) : std::nullopt;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC: return a == CUDA_R_64F && c == CUDA_R_64F ? std::optional(CUDA_R_64F) : std::nullopt;
    case CUBLAS_COMPUTE_32F_FAST_16F:
    case CUBLAS_COMPUTE_32F_FAST_16BF:
    case CUBLAS_COMPUTE_32F_FAST_TF32: return a == CUDA_R_32F && c == CUDA_R_32F ? std::optional(CUDA_R_32F) : std::nullopt;
    case CUBLAS_COMPUTE_32F:
    case CUBLAS_COMPUTE_32F_PEDANTIC: break;
    default: return std::nullopt;
  }
  const bool is_known = (a == CUDA_R_32F && c == CUDA_R_32F) || (a == CUDA_R_8I && c == CUDA_R_32F) ||
                        ((a == CUDA_R_16F || a == CUDA_R_16BF) && (c == a || c == CUDA_R_32F));
  return is_known ? std::optional(CUDA_R_32F) : std::nullopt;
}

Scale scale_of(cublasHandle_t handle, const void* pointer, cudaDataType type) {
  if (handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE) return {pointer, 0};
  return {nullptr, load<double>(pointer, type, 0)};
}

template <class Name>
cublasStatus_t run_gemm(cublasHandle_t handle, Gemm gemm, const void* alpha, const void* beta, Name name) {
  JUDGE_REQUIRE_HANDLE(handle);
  JUDGE_REQUIRE(is_valid(gemm.transa) && is_valid(gemm.transb) && gemm.m >= 0 && gemm.n >= 0 && gemm.k >= 0);
  JUDGE_REQUIRE(gemm.batches >= 0 && alpha && beta && fits(gemm.c.ld, gemm.m));
  JUDGE_REQUIRE(fits(gemm.a.ld, gemm.transa == CUBLAS_OP_N ? gemm.m : gemm.k));
  JUDGE_REQUIRE(fits(gemm.b.ld, gemm.transb == CUBLAS_OP_N ? gemm.k : gemm.n));
  if (gemm.compute == CUBLAS_COMPUTE_32F && (handle->math_mode & 3) == CUBLAS_TF32_TENSOR_OP_MATH && gemm.a.type == CUDA_R_32F)
    gemm.compute = CUBLAS_COMPUTE_32F_FAST_TF32;
  const auto type = scale_type(gemm);
  if (!type) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (gemm.m == 0 || gemm.n == 0 || gemm.batches == 0) return CUBLAS_STATUS_SUCCESS;
  gemm.scale_type = *type;
  gemm.alpha = scale_of(handle, alpha, *type);
  gemm.beta = scale_of(handle, beta, *type);
  const long long tiles = static_cast<long long>((gemm.m + tile_rows - 1) / tile_rows) *
                          ((gemm.n + tile_columns - 1) / tile_columns) * gemm.batches;
  return status_of(judge_emulated::run_on_device(name, static_cast<unsigned>(tiles), 1, handle->stream,
                                                 [gemm] { multiply(gemm, tile_of(gemm, blockIdx.x)); }));
}

}  // namespace

}  // namespace judge::emulated

using namespace judge::emulated;

extern "C" {

#define JUDGE_GEMMS(X, Suffix, T, type, compute)                                                                             \
  cublasStatus_t cublas##X##gemm##Suffix(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,   \
                                         int n, int k, const T* alpha, const T* a, int lda, const T* b, int ldb,             \
                                         const T* beta, T* c, int ldc) {                                                     \
    return run_gemm(handle,                                                                                                  \
                    {transa, transb, m, n, k, {a, type, lda}, {b, type, ldb}, {c, type, ldc}, {}, {}, type, compute, 1},     \
                    alpha, beta, JUDGE_NAME("cublas" #X "gemm"));                                                            \
  }                                                                                                                          \
  cublasStatus_t cublas##X##gemmStridedBatched(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,    \
                                               int m, int n, int k, const T* alpha, const T* a, int lda, long long stride_a, \
                                               const T* b, int ldb, long long stride_b, const T* beta, T* c, int ldc,        \
                                               long long stride_c, int batches) {                                            \
    return run_gemm(handle,                                                                                                  \
                    {transa,                                                                                                 \
                     transb,                                                                                                 \
                     m,                                                                                                      \
                     n,                                                                                                      \
                     k,                                                                                                      \
                     {a, type, lda, stride_a},                                                                               \
                     {b, type, ldb, stride_b},                                                                               \
                     {c, type, ldc, stride_c},                                                                               \
                     {},                                                                                                     \
                     {},                                                                                                     \
                     type,                                                                                                   \
                     compute,                                                                                                \
                     batches},                                                                                               \
                    alpha, beta, JUDGE_NAME("cublas" #X "gemmStridedBatched"));                                              \
  }                                                                                                                          \
  cublasStatus_t cublas##X##gemmBatched(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,    \
                                        int n, int k, const T* alpha, const T* const a[], int lda, const T* const b[],       \
                                        int ldb, const T* beta, T* const c[], int ldc, int batches) {                        \
    return run_gemm(handle,                                                                                                  \
                    {transa,                                                                                                 \
                     transb,                                                                                                 \
                     m,                                                                                                      \
                     n,                                                                                                      \
                     k,                                                                                                      \
                     {nullptr, type, lda, 0, reinterpret_cast<const void* const*>(a)},                                       \
                     {nullptr, type, ldb, 0, reinterpret_cast<const void* const*>(b)},                                       \
                     {nullptr, type, ldc, 0, reinterpret_cast<const void* const*>(c)},                                       \
                     {},                                                                                                     \
                     {},                                                                                                     \
                     type,                                                                                                   \
                     compute,                                                                                                \
                     batches},                                                                                               \
                    alpha, beta, JUDGE_NAME("cublas" #X "gemmBatched"));                                                     \
  }
JUDGE_GEMMS(S, _v2, float, CUDA_R_32F, CUBLAS_COMPUTE_32F)
JUDGE_GEMMS(D, _v2, double, CUDA_R_64F, CUBLAS_COMPUTE_64F)
JUDGE_GEMMS(H, , __half, CUDA_R_16F, CUBLAS_COMPUTE_16F)

cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
                             const float* alpha, const void* a, cudaDataType a_type, int lda, const void* b,
                             cudaDataType b_type, int ldb, const float* beta, void* c, cudaDataType c_type, int ldc) {
  return run_gemm(handle,
                  {transa,
                   transb,
                   m,
                   n,
                   k,
                   {a, a_type, lda},
                   {b, b_type, ldb},
                   {c, c_type, ldc},
                   {},
                   {},
                   CUDA_R_32F,
                   CUBLAS_COMPUTE_32F,
                   1},
                  alpha, beta, JUDGE_NAME("cublasSgemmEx"));
}

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
                            const void* alpha, const void* a, cudaDataType a_type, int lda, const void* b, cudaDataType b_type,
                            int ldb, const void* beta, void* c, cudaDataType c_type, int ldc, cublasComputeType_t compute,
                            cublasGemmAlgo_t) {
  return run_gemm(
      handle, {transa, transb, m, n, k, {a, a_type, lda}, {b, b_type, ldb}, {c, c_type, ldc}, {}, {}, CUDA_R_32F, compute, 1},
      alpha, beta, JUDGE_NAME("cublasGemmEx"));
}

cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,
                                          int n, int k, const void* alpha, const void* a, cudaDataType a_type, int lda,
                                          long long stride_a, const void* b, cudaDataType b_type, int ldb, long long stride_b,
                                          const void* beta, void* c, cudaDataType c_type, int ldc, long long stride_c,
                                          int batches, cublasComputeType_t compute, cublasGemmAlgo_t) {
  return run_gemm(handle,
                  {transa,
                   transb,
                   m,
                   n,
                   k,
                   {a, a_type, lda, stride_a},
                   {b, b_type, ldb, stride_b},
                   {c, c_type, ldc, stride_c},
                   {},
                   {},
                   CUDA_R_32F,
                   compute,
                   batches},
                  alpha, beta, JUDGE_NAME("cublasGemmStridedBatchedEx"));
}

cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                                   int k, const void* alpha, const void* const a[], cudaDataType a_type, int lda,
                                   const void* const b[], cudaDataType b_type, int ldb, const void* beta, void* const c[],
                                   cudaDataType c_type, int ldc, int batches, cublasComputeType_t compute, cublasGemmAlgo_t) {
  return run_gemm(handle,
                  {transa,
                   transb,
                   m,
                   n,
                   k,
                   {nullptr, a_type, lda, 0, a},
                   {nullptr, b_type, ldb, 0, b},
                   {nullptr, c_type, ldc, 0, c},
                   {},
                   {},
                   CUDA_R_32F,
                   compute,
                   batches},
                  alpha, beta, JUDGE_NAME("cublasGemmBatchedEx"));
}
}
