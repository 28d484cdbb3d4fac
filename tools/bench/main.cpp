// Runs each kernel on the emulated runtime, on PoCL and as plain loops, in turns, and prints the medians.
//
//     bench RUNTIME KERNELS.so PLAIN.so KERNELS.cl ROUNDS json|table [PART OF A KERNEL'S NAME]
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "sides.hpp"

namespace bench {

namespace {

constexpr int many = 25'000'000, rows = 7000, columns = 6000, size = 512;
constexpr std::size_t squares = std::size_t{size} * size;

constexpr std::size_t up(std::size_t n, std::size_t to) { return (n + to - 1) / to * to; }

std::vector<Kernel> all_kernels() {
  constexpr std::size_t cells = std::size_t{rows} * columns;
  return {
      {"vector_add", false, {many}, many, many, many, {up(many, 256)}, {256}},
      {"vector_add_float4", false, {many}, many, many, many, {up(many / 4, 256)}, {256}},
      {"transpose", false, {rows, columns}, cells, 0, cells, {up(columns, 16), up(rows, 16)}, {16, 16}},
      {"gemm", false, {size, size, size}, squares, squares, squares, {size, size}, {16, 16}},
      {"transpose_tiled", true, {rows, columns}, cells, 0, cells, {up(columns, 32), up(rows, 32) / 4}, {32, 8}},
      {"gemm_tiled", true, {size, size, size}, squares, squares, squares, {size, size}, {16, 16}},
      {"reduce_tree", true, {many}, many, 0, 1, {up(many, 512) / 2}, {256}, 256},
      {"reduce_shuffle", true, {many}, many, 0, 1, {up(many, 4 * 256) / 4}, {256}, 256},
  };
}

Inputs make_inputs(const Kernel& kernel) {
  Inputs inputs;
  unsigned state = 1;
  const auto fill = [&](std::vector<float>& values, std::size_t count) {
    values.resize(count);
    for (float& value : values) {
      state = state * 1664525u + 1013904223u;
      value = static_cast<float>(state >> 16) / 65536.0f - 0.5f;
    }
  };
  fill(inputs.a, kernel.a);
  fill(inputs.b, kernel.b);
  return inputs;
}

double run_ms(Side& side) {
  const auto begin = std::chrono::steady_clock::now();
  side.run();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// Sums of 25 million floats in three orders differ; the other results hardly do.
void compare(const Kernel& kernel, const std::vector<float>& got, const std::vector<float>& expected, const char* who) {
  const double tolerance = kernel.c == 1 ? 1.0 : 1e-3;
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!(std::abs(got[i] - expected[i]) <= tolerance)) {
      std::fprintf(stderr, "bench-emulator: %s: %s computes %g at %zu, plain loops %g\n", kernel.name, who, got[i], i,
                   expected[i]);
      std::exit(1);
    }
}

struct Medians {
  double ms = 0, pocl_ms = 0, plain_ms = 0;
};

/// The sides take turns, so that whatever else the machine does meets all of them.
Medians measure(const Kernel& kernel, Side& emulated, Side* pocl, Side& plain, int rounds) {
  const Inputs inputs = make_inputs(kernel);
  Side* const sides[] = {&emulated, pocl, &plain};
  std::vector<double> samples[3];
  for (Side* side : sides)
    if (side) {
      side->prepare(kernel, inputs);
      side->run();
    }
  for (int round = 0; round < rounds; ++round)
    for (int i = 0; i < 3; ++i)
      if (sides[i]) samples[i].push_back(run_ms(*sides[i]));
  const std::vector<float> expected = plain.finish();
  compare(kernel, emulated.finish(), expected, "the emulated runtime");
  if (pocl) compare(kernel, pocl->finish(), expected, "PoCL");
  return {median(samples[0]), pocl ? median(samples[1]) : 0, median(samples[2])};
}

void print_json(const Kernel& kernel, const Medians& medians, bool has_pocl) {
  char pocl[32] = "null";
  if (has_pocl) std::snprintf(pocl, sizeof pocl, "%.3f", medians.pocl_ms);
  std::printf("{\"kernel\": \"%s\", \"barriers\": %d, \"ms\": %.3f, \"pocl_ms\": %s, \"plain_ms\": %.3f}\n",
              kernel.name, kernel.has_barriers ? 1 : 0, medians.ms, pocl, medians.plain_ms);
}

void print_row(const Kernel& kernel, const Medians& medians, bool has_pocl) {
  std::printf("%-18s %-8s %10.2f", kernel.name, kernel.has_barriers ? "yes" : "no", medians.ms);
  if (has_pocl) std::printf(" %10.2f %8.2f", medians.pocl_ms, medians.ms / medians.pocl_ms);
  else std::printf(" %10s %8s", "-", "-");
  std::printf(" %10.2f %8.2f\n", medians.plain_ms, medians.ms / medians.plain_ms);
}

std::string read(const char* path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

int run(char** argv, const std::string& wanted) {
  const int rounds = std::atoi(argv[5]);
  const bool is_json = std::string(argv[6]) == "json";
  std::string reason;
  const auto emulated = emulated_side(argv[1], argv[2]);
  const auto plain = plain_side(argv[3]);
  const auto pocl = pocl_side(read(argv[4]), &reason);
  if (!pocl) std::fprintf(stderr, "bench-emulator: no times of PoCL: %s\n", reason.c_str());
  if (!is_json)
    std::printf("%-18s %-8s %10s %10s %8s %10s %8s\n", "kernel", "barriers", "ms", "PoCL ms", "x PoCL", "plain ms",
                "x plain");
  for (const Kernel& kernel : all_kernels()) {
    if (std::string(kernel.name).find(wanted) == std::string::npos) continue;
    const Medians medians = measure(kernel, *emulated, pocl.get(), *plain, rounds);
    if (is_json) print_json(kernel, medians, pocl != nullptr);
    else print_row(kernel, medians, pocl != nullptr);
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace

}  // namespace bench

int main(int argc, char** argv) {
  if (argc < 7) return 2;
  return bench::run(argv, argc > 7 ? argv[7] : "");
}
