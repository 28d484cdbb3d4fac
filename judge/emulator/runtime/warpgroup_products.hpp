#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "judge/emulator/runtime/chip.hpp"
#include "judge/emulator/runtime/fiber.hpp"
#include "judge_emulated/abi.h"

namespace judge::emulated {

using chip::warpgroup_threads;

/// A product that the threads of a warpgroup have asked for, each for its part.
struct Product {
  judge_emulated::ProductRequest request;  ///< of the first of them
  unsigned threads = 0;                    ///< have asked
  std::array<std::array<std::uint32_t, 4>, warpgroup_threads> a;
  std::array<std::uint32_t*, warpgroup_threads> results;  ///< of each thread, one behind the other; null: in `scattered`
  std::vector<std::uint32_t*> scattered;                  ///< of all threads, where they do not lie so

  unsigned registers() const { return request.columns / (request.d == judge_emulated::ProductType::f16 ? 4 : 2); }
  std::uint32_t* result(unsigned thread, unsigned i) const {
    return results[thread] ? results[thread] + i : scattered[thread * registers() + i];
  }
};

/// The products of a block's warpgroups that nobody has waited for yet. A GPU reads shared memory, and writes the results to
/// registers, at some time between wgmma.mma_async and the wait. Here both are done (product_maker.hpp) when the first thread
/// waits, as late as can be, so code that does not wait finds what was in its registers before, and code that writes to the
/// operands too early has another answer.
class WarpgroupProducts {
 public:
  void start_block();
  /// False: other threads of the warpgroup ask for another product.
  bool add(unsigned thread, const judge_emulated::ProductRequest& request);
  /// Closes a group of the thread's products, which may be empty.
  void commit(unsigned thread);
  /// So many of the warpgroup's products, the first ones, does the thread need that waits for all groups but the newest `groups`.
  std::uint64_t wanted(unsigned thread, std::uint64_t groups) const;
  /// Have all threads asked for so many?
  bool can_finish(unsigned thread, std::uint64_t wanted) const;
  std::uint64_t finished(unsigned thread) const { return m_warpgroups[thread / warpgroup_threads].finished; }
  /// The first one of the warpgroup that is not finished, which there must be. It counts as finished then.
  std::unique_ptr<Product> take(unsigned thread);
  /// The same one, which stays.
  const Product& first(unsigned thread) const { return *m_warpgroups[thread / warpgroup_threads].products.front(); }
  /// What was taken, to be used again.
  void give_back(std::unique_ptr<Product> product) { m_unused.push_back(std::move(product)); }

  void wait(unsigned thread, std::uint64_t wanted, Fiber* fiber) {
    m_warpgroups[thread / warpgroup_threads].waiting.push_back({fiber, wanted});
  }
  /// Calls release(fiber) for those whose products all threads have asked for by now.
  template <class Release>
  void release(unsigned thread, Release release) {
    Warpgroup& group = m_warpgroups[thread / warpgroup_threads];
    if (group.released == group.asked_by_all) return;
    group.released = group.asked_by_all;
    std::erase_if(group.waiting, [&](const Waiting& waiting) {
      const bool goes_on = can_finish(thread, waiting.wanted);
      if (goes_on) release(waiting.fiber);
      return goes_on;
    });
  }
  template <class Visit>
  void for_each_waiting(Visit visit) const {
    for (const Warpgroup& group : m_warpgroups)
      for (const Waiting& waiting : group.waiting) visit(*waiting.fiber);
  }

 private:
  struct Waiting {
    Fiber* fiber = nullptr;
    std::uint64_t wanted = 0;
  };
  struct Warpgroup {
    std::deque<std::unique_ptr<Product>> products;  // not finished
    std::uint64_t finished = 0, asked_by_all = 0;   // so many, the first ones
    std::uint64_t released = 0;                     // what asked_by_all was when those that wait were looked at
    std::vector<Waiting> waiting;
  };
  struct Thread {
    std::uint64_t asked = 0;
    std::vector<std::uint64_t> ends;  // of its groups: the number behind the last product
  };
  std::unique_ptr<Product> new_product();

  std::array<Warpgroup, chip::max_threads_per_block / warpgroup_threads> m_warpgroups;
  std::vector<Thread> m_threads;  // empty until there is a product
  std::vector<std::unique_ptr<Product>> m_unused;
  bool m_is_used = false;
};

}  // namespace judge::emulated
