#include <judge/product.h>
#include <judge/reference.h>

#include <string>

namespace {

template <class Multiply>
void compute(const float* A, const float* B, const int* group_offsets, float* C, int G, std::int64_t K, std::int64_t N,
             Multiply multiply) {
  for (int g = 0; g < G; ++g) {
    const std::int64_t first = group_offsets[g], rows = group_offsets[g + 1] - first;
    if (rows) multiply(A + first * K, B + g * K * N, C + first * N, static_cast<int>(rows), static_cast<int>(N), static_cast<int>(K));
  }
}

}  // namespace

extern "C" void reference(const float* A, const float* B, const int* group_offsets, float* C, int G, int, int K, int N) {
  compute(A, B, group_offsets, C, G, K, N, product::exact);
}

extern "C" void reference_f32(const float* A, const float* B, const int* group_offsets, float* C, int G, int, int K, int N) {
  compute(A, B, group_offsets, C, G, K, N, product::in_float);
}

// Where groups begin: by chance, which leaves some of them empty, unless the case's name says otherwise.
extern "C" void generate(const char* case_name, std::uint64_t seed, float*, float*, int* group_offsets, float*, int G,
                         int M_total, int, int) {
  const JudgeRandom random(seed);
  const std::string name = case_name;
  const bool even = name == "even" || name == "one row each";
  const auto only = random.integer(0, 0, G);
  for (int g = 0; g <= G; ++g) {
    if (even) group_offsets[g] = static_cast<int>(static_cast<std::int64_t>(M_total) * g / G);
    else if (name == "all in one group") group_offsets[g] = g > only ? M_total : 0;
    else group_offsets[g] = static_cast<int>(random.integer(static_cast<std::uint64_t>(g) + 1, 0, M_total + 1));
  }
  group_offsets[0] = 0;
  group_offsets[G] = M_total;
  std::sort(group_offsets, group_offsets + G + 1);
}
