#include <judge/reference.h>

#include <limits>
#include <string>
#include <vector>

namespace {

constexpr int tile = 64;
constexpr double infinite = std::numeric_limits<double>::infinity();

// c = min(c, a + b), for tiles in a matrix whose rows are `width` apart.
template <class Real>
void relax(Real* c, const Real* a, const Real* b, std::int64_t width) {
  for (int i = 0; i < tile; ++i)
    for (int k = 0; k < tile; ++k) {
      const Real through = a[i * width + k];
      for (int j = 0; j < tile; ++j) {
        const Real sum = through + b[k * width + j];
        c[i * width + j] = sum < c[i * width + j] ? sum : c[i * width + j];
      }
    }
}

// Floyd and Warshall, by tiles: the one on the diagonal, those in its row and column, all others.
template <class Real>
void shortest(const float* dist, float* output, int N) {
  const std::int64_t tiles = (N + tile - 1) / tile, width = tiles * tile;
  std::vector<Real> d(static_cast<std::size_t>(width * width), static_cast<Real>(infinite));
  for (std::int64_t i = 0; i < N; ++i) std::copy(dist + i * N, dist + (i + 1) * N, d.begin() + i * width);
  const auto at = [&](std::int64_t row, std::int64_t col) { return &d[row * tile * width + col * tile]; };
  for (std::int64_t t = 0; t < tiles; ++t) {
    Real* pivot = at(t, t);
    for (int k = 0; k < tile; ++k)
      for (int i = 0; i < tile; ++i)
        for (int j = 0; j < tile; ++j)
          pivot[i * width + j] = std::min(pivot[i * width + j], pivot[i * width + k] + pivot[k * width + j]);
          // The tile on the diagonal is closed by now, so the order in which its row's and column's elements change
          // does not matter.
#pragma omp parallel for if (tiles > 8)
    for (std::int64_t other = 0; other < tiles; ++other)
      if (other != t) {
        relax(at(t, other), pivot, at(t, other), width);
        relax(at(other, t), at(other, t), pivot, width);
      }
#pragma omp parallel for if (tiles > 8)
    for (std::int64_t row = 0; row < tiles; ++row)
      for (std::int64_t col = 0; col < tiles; ++col)
        if (row != t && col != t) relax(at(row, col), at(row, t), at(t, col), width);
  }
  for (std::int64_t i = 0; i < N; ++i)
    for (std::int64_t j = 0; j < N; ++j) output[i * N + j] = static_cast<float>(d[i * width + j]);
}

}  // namespace

extern "C" void reference(const float* dist, float* output, int N) { shortest<double>(dist, output, N); }

extern "C" void reference_f32(const float* dist, float* output, int N) { shortest<float>(dist, output, N); }

extern "C" void generate(const char* case_name, std::uint64_t seed, float* dist, float*, int N) {
  const std::string name = case_name;
  const auto starts = [&](const char* with) { return name.rfind(with, 0) == 0; };
  const JudgeRandom random(seed), of_nodes(seed + 1);
  for (std::int64_t i = 0; i < N; ++i)
    for (std::int64_t j = 0; j < N; ++j) {
      const auto at = static_cast<std::uint64_t>(2 * (i * N + j));
      const double weight = random.uniform(at, 0.1, 10.1);
      double edge = random.uniform(at + 1) < 0.3 ? weight : infinite;
      if (starts("a ring, backwards"))
        edge = j == (i + N - 1) % N ? weight : infinite;  // N - 1 steps to the next node
      else if (starts("a ring")) edge = j == (i + 1) % N ? weight : infinite;
      else if (starts("two parts")) edge = i % 2 == j % 2 ? edge : infinite;
      else if (starts("sparse")) edge = random.uniform(at + 1) < 0.03 ? weight : infinite;
      else if (starts("all edges")) edge = weight * 1000;
      // A height for each node makes edges negative without making a negative cycle: it cancels along every cycle.
      else if (starts("negative"))
        edge += of_nodes.uniform(static_cast<std::uint64_t>(j), 0, 8) -
                of_nodes.uniform(static_cast<std::uint64_t>(i), 0, 8);
      dist[i * N + j] = i == j ? 0.0f : static_cast<float>(edge);
    }
}
