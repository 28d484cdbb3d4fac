#include "judge/emulator/runtime/warpgroup_products.hpp"

#include <algorithm>
#include <tuple>

namespace judge::emulated {

namespace {

using judge_emulated::ProductRequest;

bool are_alike(const ProductRequest& one, const ProductRequest& other) {
  const auto key = [](const ProductRequest& r) {
    return std::tuple(r.d, r.a, r.b, r.columns, r.a_registers ? 0 : r.a_matrix, r.b_matrix, r.a_registers != nullptr, r.adds,
                      r.negates, r.transposes_a, r.transposes_b, r.saturates);
  };
  return key(one) == key(other);
}

}  // namespace

void WarpgroupProducts::start_block() {
  if (!m_is_used) return;
  for (Warpgroup& group : m_warpgroups) {
    for (auto& product : group.products) m_unused.push_back(std::move(product));
    group.products.clear();
    group.waiting.clear();
    group.finished = group.asked_by_all = group.released = 0;
  }
  for (Thread& thread : m_threads) {
    thread.asked = 0;
    thread.ends.clear();
  }
  m_is_used = false;
}

std::unique_ptr<Product> WarpgroupProducts::new_product() {
  if (m_unused.empty()) return std::make_unique<Product>();
  std::unique_ptr<Product> product = std::move(m_unused.back());
  m_unused.pop_back();
  product->threads = 0;
  return product;
}

bool WarpgroupProducts::add(unsigned thread, const ProductRequest& request) {
  if (m_threads.empty()) m_threads.resize(chip::max_threads_per_block);
  m_is_used = true;
  Warpgroup& group = m_warpgroups[thread / warpgroup_threads];
  const std::uint64_t place = m_threads[thread].asked++ - group.finished;
  if (place == group.products.size()) {
    group.products.push_back(new_product());
    group.products.back()->request = request;
  }
  Product& product = *group.products[place];
  if (!are_alike(product.request, request)) return false;
  const unsigned index = thread % warpgroup_threads, registers = product.registers();
  if (request.a_registers) std::copy_n(request.a_registers, 4, product.a[index].begin());
  const auto* const results = reinterpret_cast<std::uint32_t* const*>(request.results);
  bool is_row = true;
  for (unsigned i = 1; i < registers; ++i) is_row &= results[i] == results[0] + i;
  product.results[index] = is_row ? results[0] : nullptr;
  if (!is_row) {
    product.scattered.resize(std::size_t{warpgroup_threads} * registers);
    std::copy_n(results, registers, product.scattered.begin() + index * registers);
  }
  if (++product.threads == warpgroup_threads) ++group.asked_by_all;
  return true;
}

void WarpgroupProducts::commit(unsigned thread) {
  if (m_threads.empty()) m_threads.resize(chip::max_threads_per_block);
  m_is_used = true;
  std::vector<std::uint64_t>& ends = m_threads[thread].ends;
  constexpr std::size_t many = 64;  // of finished groups none need be known
  if (ends.size() >= many) std::erase_if(ends, [&](std::uint64_t end) { return end <= finished(thread); });
  ends.push_back(m_threads[thread].asked);
}

std::uint64_t WarpgroupProducts::wanted(unsigned thread, std::uint64_t groups) const {
  if (m_threads.empty()) return 0;
  const std::vector<std::uint64_t>& ends = m_threads[thread].ends;
  return groups < ends.size() ? ends[ends.size() - 1 - groups] : 0;
}

bool WarpgroupProducts::can_finish(unsigned thread, std::uint64_t wanted) const {
  return m_warpgroups[thread / warpgroup_threads].asked_by_all >= wanted;
}

std::unique_ptr<Product> WarpgroupProducts::take(unsigned thread) {
  Warpgroup& group = m_warpgroups[thread / warpgroup_threads];
  std::unique_ptr<Product> product = std::move(group.products.front());
  group.products.pop_front();
  ++group.finished;
  return product;
}

}  // namespace judge::emulated
