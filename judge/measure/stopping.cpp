#include "judge/measure/stopping.hpp"

#include <algorithm>
#include <cmath>

#include "judge/measure/summary.hpp"

namespace judge {

namespace {
double half_width_of(const Summary& summary) { return (summary.high_ns - summary.low_ns) / 2; }
}  // namespace

SamplingState sampling_state(const StoppingRule& rule, std::span<const double> samples_ns, double elapsed_ns) {
  Sampler sampler(rule);
  for (const double sample_ns : samples_ns) sampler.add(sample_ns);
  return sampler.sampling_state(elapsed_ns);
}

void Sampler::add(double sample_ns) {
  ++m_taken;
  if (!std::isfinite(sample_ns) || sample_ns < 0) return;
  m_ascending_ns.insert(std::ranges::upper_bound(m_ascending_ns, sample_ns), sample_ns);
  m_device_time_ns += sample_ns;
}

Summary Sampler::summary() const { return summarize_sorted(m_ascending_ns); }

double Sampler::allowed_half_width_ns(const Summary& summary) const {
  return std::max(m_rule.half_width * summary.median_ns, m_rule.half_width_ns);
}

SamplingState Sampler::sampling_state(double elapsed_ns) const {
  if (m_taken >= m_rule.max_samples) return SamplingState::out_of_samples;
  if (elapsed_ns >= m_rule.max_time_ns && m_taken > 0) return SamplingState::out_of_time;
  if (m_ascending_ns.size() < m_rule.min_samples || m_device_time_ns < m_rule.min_device_time_ns)
    return SamplingState::wanting;
  const Summary now = summary();
  return half_width_of(now) <= allowed_half_width_ns(now) ? SamplingState::precise : SamplingState::wanting;
}

std::size_t Sampler::wanted(double elapsed_ns) const {
  if (enough(elapsed_ns)) return 0;
  const auto taken = static_cast<double>(m_taken);
  double total = static_cast<double>(m_rule.min_samples);
  if (m_taken > 0) {
    const Summary now = summary();
    const double excess = half_width_of(now) / std::max(allowed_half_width_ns(now), 1e-3);
    total = std::max(total, taken * excess * excess);
    if (m_device_time_ns > 0) total = std::max(total, taken * m_rule.min_device_time_ns / m_device_time_ns);
    total = std::min(total, std::max(2 * taken, static_cast<double>(m_rule.min_samples)));
    if (elapsed_ns > 0) total = std::min(total, taken * m_rule.max_time_ns / elapsed_ns);
  }
  const double more = std::ceil(std::min(total, static_cast<double>(m_rule.max_samples)) - taken);
  return more < 1 ? 1 : static_cast<std::size_t>(more);
}

}  // namespace judge
