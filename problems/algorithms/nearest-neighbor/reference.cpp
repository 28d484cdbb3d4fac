#include <judge/reference.h>

#include <limits>
#include <vector>

namespace {

double squared(const float* points, std::int64_t i, std::int64_t j) {
  double sum = 0;
  for (int c = 0; c < 3; ++c) {
    const double d = static_cast<double>(points[3 * i + c]) - points[3 * j + c];
    sum += d * d;
  }
  return sum;
}

// The lowest index among the nearest.
int nearest(const float* points, int i, int N) {
  double least = std::numeric_limits<double>::infinity();
  int best = 0;
  for (int j = 0; j < N; ++j)
    if (const double d = squared(points, i, j); j != i && d < least) {
      least = d;
      best = j;
    }
  return best;
}

}  // namespace

extern "C" void reference(const float* points, int* indices, int N) {
#pragma omp parallel for if (N > 2000)
  for (int i = 0; i < N; ++i) indices[i] = nearest(points, i, N);
}

// Right is the lowest index among the nearest, and any that is so little farther that float32 cannot tell: three
// differences, squares and sums, each rounded once, are off by less than 5e-7 for either of the two.
extern "C" bool check(const float* points, int* indices, int N, JudgeCheck* report) {
  int first_wrong = N, expected = 0;
#pragma omp parallel for if (N > 2000)
  for (int i = 0; i < N; ++i) {
    const int best = nearest(points, i, N), got = indices[i];
    if (got == best) continue;
    if (got >= 0 && got < N && got != i) {
      const double least = squared(points, i, best), d = squared(points, i, got);
      if (d > least && d <= least * (1 + 1e-6)) continue;
    }
#pragma omp critical
    if (i < first_wrong) {
      first_wrong = i;
      expected = best;
    }
  }
  if (first_wrong == N) return true;
  const int i = first_wrong, got = indices[i];
  if (got < 0 || got >= N)
    return judge_reject(report, "indices[%d] is %d, which is no point; %d is nearest", i, got, expected);
  if (got == i) return judge_reject(report, "indices[%d] is the point itself; %d is nearest", i, expected);
  const double d = squared(points, i, got), least = squared(points, i, expected);
  if (d == least)
    return judge_reject(report, "indices[%d] is %d; %d is just as near and comes first", i, got, expected);
  return judge_reject(report, "indices[%d] is %d, squared distance %.9g; that to %d is %.9g", i, got, d, expected,
                      least);
}

// Points on a sphere around the last one, which is at its centre.
extern "C" void generate(const char*, std::uint64_t seed, float* points, int*, int N) {
  const JudgeRandom random(seed);
  for (int i = 0; i < N; ++i) {
    const auto at = static_cast<std::uint64_t>(3) * i;
    const double x = random.normal(at), y = random.normal(at + 1), z = random.normal(at + 2);
    const double scale = i == N - 1 ? 0 : 10 / std::sqrt(x * x + y * y + z * z);
    points[3 * i] = static_cast<float>(5 + x * scale);
    points[3 * i + 1] = static_cast<float>(-7 + y * scale);
    points[3 * i + 2] = static_cast<float>(z * scale);
  }
}
