#include <judge/reference.h>

#include <atomic>
#include <cmath>
#include <vector>

namespace {

struct Quantisation {
  double factor;
  int zero_a, zero_b, zero_c;
};

int clamped(double value) { return static_cast<int>(std::min(127.0, std::max(-128.0, value))); }

// visit(index, sum) for each element of C, sum the exact one before scaling. In tiles whose sums stay in the cache.
template <class Visit>
void for_each_sum(const std::int8_t* A, const std::int8_t* B, int M, int N, int K, Quantisation q, Visit visit) {
  constexpr int rows = 4, width = 512;
  std::vector<std::int16_t> b(static_cast<std::size_t>(K) * N);
#pragma omp parallel for if (b.size() > 100000)
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(b.size()); ++i) b[i] = static_cast<std::int16_t>(B[i] - q.zero_b);
  const int across = (N + width - 1) / width, down = (M + rows - 1) / rows;
#pragma omp parallel for schedule(dynamic, 16) if (double(M) * N * K > 1e6)
  for (int tile = 0; tile < across * down; ++tile) {
    // Neighbouring tiles share a panel of B.
    const int top = tile % down * rows, left = tile / down * width;
    const int high = std::min(rows, M - top), wide = std::min(width, N - left);
    std::int32_t sums[rows][width] = {};
    for (int k = 0; k < K; ++k) {
      const std::int16_t* from = &b[static_cast<std::size_t>(k) * N + left];
      std::int32_t a[rows] = {};
      for (int r = 0; r < high; ++r) a[r] = A[static_cast<std::int64_t>(top + r) * K + k] - q.zero_a;
      for (int j = 0; j < wide; ++j) {
        const std::int32_t value = from[j];
        for (int r = 0; r < rows; ++r) sums[r][j] += a[r] * value;
      }
    }
    for (int r = 0; r < high; ++r)
      for (int j = 0; j < wide; ++j) visit(static_cast<std::int64_t>(top + r) * N + left + j, sums[r][j]);
  }
}

Quantisation quantisation(float scale_A, float scale_B, float scale_C, int zero_a, int zero_b, int zero_c) {
  return {double(scale_A) * scale_B / scale_C, zero_a, zero_b, zero_c};
}

}  // namespace

extern "C" void reference(const std::int8_t* A, const std::int8_t* B, std::int8_t* C, int M, int N, int K,
                          float scale_A, float scale_B, float scale_C, int zero_point_A, int zero_point_B,
                          int zero_point_C) {
  const auto q = quantisation(scale_A, scale_B, scale_C, zero_point_A, zero_point_B, zero_point_C);
  for_each_sum(A, B, M, N, K, q, [&](std::int64_t i, std::int32_t sum) {
    C[i] = static_cast<std::int8_t>(clamped(std::nearbyint(sum * q.factor) + q.zero_c));
  });
}

// Right is what the exact value rounds to; within 0.002 of a tie, both neighbours.
extern "C" bool check(const std::int8_t* A, const std::int8_t* B, std::int8_t* C, int M, int N, int K, float scale_A,
                      float scale_B, float scale_C, int zero_point_A, int zero_point_B, int zero_point_C,
                      JudgeCheck* report) {
  const auto q = quantisation(scale_A, scale_B, scale_C, zero_point_A, zero_point_B, zero_point_C);
  const std::int64_t count = static_cast<std::int64_t>(M) * N;
  std::atomic<std::int64_t> first = count, wrong = 0;
  for_each_sum(A, B, M, N, K, q, [&](std::int64_t i, std::int32_t sum) {
    const double scaled = sum * q.factor;
    if (C[i] >= clamped(std::ceil(scaled - 0.502) + q.zero_c) && C[i] <= clamped(std::floor(scaled + 0.502) + q.zero_c))
      return;
    ++wrong;
    std::int64_t before = first;
    while (i < before && !first.compare_exchange_weak(before, i)) {
    }
  });
  if (wrong == 0) return true;
  const std::int64_t i = first;
  std::int64_t sum = 0;
  for (int k = 0; k < K; ++k)
    sum += (A[i / N * K + k] - zero_point_A) * (B[static_cast<std::int64_t>(k) * N + i % N] - zero_point_B);
  return judge_reject(report,
                      "%lld of %lld elements of C are wrong, first C[%lld][%lld]: it is %d, but the exact value before "
                      "rounding and clamping is %.4f",
                      static_cast<long long>(wrong), static_cast<long long>(count), static_cast<long long>(i / N),
                      static_cast<long long>(i % N), C[i], static_cast<double>(sum) * q.factor + q.zero_c);
}
