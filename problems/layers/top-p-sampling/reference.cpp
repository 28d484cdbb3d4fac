#include <judge/reference.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

// Sorts, adds up, and draws.
extern "C" void reference(const float* logits, const float* p, const int* seed, int* sampled_token, int vocab_size) {
  std::vector<int> order(vocab_size);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [logits](int a, int b) { return logits[a] > logits[b]; });
  std::vector<double> upto(vocab_size);
  double total = 0, kept = 0;
  for (int i = 0; i < vocab_size; ++i) total += std::exp(static_cast<double>(logits[order[i]]) - logits[order[0]]);
  int count = 0;
  while (count < vocab_size && kept < *p * total) {
    kept += std::exp(static_cast<double>(logits[order[count]]) - logits[order[0]]);
    upto[count++] = kept;
  }
  const double at = JudgeRandom(static_cast<std::uint64_t>(*seed)).uniform(0, 0, 1) * kept;
  int drawn = 0;
  while (drawn + 1 < count && upto[drawn] <= at) ++drawn;
  *sampled_token = order[drawn];
}

// A token belongs to the set if those above it do not reach p yet. The slack is for sums of vocab_size small floats.
extern "C" bool check(const float* logits, const float* p, const int*, int* sampled_token, int vocab_size,
                      JudgeCheck* report) {
  const int token = *sampled_token;
  if (token < 0 || token >= vocab_size) return judge_reject(report, "token %d is not from 0 to %d", token, vocab_size - 1);
  const double largest = *std::max_element(logits, logits + vocab_size);
  double total = 0, above = 0;
  int better = 0;
  for (int i = 0; i < vocab_size; ++i) {
    const double weight = std::exp(logits[i] - largest);
    total += weight;
    if (logits[i] > logits[token]) {
      above += weight;
      ++better;
    }
  }
  const double slack = 1e-5 + 2e-8 * vocab_size;
  if (better == 0 || above / total < *p + slack) return true;
  return judge_reject(report, "token %d is not among the most likely ones: %d tokens with %.6g of the probability are above it",
                      token, better, above / total);
}

// Normal numbers; the first few tokens are unlikely, so that neither 0 nor a rank is a right answer by chance.
extern "C" void generate(const char* case_name, std::uint64_t seed, float* logits, float*, int*, int*, int vocab_size) {
  const JudgeRandom random(seed);
  const bool one = std::strstr(case_name, "one token") != nullptr, last = std::strstr(case_name, "last") != nullptr;
  const bool descending = std::strstr(case_name, "descending") != nullptr;
  const double width = vocab_size >= 2500 ? 3 : 2;
  for (int i = 0; i < vocab_size; ++i) {
    double logit = one ? 0 : random.normal(i) * width;
    if (descending) logit = 5 - 0.05 * i;
    if (last && i >= vocab_size - 20) logit = 25 + random.uniform(i, 0, 1);
    logits[i] = static_cast<float>(std::min(std::max(logit, -40.0), 40.0));
  }
  if (one) logits[random.integer(1u << 30, 1, vocab_size)] = 10;
  if (!one)
    for (int i = 0; i < std::min(vocab_size / 5, 20); ++i) logits[i] = static_cast<float>(-45 - i * 0.5);
  if (std::strstr(case_name, "p is 1")) logits[0] = 40;  // every token is kept; nearly all of the probability is here
}
