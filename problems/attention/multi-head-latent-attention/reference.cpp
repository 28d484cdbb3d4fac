#include <judge/reference.h>

#include <string>
#include <vector>

namespace {

struct Sizes {
  std::int64_t seq_len, rank, head_dim, rope_dim;
};

// One head, with the matrices taken to the query and to the mean, as statement.md shows: keys and values are never made.
template <class Real>
void attend(const float* q, const float* kv_cache, const float* W_UK, const float* W_UV, float* output, const Sizes& sizes) {
  const auto& [seq_len, rank, head_dim, rope_dim] = sizes;
  std::vector<Real> query(static_cast<std::size_t>(rank + rope_dim)), mean(static_cast<std::size_t>(rank), 0),
      shares(static_cast<std::size_t>(seq_len)), out(static_cast<std::size_t>(head_dim), 0);
  const Real scale = 1 / std::sqrt(static_cast<Real>(head_dim + rope_dim));
  for (std::int64_t r = 0; r < rank; ++r) {
    Real sum = 0;
    for (std::int64_t d = 0; d < head_dim; ++d) sum += static_cast<Real>(q[d]) * W_UK[r * head_dim + d];
    query[r] = sum * scale;
  }
  for (std::int64_t d = 0; d < rope_dim; ++d) query[rank + d] = q[head_dim + d] * scale;
  Real largest = -INFINITY, total = 0;
  for (std::int64_t t = 0; t < seq_len; ++t) {
    const float* row = kv_cache + t * (rank + rope_dim);
    Real sum = 0;
    for (std::int64_t r = 0; r < rank + rope_dim; ++r) sum += query[r] * row[r];
    largest = std::max(largest, shares[t] = sum);
  }
  for (auto& share : shares) total += share = std::exp(share - largest);
  for (std::int64_t t = 0; t < seq_len; ++t)
    for (std::int64_t r = 0; r < rank; ++r) mean[r] += shares[t] * kv_cache[t * (rank + rope_dim) + r];
  for (std::int64_t r = 0; r < rank; ++r)
    for (std::int64_t d = 0; d < head_dim; ++d) out[d] += mean[r] * W_UV[r * head_dim + d];
  for (std::int64_t d = 0; d < head_dim; ++d) output[d] = static_cast<float>(out[d] / total);
}

template <class Real>
void compute(const float* q, const float* kv_cache, const float* W_UK, const float* W_UV, float* output, std::int64_t num_heads,
             const Sizes& sizes) {
  const std::int64_t matrix = sizes.rank * sizes.head_dim;
#pragma omp parallel for schedule(dynamic) if (num_heads * (sizes.seq_len + sizes.head_dim) * sizes.rank > 100000)
  for (std::int64_t h = 0; h < num_heads; ++h)
    attend<Real>(q + h * (sizes.head_dim + sizes.rope_dim), kv_cache, W_UK + h * matrix, W_UV + h * matrix,
                 output + h * sizes.head_dim, sizes);
}

}  // namespace

extern "C" void reference(const float* q, const float* kv_cache, const float* W_UK, const float* W_UV, float* output,
                          int num_heads, int seq_len, int kv_lora_rank, int head_dim, int rope_dim) {
  compute<double>(q, kv_cache, W_UK, W_UV, output, num_heads, {seq_len, kv_lora_rank, head_dim, rope_dim});
}

extern "C" void reference_f32(const float* q, const float* kv_cache, const float* W_UK, const float* W_UV, float* output,
                              int num_heads, int seq_len, int kv_lora_rank, int head_dim, int rope_dim) {
  compute<float>(q, kv_cache, W_UK, W_UV, output, num_heads, {seq_len, kv_lora_rank, head_dim, rope_dim});
}

// Two tokens after a third of all score more than 100 above all others, the first and the last among them: exp() of the difference overflows.
static void raise_the_middle(const JudgeRandom& random, float* kv_cache, std::int64_t seq_len, std::int64_t rank, std::int64_t rope_dim) {
  for (std::int64_t t = 0; t < seq_len; ++t) {
    float* row = kv_cache + t * (rank + rope_dim);
    const double position = t == seq_len / 3 ? 30 : t == seq_len / 3 - 1 ? 29 : -100;
    for (std::int64_t i = 0; i < rank + rope_dim; ++i)
      row[i] = static_cast<float>(random.uniform(static_cast<std::uint64_t>(t * (rank + rope_dim) + i), -1, 1) + (i < rank ? 0 : position));
  }
}

// Numbers of the size 1 / sqrt(kv_lora_rank), so that keys and values are of the size of latent vectors.
extern "C" void generate(const char* case_name, std::uint64_t seed, float*, float* kv_cache, float* W_UK, float* W_UV, float*,
                         int num_heads, int seq_len, int kv_lora_rank, int head_dim, int rope_dim) {
  const std::string name = case_name;
  if (name.rfind("one score far above", 0) == 0)
    raise_the_middle(JudgeRandom(seed + 2), kv_cache, seq_len, kv_lora_rank, rope_dim);
  const bool keys_are_given = name == "only the position tells" || name == "all scores very low";
  const JudgeRandom keys(seed), values(seed + 1);
  const double size = std::sqrt(3.0 / kv_lora_rank);
  const std::int64_t count = static_cast<std::int64_t>(num_heads) * kv_lora_rank * head_dim;
#pragma omp parallel for if (count > 100000)
  for (std::int64_t i = 0; i < count; ++i) {
    if (!keys_are_given) W_UK[i] = static_cast<float>(keys.uniform(static_cast<std::uint64_t>(i), -size, size));
    W_UV[i] = static_cast<float>(values.uniform(static_cast<std::uint64_t>(i), -size, size));
  }
}
