#include <judge/reference.h>

#include <string>

extern "C" void reference(const float* agents, float* agents_next, int N) {
#pragma omp parallel for if (N > 2000)
  for (int i = 0; i < N; ++i) {
    const float* me = agents + 4 * static_cast<std::int64_t>(i);
    double sum_x = 0, sum_y = 0, vx = me[2], vy = me[3];
    int neighbours = 0;
    for (int j = 0; j < N; ++j) {
      const float* other = agents + 4 * static_cast<std::int64_t>(j);
      const double dx = static_cast<double>(other[0]) - me[0], dy = static_cast<double>(other[1]) - me[1];
      if (j == i || dx * dx + dy * dy >= 25) continue;
      sum_x += other[2];
      sum_y += other[3];
      ++neighbours;
    }
    if (neighbours > 0) {
      vx += 0.05 * (sum_x / neighbours - vx);
      vy += 0.05 * (sum_y / neighbours - vy);
    }
    float* next = agents_next + 4 * static_cast<std::int64_t>(i);
    next[0] = static_cast<float>(me[0] + vx);
    next[1] = static_cast<float>(me[1] + vy);
    next[2] = static_cast<float>(vx);
    next[3] = static_cast<float>(vy);
  }
}

extern "C" void reference_f32(const float* agents, float* agents_next, int N) {
#pragma omp parallel for if (N > 2000)
  for (int i = 0; i < N; ++i) {
    const float* me = agents + 4 * static_cast<std::int64_t>(i);
    float sum_x = 0, sum_y = 0, vx = me[2], vy = me[3];
    int neighbours = 0;
    for (int j = 0; j < N; ++j) {
      const float* other = agents + 4 * static_cast<std::int64_t>(j);
      const float dx = other[0] - me[0], dy = other[1] - me[1];
      if (j == i || dx * dx + dy * dy >= 25) continue;
      sum_x += other[2];
      sum_y += other[3];
      ++neighbours;
    }
    if (neighbours > 0) {
      vx += 0.05f * (sum_x / static_cast<float>(neighbours) - vx);
      vy += 0.05f * (sum_y / static_cast<float>(neighbours) - vy);
    }
    float* next = agents_next + 4 * static_cast<std::int64_t>(i);
    next[0] = me[0] + vx;
    next[1] = me[1] + vy;
    next[2] = vx;
    next[3] = vy;
  }
}

// Positions are multiples of 1/16, so that float32 computes squared distances near 25 exactly and who is a neighbour
// does not depend on rounding; pairs exactly at the radius occur.
extern "C" void generate(const char* case_name, std::uint64_t seed, float* agents, float*, int N) {
  const JudgeRandom random(seed);
  const std::string name = case_name;
  const auto starts = [&](const char* with) { return name.rfind(with, 0) == 0; };
  for (int i = 0; i < N; ++i) {
    const auto at = static_cast<std::uint64_t>(8) * i;
    double x, y, speed = 100;
    if (starts("all near")) {
      x = random.uniform(at, -1.75, 1.75);
      y = random.uniform(at + 1, -1.75, 1.75);
    } else if (starts("on a lattice")) {
      x = std::floor(random.uniform(at, -20, 20));
      y = std::floor(random.uniform(at + 1, -20, 20));
    } else if (starts("in clusters")) {
      x = 37.5 * std::floor(random.uniform(at + 4, -3, 3)) + random.uniform(at, -4, 4);
      y = 61.25 * std::floor(random.uniform(at + 5, -3, 3)) + random.uniform(at + 1, -4, 4);
    } else if (starts("at rest")) {
      x = random.uniform(at, -30, 30);
      y = random.uniform(at + 1, -30, 30);
      speed = i % 10 == 0 ? 10 : 0;
    } else if (starts("a hundred wide")) {
      x = random.uniform(at, -100, 100);
      y = random.uniform(at + 1, -100, 100);
    } else if (starts("a line of pairs")) {
      x = 900 + (i % 2) * 4.9375;
      y = -999 + (i / 2) * 3.5;
    } else {
      // At sizes below the full one as dense as that: one agent in six has a neighbour there.
      const double half = std::min(1000.0, 10 * std::sqrt(static_cast<double>(N)));
      x = random.uniform(at, -half, half);
      y = random.uniform(at + 1, -half, half);
      speed = 1000;
    }
    agents[4 * static_cast<std::int64_t>(i)] = static_cast<float>(std::floor(x * 16) / 16);
    agents[4 * static_cast<std::int64_t>(i) + 1] = static_cast<float>(std::floor(y * 16) / 16);
    agents[4 * static_cast<std::int64_t>(i) + 2] = static_cast<float>(random.uniform(at + 2, -speed, speed));
    agents[4 * static_cast<std::int64_t>(i) + 3] = static_cast<float>(random.uniform(at + 3, -speed, speed));
  }
}
