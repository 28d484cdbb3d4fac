#include <judge/reference.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

template <typename Number>
static void gate(const float* logits, float* topk_weights, int* topk_indices, int M, int E, int k) {
#pragma omp parallel for
  for (int m = 0; m < M; ++m) {
    const float* row = logits + std::int64_t{m} * E;
    std::vector<int> order(E);
    std::iota(order.begin(), order.end(), 0);
    std::partial_sort(order.begin(), order.begin() + k, order.end(),
                      [row](int a, int b) { return row[a] > row[b] || (row[a] == row[b] && a < b); });
    const Number largest = row[order[0]];
    Number sum = 0;
    for (int j = 0; j < k; ++j) sum += std::exp(row[order[j]] - largest);
    for (int j = 0; j < k; ++j) {
      topk_indices[std::int64_t{m} * k + j] = order[j];
      topk_weights[std::int64_t{m} * k + j] = static_cast<float>(std::exp(row[order[j]] - largest) / sum);
    }
  }
}

extern "C" void reference(const float* logits, float* topk_weights, int* topk_indices, int M, int E, int k) {
  gate<double>(logits, topk_weights, topk_indices, M, E, k);
}

extern "C" void reference_f32(const float* logits, float* topk_weights, int* topk_indices, int M, int E, int k) {
  gate<float>(logits, topk_weights, topk_indices, M, E, k);
}

// Normal numbers, no two of a row within 1e-4 of each other.
extern "C" void generate(const char* case_name, std::uint64_t seed, float* logits, float*, int*, int M, int E, int k) {
  const JudgeRandom random(seed);
  const bool neighbours = std::strstr(case_name, "neighbours") != nullptr, lane = std::strstr(case_name, "lane") != nullptr;
  const double shift = std::strstr(case_name, "large logits") ? 70 : std::strstr(case_name, "very negative") ? -70 : 0;
  for (int m = 0; m < M; ++m) {
    const std::uint64_t first = static_cast<std::uint64_t>(m) * E;
    std::vector<double> row(E);
    const int start = static_cast<int>(random.integer((1ull << 40) + m, 0, E - k + 1));
    for (int e = 0; e < E; ++e) {
      row[e] = random.normal(first + e);
      if (neighbours && e >= start && e < start + k) row[e] += 12;
      if (lane && e % 32 == m + 3) row[e] += 12;
    }
    std::vector<int> order(E);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&row](int a, int b) { return row[a] < row[b]; });
    for (int i = 1; i < E; ++i) row[order[i]] = std::max(row[order[i]], row[order[i - 1]] + 1e-4);
    for (int e = 0; e < E; ++e) logits[first + e] = static_cast<float>(row[e] + shift);
  }
}
