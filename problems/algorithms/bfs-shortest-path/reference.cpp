#include <judge/reference.h>

#include <string>
#include <utility>
#include <vector>

namespace {

int shortest(const int* grid, int rows, int cols, int start, int end) {
  std::vector<int> distance(static_cast<std::size_t>(rows) * cols, -1), queue{start};
  distance[start] = 0;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const int cell = queue[next], row = cell / cols, col = cell % cols;
    if (cell == end) return distance[cell];
    for (const auto& [r, c] : {std::pair(row - 1, col), {row + 1, col}, {row, col - 1}, {row, col + 1}}) {
      if (r < 0 || r >= rows || c < 0 || c >= cols) continue;
      const int to = r * cols + c;
      if (grid[to] != 0 || distance[to] >= 0) continue;
      distance[to] = distance[cell] + 1;
      queue.push_back(to);
    }
  }
  return -1;
}

}  // namespace

extern "C" void reference(const int* grid, int* result, int rows, int cols, int start_row, int start_col, int end_row,
                          int end_col) {
  *result = shortest(grid, rows, cols, start_row * cols + start_col, end_row * cols + end_col);
}

extern "C" void generate(const char* case_name, std::uint64_t seed, int* grid, int*, int rows, int cols, int start_row,
                         int start_col, int end_row, int end_col) {
  const std::string name = case_name;
  const int cells = rows * cols, start = start_row * cols + start_col, end = end_row * cols + end_col;
  const auto draw = [&](std::uint64_t from, double blocked) {
    const JudgeRandom random(from);
    for (int i = 0; i < cells; ++i) grid[i] = random.uniform(static_cast<std::uint64_t>(i)) < blocked;
    grid[start] = grid[end] = 0;
  };
  const auto starts = [&](const char* with) { return name.rfind(with, 0) == 0; };
  if (starts("to and fro")) {   // every second row is a wall with one gap, at its ends in turn
    for (int i = 0; i < cells; ++i) {
      const int row = i / cols, col = i % cols;
      grid[i] = row % 2 == 1 && col != (row % 4 == 1 ? cols - 1 : 0);
    }
  } else if (starts("up and down")) {
    for (int i = 0; i < cells; ++i) {
      const int row = i / cols, col = i % cols;
      grid[i] = col % 2 == 1 && row != (col % 4 == 1 ? rows - 1 : 0);
    }
  } else if (starts("walled in")) {
    draw(seed, 0.1);
    for (int dr = -3; dr <= 3; ++dr)
      for (int dc = -3; dc <= 3; ++dc)
        if (std::max(std::abs(dr), std::abs(dc)) == 3) grid[end + dr * cols + dc] = 1;
  } else if (starts("as LeetGPU")) {   // half of all blocked, which leaves no way; a free strip on the left
    draw(seed, 0.5);
    for (int i = 0; i < cells; ++i)
      if (i % cols < 10) grid[i] = 0;
  } else {   // a third blocked: there is a way nearly always, and hardly ever a straight one
    const int straight = std::abs(end_row - start_row) + std::abs(end_col - start_col);
    for (std::uint64_t attempt = 0; attempt < 1000; ++attempt) {
      draw(seed + attempt, 0.34);
      if (shortest(grid, rows, cols, start, end) > straight) return;
    }
  }
}
