#pragma once

#include <array>
#include <cstdint>

#include "judge/emulator/runtime/product_arithmetic.hpp"
#include "judge/emulator/runtime/shared_arena.hpp"
#include "judge/emulator/runtime/warpgroup_products.hpp"

namespace judge::emulated {

/// Makes the products that a warpgroup has asked for. It is large.
class ProductMaker {
 public:
  /// Of each thread of the warpgroup: it has left the kernel, so its registers are gone and its results are not written.
  using Left = std::array<bool, warpgroup_threads>;

  /// The first so many of the warpgroup of this thread; all its threads have asked for them.
  void make(WarpgroupProducts& products, unsigned thread, std::uint64_t wanted, const SharedArena& shared, const Left& left);

 private:
  void multiply(const Product& product, const SharedArena& shared);
  void read_operands(const Product& product, const SharedArena& shared);
  void add_integers(const Product& product, const Factor& a, const Factor& b);
  void load_sums(const Product& product, const Left& left);
  void store_sums(const Product& product, const Left& left) const;
  float* sums() { return reinterpret_cast<float*>(m_sums.data()); }

  alignas(64) std::array<std::uint32_t, product_rows * most_product_columns> m_sums;  // the bits of floats or integers
  alignas(64) std::array<float, product_rows * most_product_columns> m_partial;
  std::array<char, product_rows * product_row_bytes> m_a;
  std::array<char, most_product_columns * product_row_bytes> m_b;
  ProductScratch m_scratch;
};

}  // namespace judge::emulated
