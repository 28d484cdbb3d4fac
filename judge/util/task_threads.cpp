#include "judge/util/task_threads.hpp"

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>

namespace judge {

namespace {

struct TaskThreads {
  std::vector<std::move_only_function<void()>> tasks;
  std::atomic<std::size_t> next{0};
  std::vector<std::jthread> threads{};  // last: joined before the tasks go

  void work() {
    for (std::size_t task = next++; task < tasks.size(); task = next++) std::exchange(tasks[task], nullptr)();
  }
};

}  // namespace

std::shared_ptr<void> run_on_threads(std::vector<std::move_only_function<void()>> tasks, std::size_t most) {
  const auto running = std::make_shared<TaskThreads>(std::move(tasks));
  const std::size_t count = std::min(most, running->tasks.size());
  for (std::size_t i = 0; i < count; ++i) running->threads.emplace_back([all = running.get()] { all->work(); });
  return running;
}

}  // namespace judge
