// A runner's side of products of warpgroups: wgmma.
#include "judge/emulator/runtime/block_runner.hpp"
#include "judge/emulator/runtime/product_maker.hpp"

namespace judge::emulated {

void BlockRunner::multiply(unsigned thread, const judge_emulated::ProductRequest& request) {
  started(thread);
  count_exits(thread);
  if (thread / warpgroup_threads * warpgroup_threads + warpgroup_threads > m_launch->threads)
    judgeEmulatedTrap("wgmma: a warpgroup has 128 threads, and the block has too few", request.code);
  if (!m_products.add(thread, request))
    judgeEmulatedTrap("wgmma: the threads of a warpgroup ask for different products (shapes, descriptors, scales)",
                      request.code);
  m_products.release(thread, [this](Fiber* fiber) { make_ready(fiber); });
}

void BlockRunner::commit_products(unsigned thread) {
  m_is_as_it_began = false;
  m_products.commit(thread);
}

void BlockRunner::wait_for_products(unsigned thread, std::uint64_t groups, int line, const void* code) {
  started(thread);
  count_exits(thread);
  m_current->thread = thread;
  m_current->line = line;
  m_current->code = code;
  const std::uint64_t wanted = m_products.wanted(thread, groups);
  if (!m_products.can_finish(thread, wanted)) {
    m_products.wait(thread, wanted, m_current);
    wait();
  }
  if (m_products.finished(thread) >= wanted) return;
  ProductMaker::Left left;
  for (unsigned i = 0; i < warpgroup_threads; ++i) {
    const unsigned other = thread / warpgroup_threads * warpgroup_threads + i;
    left[i] = (m_warps[other / warp_lanes].exited >> other % warp_lanes & 1) != 0;
  }
  // As its host thread: it lives as long as the thread.
  static thread_local auto* const maker = new ProductMaker;
  maker->make(m_products, thread, wanted, m_shared, left);
}

}  // namespace judge::emulated

using judge::emulated::BlockRunner;

extern "C" {

void judgeEmulatedMultiply(unsigned thread, const judge_emulated::ProductRequest* request) {
  BlockRunner::running()->multiply(thread, *request);
}
void judgeEmulatedCommitProducts(unsigned thread) { BlockRunner::running()->commit_products(thread); }
void judgeEmulatedWaitForProducts(unsigned thread, std::uint64_t groups, int line, const void* code) {
  BlockRunner::running()->wait_for_products(thread, groups, line, code);
}
}
