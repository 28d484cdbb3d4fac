#include "judge/batch/devices.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <thread>

#include "judge/passes/target.hpp"

namespace judge {

namespace {

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= list.size();) {
    const auto end = std::min(list.find(',', at), list.size());
    parts.push_back(list.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

}  // namespace

Result<std::vector<std::string>> gpus_of(const std::string& wanted, const std::string& visible, int count) {
  std::vector<std::string> names = visible.empty() ? std::vector<std::string>() : split(visible);
  for (int i = 0; visible.empty() && i < count; ++i) names.push_back(std::to_string(i));
  if (wanted == "all") return names;
  std::vector<std::string> chosen;
  for (const std::string& part : split(wanted)) {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), index);
    if (error != std::errc() || end != part.data() + part.size())
      return fail("--gpus {}: '{}' is no number; all, or numbers like 0,2", wanted, part);
    if (index >= names.size()) return fail("--gpus {}: there is no GPU {}; {} can be used here", wanted, index, names.size());
    if (std::ranges::find(chosen, names[index]) != chosen.end()) return fail("--gpus {}: {} is there twice", wanted, index);
    chosen.push_back(names[index]);
  }
  return chosen;
}

Result<std::vector<std::string>> chosen_gpus(const CommonOptions& common, const std::string& wanted) {
  if (wanted.empty()) return std::vector<std::string>();
  JUDGE_TRY(const Target target, choose_target(common.runtime, find_installation()));
  if (target.kind != RuntimeKind::cuda) return fail("--gpus {}: the emulated runtime has no GPU to choose", wanted);
  JUDGE_TRY(const Runtime runtime, load_runtime_from(target.kind, target.runtime_library));
  int count = 0;
  JUDGE_CUDA(runtime, cudaGetDeviceCount(&count));
  const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
  return gpus_of(wanted, visible ? visible : "", count);
}

// A task of Slurm's has processors of its own, whether or not it is bound to them.
static int processors_here() {
  const int all = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const char* ours = std::getenv("SLURM_CPUS_ON_NODE");
  const int allowed = ours ? std::atoi(ours) : 0;
  return allowed > 0 ? std::min(all, allowed) : all;
}

Result<int> default_workers(const CommonOptions& common, std::size_t gpus) {
  JUDGE_TRY(const Target target, choose_target(common.runtime, find_installation()));
  const int processors = processors_here();
  if (target.kind == RuntimeKind::emulated) return std::min(processors, 16);
  return std::clamp(processors / 2, 1, 6 * static_cast<int>(std::max<std::size_t>(gpus, 1)));
}

}  // namespace judge
