#include <judge/reference.h>

#include <string>
#include <vector>

namespace {

// A sequence and a head: scores, softmax, mean of the values.
template <class Real>
void attend(const float* q, const float* K_cache, const float* V_cache, const int* table, std::int64_t length, float* output,
            std::int64_t stride, std::int64_t head_dim, std::int64_t block_size) {
  std::vector<Real> shares(static_cast<std::size_t>(length)), sums(static_cast<std::size_t>(head_dim), 0);
  const Real scale = 1 / std::sqrt(static_cast<Real>(head_dim));
  const auto at = [&](std::int64_t t) { return (table[t / block_size] * block_size + t % block_size) * stride; };
  Real largest = -INFINITY, total = 0;
  for (std::int64_t t = 0; t < length; ++t) {
    const float* k = K_cache + at(t);
    Real sum = 0;
    for (std::int64_t d = 0; d < head_dim; ++d) sum += static_cast<Real>(q[d]) * k[d];
    shares[t] = sum * scale;
    largest = std::max(largest, shares[t]);
  }
  for (auto& share : shares) total += share = std::exp(share - largest);
  for (std::int64_t t = 0; t < length; ++t) {
    const float* v = V_cache + at(t);
    for (std::int64_t d = 0; d < head_dim; ++d) sums[d] += shares[t] * v[d];
  }
  for (std::int64_t d = 0; d < head_dim; ++d) output[d] = static_cast<float>(sums[d] / total);
}

template <class Real>
void compute(const float* Q, const float* K_cache, const float* V_cache, const int* block_table, const int* context_lens,
             float* output, std::int64_t batch_size, std::int64_t num_heads, std::int64_t head_dim, std::int64_t block_size,
             std::int64_t max_blocks) {
#pragma omp parallel for collapse(2) schedule(dynamic) if (batch_size * num_heads * head_dim * max_blocks * block_size > 100000)
  for (std::int64_t b = 0; b < batch_size; ++b)
    for (std::int64_t h = 0; h < num_heads; ++h)
      attend<Real>(Q + (b * num_heads + h) * head_dim, K_cache + h * head_dim, V_cache + h * head_dim, block_table + b * max_blocks,
                   context_lens[b], output + (b * num_heads + h) * head_dim, num_heads * head_dim, head_dim, block_size);
}

}  // namespace

extern "C" void reference(const float* Q, const float* K_cache, const float* V_cache, const int* block_table,
                          const int* context_lens, float* output, int batch_size, int num_heads, int head_dim, int block_size,
                          int max_blocks_per_seq) {
  compute<double>(Q, K_cache, V_cache, block_table, context_lens, output, batch_size, num_heads, head_dim, block_size, max_blocks_per_seq);
}

extern "C" void reference_f32(const float* Q, const float* K_cache, const float* V_cache, const int* block_table,
                              const int* context_lens, float* output, int batch_size, int num_heads, int head_dim, int block_size,
                              int max_blocks_per_seq) {
  compute<float>(Q, K_cache, V_cache, block_table, context_lens, output, batch_size, num_heads, head_dim, block_size, max_blocks_per_seq);
}

// Lengths, and the blocks of all sequences shuffled among one another; -1 where a sequence needs no more. Timed sequences have from half
// to all of the tokens that their blocks hold.
extern "C" void generate(const char* case_name, std::uint64_t seed, float*, float*, float*, int* block_table, int* context_lens,
                         float*, int batch_size, int, int, int block_size, int max_blocks_per_seq) {
  const JudgeRandom random(seed);
  const std::string name = case_name;
  const int blocks = batch_size * max_blocks_per_seq, most = block_size * max_blocks_per_seq;
  std::vector<int> order(static_cast<std::size_t>(blocks));
  for (int i = 0; i < blocks; ++i) order[i] = i;
  for (int i = blocks - 1; i > 0; --i) std::swap(order[i], order[random.integer(static_cast<std::uint64_t>(i), 0, i + 1)]);
  for (int b = 0; b < batch_size; ++b) {
    const auto draw = static_cast<std::uint64_t>(blocks) + b;
    int length = static_cast<int>(random.integer(draw, name == "large" ? (most + 1) / 2 : 1, most + 1));
    if (name == "one token each") length = 1;
    if (name == "full") length = most;
    if (name == "blocks end with the sequence") length = (length + block_size - 1) / block_size * block_size;
    context_lens[b] = length;
    for (int i = 0; i < max_blocks_per_seq; ++i) {
      const bool shared = name == "shared beginning" && i < 2;
      block_table[b * max_blocks_per_seq + i] = i * block_size >= length ? -1 : order[(shared ? 0 : b) * max_blocks_per_seq + i];
    }
  }
}
