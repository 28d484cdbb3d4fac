#include "judge/tests/differential/kernel.hpp"

#include <fmt/format.h>

#include "judge/tests/differential/expressions.hpp"
#include "judge/tests/differential/people/kernel.hpp"
#include "judge/tests/differential/statements.hpp"

namespace judge::differential {

namespace {

constexpr unsigned most_threads = 2048;  // as in program.cuh

Shape make_shape(Random& random) {
  constexpr unsigned blocks[][3] = {{32, 1, 1}, {64, 1, 1},  {128, 1, 1}, {256, 1, 1}, {96, 1, 1}, {50, 1, 1},
                                    {1, 1, 1},  {100, 1, 1}, {16, 16, 1}, {8, 4, 4},   {32, 4, 1}, {7, 5, 3},
                                    {33, 2, 1}, {512, 1, 1}, {31, 1, 1},  {64, 1, 2}};
  const auto& block = random.pick(blocks);
  const unsigned threads = block[0] * block[1] * block[2];
  const unsigned blocks_used = 1 + random.below(std::min(4u, most_threads / threads));
  Shape shape = {{blocks_used, 1, 1}, {block[0], block[1], block[2]}, 0, 0};
  if (blocks_used == 4 && random.chance(50)) shape.grid[0] = 2, shape.grid[1] = 2;
  shape.count = random.chance(50) ? threads * blocks_used : 1 + random.below(threads * blocks_used);
  return shape;
}

/// All variables, from arguments and from the input.
constexpr const char* variables =
    "  unsigned u0 = in[tid & 4095], u1 = in[(tid * 7 + 13) & 4095], u2 = tid ^ blockIdx.x;\n"
    "  int i0 = static_cast<int>(in[(tid + 99) & 4095]), i1 = static_cast<int>(lane) - 16, i2 = static_cast<int>(u1 >> "
    "3);\n"
    "  unsigned long long w0 = static_cast<unsigned long long>(u0) << 32 | u1, w1 = u0, w2 = ~w0;\n"
    "  long long l0 = static_cast<long long>(w0), l1 = i0, l2 = -7;\n"
    "  float f0 = number(u0), f1 = number(u1) + 1.0f, f2 = __uint_as_float(in[(tid * 3 + 5) & 4095]);\n"
    "  double d0 = static_cast<double>(f0), d1 = static_cast<double>(i0) / 3.0, d2 = 1.5;\n"
    "  __half h0 = __float2half_rn(f0), h1 = __float2half_rn(1.25f), h2 = __float2half_rn(f2);\n"
    "  __nv_bfloat16 b0 = __float2bfloat16_rn(f0), b1 = __float2bfloat16_rn(0.1f), b2 = __float2bfloat16_rn(f2);\n"
    "  unsigned local[8];\n"
    "  for (unsigned k = 0; k < 8; ++k) local[k] = in[(tid + k * 32) & 4095];\n";

constexpr const char* end_of_kernel =
    "  const unsigned spot = gid * words_of_a_thread;\n"
    "  out[spot] = u0 ^ (u1 * 3u) ^ (u2 * 5u);\n"
    "  out[spot + 1] = static_cast<unsigned>(i0) ^ (static_cast<unsigned>(i1) * 3u) ^ (static_cast<unsigned>(i2) * "
    "5u);\n"
    "  const unsigned long long wide = w0 ^ (w1 * 3u) ^ (w2 * 5u) ^ (static_cast<unsigned long long>(l0) * 7u) ^\n"
    "                                  (static_cast<unsigned long long>(l1) * 9u) ^ (static_cast<unsigned long "
    "long>(l2) * 11u);\n"
    "  out[spot + 2] = static_cast<unsigned>(wide) ^ static_cast<unsigned>(wide >> 32);\n"
    "  out[spot + 3] = bits(f0) ^ (bits(f1) * 3u) ^ (bits(f2) * 5u);\n"
    "  const unsigned long long doubles = bits(d0) ^ (bits(d1) * 3u) ^ (bits(d2) * 5u);\n"
    "  out[spot + 4] = static_cast<unsigned>(doubles) ^ static_cast<unsigned>(doubles >> 32);\n"
    "  unsigned rest = bits(h0) ^ (bits(h1) * 3u) ^ (bits(h2) * 5u) ^ (bits(b0) * 7u) ^ (bits(b1) * 9u) ^ (bits(b2) * "
    "11u);\n"
    "  for (unsigned k = 0; k < 8; ++k) rest = rest * 31u + local[k];\n"
    "  out[spot + 5] = rest;\n";

std::string make_helper(Random& random, const Features& features, const Shape& shape, const std::string& name, int number) {
  StatementWriter writer(random, {false, false, false, features.has_reals}, shape, name);
  writer.block({"", false, true, 1}, 3);
  const std::string function = fmt::format("{}_helper_{}", name, number);
  std::string text = fmt::format(
      "__device__ {} unsigned {}(unsigned from_u, int from_i, float from_f, double from_d, const unsigned* in,\n"
      "    unsigned tid, unsigned lane, unsigned depth) {{\n",
      random.chance(60) ? "__noinline__" : "__forceinline__", function);
  text += variables;
  text += "  u0 = from_u, i0 = from_i, f0 = from_f, d0 = from_d;\n";
  text += writer.take_text();
  if (text.contains("__noinline__"))
    text += fmt::format("  if (depth > 0) u1 ^= {}(u0 + 1u, i1, f1, d1, in, tid, lane, depth - 1);\n", function);
  text +=
      "  return u0 ^ u1 ^ static_cast<unsigned>(i2) ^ bits(f1) ^ static_cast<unsigned>(bits(d0)) ^ local[3] ^ "
      "bits(h0);\n";
  return text + "}\n";
}

std::string prologue(bool leaves_early) {
  std::string text =
      "  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;\n"
      "  const unsigned tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), lane = tid & 31;\n"
      "  const unsigned gid = (blockIdx.x + gridDim.x * blockIdx.y) * threads + tid;\n"
      "  const unsigned rest_of_block = threads - (tid - lane);\n"
      "  const unsigned whole_warp = rest_of_block >= 32 ? 0xffffffffu : (1u << rest_of_block) - 1;\n";
  if (leaves_early)
    text +=
        "  const unsigned mask = __ballot_sync(whole_warp, gid < count);\n"
        "  if (gid >= count) return;\n";
  else text += "  const unsigned mask = whole_warp;\n";
  return text + "  (void)mask;\n";
}

}  // namespace

Kernel make_kernel(std::uint64_t seed, unsigned index) {
  Random random(seed * 1000003 + index);
  Kernel kernel = {seed, index, make_shape(random), ""};
  const Features features = {random.chance(55), random.chance(60), random.chance(40), random.chance(75)};
  const std::string name = fmt::format("kernel_{}", index);
  const unsigned threads = kernel.shape.block[0] * kernel.shape.block[1] * kernel.shape.block[2];
  if (features.has_barriers && random.chance(40)) kernel.shape.dynamic_bytes = threads * 4;
  StatementWriter writer(random, features, kernel.shape, name);
  writer.helpers = random.chance(30) ? 1 : 0;
  for (int i = 0; i < writer.helpers; ++i) kernel.source += make_helper(random, features, kernel.shape, name, i);
  const bool leaves_early = !features.has_barriers && random.chance(60);
  Scope scope = {"mask", true, false, 0};
  writer.block(scope, 4 + static_cast<int>(random.below(6)));
  if (random.chance(30)) {
    writer.forbid_barriers();
    writer.early_return(scope);
  }
  writer.block(scope, 3);
  const char* const bounds = random.chance(20) ? "__launch_bounds__(512) " : "";
  const char* const restriction = random.chance(30) ? "__restrict__ " : "";
  kernel.source +=
      fmt::format("__global__ void {}{}(const unsigned* {}in, unsigned* out, unsigned* counts, unsigned count) {{\n", bounds,
                  name, restriction);
  kernel.source += prologue(leaves_early) + writer.shared_arrays() + variables + writer.take_text();
  if (!leaves_early) kernel.source += "  if (gid >= count) return;\n";
  kernel.source += std::string(end_of_kernel) + "}\n";
  return kernel;
}

Kernel make_kernel(Family family, std::uint64_t seed, unsigned index) {
  return family == Family::people ? people::make_kernel(seed, index) : make_kernel(seed, index);
}

std::string make_file(Family family, std::uint64_t seed, std::span<const unsigned> numbers) {
  std::string text = "#include \"program.cuh\"\n", table;
  for (const unsigned index : numbers) {
    const Kernel kernel = make_kernel(family, seed, index);
    text += "\n" + kernel.source;
    const auto& [grid, block, dynamic_bytes, limit] = kernel.shape;
    table += fmt::format(
        "    {{{}, {}, dim3({}, {}, {}), dim3({}, {}, {}), {}, {}}},\n", index,
        family == Family::people ? fmt::format("nullptr, kernel_{}::launch", index) : fmt::format("kernel_{}, nullptr", index),
        grid[0], grid[1], grid[2], block[0], block[1], block[2], dynamic_bytes, limit);
  }
  text += "\nconst Entry entries[] = {\n" + table + "};\n\n";
  text += fmt::format(
      "extern \"C\" int differential(const char* path, unsigned first, long shown) {{\n"
      "  return run_all(entries, {}ull, path, first, shown);\n}}\n",
      seed);
  return text;
}

}  // namespace judge::differential
