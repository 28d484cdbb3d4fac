#include <judge/reference.h>

#include <cstring>
#include <vector>

// The first token whose running sum of weights passes `sample` of the total.
template <typename Weight> static int drawn(int V, double sample, Weight weight) {
  double total = 0, sum = 0;
  for (int v = 0; v < V; ++v) total += weight(v);
  int last = 0;
  for (int v = 0; v < V; ++v) {
    if (weight(v) <= 0) continue;
    sum += weight(v);
    last = v;
    if (sum > sample * total) break;
  }
  return last;
}

extern "C" void reference(const int* draft_tokens, const float* draft_probs, const float* target_probs,
                          const float* uniform_samples, int* output_tokens, int B, int T, int V) {
#pragma omp parallel for
  for (std::int64_t b = 0; b < B; ++b) {
    const float* samples = uniform_samples + b * (T + 1);
    int* output = output_tokens + b * (T + 1);
    for (int t = 0; t <= T; ++t) output[t] = 0;
    int t = 0;
    for (; t < T; ++t) {
      const int token = draft_tokens[b * T + t];
      const double p = target_probs[(b * T + t) * V + token], q = draft_probs[(b * T + t) * V + token];
      if (samples[t] >= p / q) break;
      output[t] = token;
    }
    const float* target = target_probs + (b * T + std::min(t, T - 1)) * V;
    const float* draft = draft_probs + (b * T + std::min(t, T - 1)) * V;
    if (t == T)
      output[t] = drawn(V, samples[T], [=](int v) { return static_cast<double>(target[v]); });
    else
      output[t] = drawn(V, samples[T], [=](int v) { return std::max(0.0, static_cast<double>(target[v]) - draft[v]); });
  }
}

// Up to 64 possible tokens a row, sorted; neither a test nor a draw comes near to its edge, so float32 decides the same.
extern "C" void generate(const char* case_name, std::uint64_t seed, int* draft_tokens, float* draft_probs, float* target_probs,
                         float* uniform_samples, int*, int B, int T, int V) {
  const auto called = [case_name](const char* part) { return std::strstr(case_name, part) != nullptr; };
  const bool zeros = called("samples of zero"), last_tokens = called("last tokens");
  const int count = std::min(V, 64);
#pragma omp parallel for
  for (std::int64_t b = 0; b < B; ++b) {
    const JudgeRandom random(seed * 1000003 + static_cast<std::uint64_t>(b));
    std::uint64_t next = 0;
    const auto uniform = [&](double low, double high) { return random.uniform(next++, low, high); };
    const auto integer = [&](int low, int high) { return static_cast<int>(random.integer(next++, low, high)); };
    int accepted = integer(0, T + 1);
    if (called("all accepted")) accepted = T;
    if (called("at once")) accepted = 0;
    if (called("at the last")) accepted = T - 1;
    if (b == B - 1 && B > 2 && !called("at")) accepted = T;
    float* samples = uniform_samples + b * (T + 1);
    for (int t = 0; t < T; ++t) {
      const std::int64_t row = b * T + t;
      float *q = draft_probs + row * V, *p = target_probs + row * V;
      std::fill(q, q + V, 0.0f);
      std::fill(p, p + V, 0.0f);
      std::vector<int> at_q(count), at_p(count);
      std::vector<double> w_q(count), w_p(count);
      double sum_q = 0, sum_p = 0;
      const int chosen = last_tokens ? count - 1 : integer(0, count);
      for (int i = 0; i < count; ++i) {
        const int from = static_cast<int>(std::int64_t{V} * i / count), to = static_cast<int>(std::int64_t{V} * (i + 1) / count);
        at_q[i] = last_tokens ? to - 1 : integer(from, to);
        at_p[i] = i == chosen || last_tokens || uniform(0, 1) < 0.5 ? at_q[i] : integer(from, to);
        sum_q += w_q[i] = uniform(0.2, 1);
        sum_p += w_p[i] = uniform(0.2, 1);
      }
      if (t == accepted) {  // to be rejected: the draft's token is less likely in the target
        sum_p -= w_p[chosen];
        w_p[chosen] = 0.3 * w_q[chosen] * sum_p / (sum_q - w_q[chosen]);
        sum_p += w_p[chosen];
      }
      for (int i = 0; i < count; ++i) {
        q[at_q[i]] = static_cast<float>(w_q[i] / sum_q);
        p[at_p[i]] = static_cast<float>(w_p[i] / sum_p);
      }
      const int token = draft_tokens[row] = at_q[chosen];
      const double ratio = std::min(1.0, static_cast<double>(p[token]) / q[token]);
      if (t == accepted)
        samples[t] = static_cast<float>(ratio + (1 - ratio) * uniform(0.05, 0.95));
      else
        samples[t] = zeros ? 0.0f : static_cast<float>(ratio * uniform(0, 0.95));
      if (t != std::min(accepted, T - 1)) continue;
      const auto weight = [&](int v) { return accepted == T ? double{p[v]} : std::max(0.0, double{p[v]} - q[v]); };
      double total = 0, largest = 0;
      for (int v = 0; v < V; ++v) {
        total += weight(v);
        largest = std::max(largest, weight(v));
      }
      int pick = last_tokens ? V - 1 : integer(0, V);
      const int step = last_tokens ? V - 1 : 1;
      while (weight(pick) < largest / 2) pick = (pick + step) % V;
      double before = 0;
      for (int v = 0; v < pick; ++v) before += weight(v);
      samples[T] = static_cast<float>((before + weight(pick) * uniform(0.2, 0.8)) / total);
    }
  }
}
