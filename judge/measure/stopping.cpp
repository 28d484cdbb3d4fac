#include "judge/measure/stopping.hpp"

#include <algorithm>
#include <cmath>

#include "judge/measure/summary.hpp"

namespace judge {

namespace {
double half_width_of(const Summary& summary) { return (summary.high_ns - summary.low_ns) / 2; }
}  // namespace

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
  const std::size_t samples = m_ascending_ns.size();
  const bool has_time = m_device_time_ns >= m_rule.min_device_time_ns || samples >= m_rule.enough_samples;
  if (samples < m_rule.min_samples || !has_time) return SamplingState::wanting;
  const Summary now = summary();
  return half_width_of(now) <= allowed_half_width_ns(now) ? SamplingState::precise : SamplingState::wanting;
}

}  // namespace judge
