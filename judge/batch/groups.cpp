#include "judge/batch/groups.hpp"

#include <algorithm>
#include <utility>

namespace judge {

void Groups::add(ReadyJob job) {
  m_groups[job.group].jobs.push_back(std::move(job));
  ++m_size;
}

void Groups::put_back(ReadyJob job) {
  m_groups[job.group].jobs.push_front(std::move(job));
  ++m_size;
}

void Groups::drop_if_unused(const std::string& name) {
  const auto found = m_groups.find(name);
  if (found != m_groups.end() && found->second.jobs.empty() && found->second.workers == 0) m_groups.erase(found);
}

void Groups::leave(const std::string& group) {
  const auto found = m_groups.find(group);
  if (found == m_groups.end()) return;
  if (found->second.workers > 0) --found->second.workers;
  drop_if_unused(group);
}

Groups::Group* Groups::fullest() {
  const auto worth = [](const auto& entry) {
    const auto jobs = static_cast<double>(entry.second.jobs.size());
    return std::pair(jobs > 0 && entry.second.workers == 0, jobs / static_cast<double>(entry.second.workers + 1));
  };
  const auto found = std::ranges::max_element(m_groups, {}, worth);
  return found == m_groups.end() || found->second.jobs.empty() ? nullptr : &found->second;
}

std::optional<ReadyJob> Groups::take(const std::string& current) {
  const auto own = m_groups.find(current);
  Group* group = own != m_groups.end() && !own->second.jobs.empty() ? &own->second : fullest();
  if (!group) return std::nullopt;
  ReadyJob job = std::move(group->jobs.front());
  group->jobs.pop_front();
  --m_size;
  if (job.group != current) {
    ++group->workers;
    leave(current);
  }
  return job;
}

}  // namespace judge
