#include <judge/reference.h>

#include <string>
#include <vector>

namespace {

template <class Real>
struct Centroids {
  std::vector<Real> x, y;
};

struct Nearest {
  int first, second;        // second: -1 if there is one centroid only
  double margin;            // by how much the squared distance to the second is greater
};

template <class Real>
Nearest nearest(Real x, Real y, const Centroids<Real>& centroids) {
  Nearest found{-1, -1, 0};
  Real least = 0, next = 0;
  for (int c = 0; c < static_cast<int>(centroids.x.size()); ++c) {
    const Real dx = x - centroids.x[c], dy = y - centroids.y[c], d = dx * dx + dy * dy;
    if (found.first < 0 || d < least) {
      found.second = found.first;
      next = least;
      found.first = c;
      least = d;
    } else if (found.second < 0 || d < next) {
      found.second = c;
      next = d;
    }
  }
  found.margin = static_cast<double>(next - least);
  return found;
}

// Means of those with a label; who has none stays. Sums of 256 are added up apart, as blocks would do it.
template <class Real>
void update(Centroids<Real>& centroids, const float* x, const float* y, const int* labels, int samples) {
  const std::size_t k = centroids.x.size();
  std::vector<Real> sum_x(k), sum_y(k), part_x(k), part_y(k);
  std::vector<int> count(k);
  for (int begin = 0; begin < samples; begin += 256) {
    std::fill(part_x.begin(), part_x.end(), Real(0));
    std::fill(part_y.begin(), part_y.end(), Real(0));
    for (int i = begin; i < std::min(begin + 256, samples); ++i) {
      part_x[labels[i]] += x[i];
      part_y[labels[i]] += y[i];
      ++count[labels[i]];
    }
    for (std::size_t c = 0; c < k; ++c) {
      sum_x[c] += part_x[c];
      sum_y[c] += part_y[c];
    }
  }
  for (std::size_t c = 0; c < k; ++c)
    if (count[c] > 0) {
      centroids.x[c] = sum_x[c] / static_cast<Real>(count[c]);
      centroids.y[c] = sum_y[c] / static_cast<Real>(count[c]);
    }
}

template <class Real>
void cluster(const float* data_x, const float* data_y, int* labels, const float* initial_x, const float* initial_y,
             float* final_x, float* final_y, int samples, int k, int iterations) {
  Centroids<Real> centroids{{initial_x, initial_x + k}, {initial_y, initial_y + k}};
  for (int round = 0; round < iterations; ++round) {
#pragma omp parallel for if (static_cast<std::int64_t>(samples) * k > 1000000)
    for (int i = 0; i < samples; ++i) labels[i] = nearest<Real>(data_x[i], data_y[i], centroids).first;
    update(centroids, data_x, data_y, labels, samples);
  }
  for (int c = 0; c < k; ++c) {
    final_x[c] = static_cast<float>(centroids.x[c]);
    final_y[c] = static_cast<float>(centroids.y[c]);
  }
}

// Moves samples that are nearly as near to two centroids in some round away from the boundary, until there are none:
// then labels do not depend on rounding. A move is tiny and changes the centroids much less than that.
void settle(float* x, float* y, const float* initial_x, const float* initial_y, int samples, int k, int iterations,
            double margin) {
  std::vector<int> labels(samples);
  for (int attempt = 0; attempt < 200; ++attempt) {
    Centroids<double> centroids{{initial_x, initial_x + k}, {initial_y, initial_y + k}};
    bool moved = false;
    for (int round = 0; round < iterations; ++round) {
      for (int i = 0; i < samples; ++i) {
        const Nearest found = nearest<double>(x[i], y[i], centroids);
        labels[i] = found.first;
        if (found.second < 0 || found.margin >= margin) continue;
        const double dx = centroids.x[found.first] - centroids.x[found.second];
        const double dy = centroids.y[found.first] - centroids.y[found.second];
        x[i] = static_cast<float>(x[i] + dx / (dx * dx + dy * dy) * margin);
        y[i] = static_cast<float>(y[i] + dy / (dx * dx + dy * dy) * margin);
        moved = true;
      }
      update(centroids, x, y, labels.data(), samples);
    }
    if (!moved) return;
  }
}

}  // namespace

extern "C" void reference(const float* data_x, const float* data_y, int* labels, float* initial_centroid_x,
                          float* initial_centroid_y, float* final_centroid_x, float* final_centroid_y, int sample_size,
                          int k, int max_iterations) {
  cluster<double>(data_x, data_y, labels, initial_centroid_x, initial_centroid_y, final_centroid_x, final_centroid_y,
                  sample_size, k, max_iterations);
}

extern "C" void reference_f32(const float* data_x, const float* data_y, int* labels, float* initial_centroid_x,
                              float* initial_centroid_y, float* final_centroid_x, float* final_centroid_y,
                              int sample_size, int k, int max_iterations) {
  cluster<float>(data_x, data_y, labels, initial_centroid_x, initial_centroid_y, final_centroid_x, final_centroid_y,
                 sample_size, k, max_iterations);
}

// Three heaps, evenly in a square, or slowly along a line. Centroids begin at different places in its middle part.
extern "C" void generate(const char* case_name, std::uint64_t seed, float* data_x, float* data_y, int*,
                         float* initial_centroid_x, float* initial_centroid_y, float*, float*, int sample_size, int k,
                         int max_iterations) {
  const JudgeRandom random(seed), of_centroids(seed + 1);
  const bool heaps = std::string(case_name).rfind("three heaps", 0) == 0;
  const double scale = heaps ? 10 : sample_size < 1500 ? 100 : 1000;
  for (int i = 0; i < sample_size; ++i) {
    const auto at = static_cast<std::uint64_t>(2) * i;
    const double u = random.uniform(at), v = random.uniform(at + 1);
    const double middle = 0.2 + 0.3 * (i % 3);
    data_x[i] = static_cast<float>(scale * (heaps ? middle + 0.1 * (u - 0.5) : u));
    data_y[i] = static_cast<float>(scale * (heaps ? middle + 0.1 * (v - 0.5) : v));
  }
  if (std::string(case_name).rfind("slowly", 0) == 0) {   // all centroids begin at one end: they spread for more than 30 rounds
    for (int i = 0; i < sample_size; ++i) {
      data_x[i] = static_cast<float>(2 * (data_x[i] - scale / 2));
      data_y[i] = static_cast<float>(0.1 * (data_y[i] - scale / 2));
    }
    for (int c = 0; c < k; ++c) {
      initial_centroid_x[c] = static_cast<float>(-scale + scale * 0.2 * (c + of_centroids.uniform(static_cast<std::uint64_t>(2) * c)) / k);
      initial_centroid_y[c] = static_cast<float>(scale * of_centroids.uniform(static_cast<std::uint64_t>(2) * c + 1, -0.05, 0.05));
    }
    return settle(data_x, data_y, initial_centroid_x, initial_centroid_y, sample_size, k, max_iterations, 2e-5 * scale * scale);
  }
  for (int c = 0; c < k; ++c) {
    const auto at = static_cast<std::uint64_t>(2) * c;
    initial_centroid_x[c] = static_cast<float>(scale * of_centroids.uniform(at, 0.2, 0.8));
    initial_centroid_y[c] = static_cast<float>(scale * of_centroids.uniform(at + 1, 0.2, 0.8));
  }
  settle(data_x, data_y, initial_centroid_x, initial_centroid_y, sample_size, k, max_iterations,
         (k > 30 ? 4e-6 : 2e-5) * scale * scale);
}
