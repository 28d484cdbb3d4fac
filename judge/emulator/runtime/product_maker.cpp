#include "judge/emulator/runtime/product_maker.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#include "judge/emulator/runtime/async_copies.hpp"
#include "judge/emulator/runtime/faults.hpp"
#include "judge/emulator/runtime/matrix_descriptor.hpp"
#include "judge/emulator/runtime/watcher.hpp"
#include "judge/util/contains.hpp"

namespace judge::emulated {

namespace {

using judge_emulated::ProductRequest;
using judge_emulated::ProductType;

/// Do two products add to the same registers, which then need not be written in between?
bool have_same_results(const Product& one, const Product& other) {
  return one.request.d == other.request.d && one.request.columns == other.request.columns && one.results == other.results &&
         !contains(one.results, nullptr);
}

/// The bytes of a matrix with so many rows: row by row, or term by term where pieces lie across rows.
void read_matrix(std::uint64_t descriptor, unsigned rows, bool is_across, const void* code, const SharedArena& shared,
                 char* to) {
  const MatrixDescriptor matrix(descriptor);
  char* const start = shared.with_lowest_bits(matrix.start(), MatrixDescriptor::start_mask);
  const auto read = [&](std::size_t offset) {
    const char* const from = matrix.at(start, offset);
    if (watcher) watcher->copy_accesses({const_cast<char*>(from), code, swizzle_atom_bytes}, CopyAccess::reads_for_warpgroup);
    std::memcpy(to, from, swizzle_atom_bytes);
    to += swizzle_atom_bytes;
  };
  if (!is_across) {
    for (unsigned row = 0; row < rows; ++row)
      for (unsigned piece = 0; piece < product_row_bytes / swizzle_atom_bytes; ++piece) read(matrix.along_k(row, piece));
  } else {
    constexpr unsigned terms = 16, rows_of_piece = 8;  // of two bytes each
    for (unsigned k = 0; k < terms; ++k)
      for (unsigned piece = 0; piece < rows / rows_of_piece; ++piece) read(matrix.along_mn(piece, k));
  }
}

/// Lane 4 g + t of a warp's 16 rows holds, of rows g and g + 8, the bytes from 4 t on, and those from 16 + 4 t on.
void read_registers(const Product& product, char* to) {
  for (unsigned thread = 0; thread < warpgroup_threads; ++thread)
    for (unsigned i = 0; i < 4; ++i) {
      const unsigned row = thread / 32 * 16 + thread % 32 / 4 + i % 2 * 8;
      std::memcpy(to + row * product_row_bytes + i / 2 * 16 + thread % 4 * 4, &product.a[thread][i], 4);
    }
}

/// Visits a thread's pairs of results: visit(number of the pair, place of the first in D).
template <class Visit>
void for_each_pair(unsigned thread, unsigned columns, Visit visit) {
  const unsigned row = thread / 32 * 16 + thread % 32 / 4, column = thread % 4 * 2;
  for (unsigned left = 0, pair = 0; left < columns; left += 8, pair += 2) {
    visit(pair, row * columns + left + column);
    visit(pair + 1, (row + 8) * columns + left + column);
  }
}

}  // namespace

void ProductMaker::make(WarpgroupProducts& products, unsigned thread, std::uint64_t wanted, const SharedArena& shared,
                        const Left& left) {
  while (products.finished(thread) < wanted) {
    load_sums(products.first(thread), left);
    for (bool goes_on = true; goes_on;) {
      std::unique_ptr<Product> product = products.take(thread);
      multiply(*product, shared);
      goes_on = products.finished(thread) < wanted && have_same_results(*product, products.first(thread));
      if (!goes_on) store_sums(*product, left);
      products.give_back(std::move(product));
    }
  }
  if (watcher) watcher->products_finished();
}

void ProductMaker::read_operands(const Product& product, const SharedArena& shared) {
  const ProductRequest& request = product.request;
  const CodeAtFault blamed(request.code);
  if (request.a_registers) read_registers(product, m_a.data());
  else read_matrix(request.a_matrix, product_rows, request.transposes_a, request.code, shared, m_a.data());
  read_matrix(request.b_matrix, request.columns, request.transposes_b, request.code, shared, m_b.data());
}

void ProductMaker::multiply(const Product& product, const SharedArena& shared) {
  const ProductRequest& request = product.request;
  read_operands(product, shared);
  const Factor a{request.a, m_a.data(), request.transposes_a && !request.a_registers};
  const Factor b{request.b, m_b.data(), request.transposes_b};
  const std::size_t count = std::size_t{product_rows} * request.columns;
  if (!request.adds) std::fill_n(m_sums.begin(), count, 0u);
  if (request.d == ProductType::s32) return add_integers(product, a, b);
  add_product(sums(), a, b, request.columns, request.negates ? Sign::minus : Sign::plus, m_scratch);
  if (request.d == ProductType::f16) round_to_halves(sums(), count);
}

/// Up to 32 products of bytes are exact in float.
void ProductMaker::add_integers(const Product& product, const Factor& a, const Factor& b) {
  const std::size_t count = std::size_t{product_rows} * product.request.columns;
  std::fill_n(m_partial.begin(), count, 0.0f);
  add_product(m_partial.data(), a, b, product.request.columns, Sign::plus, m_scratch);
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t sum = std::int64_t{static_cast<std::int32_t>(m_sums[i])} + static_cast<std::int32_t>(m_partial[i]);
    m_sums[i] =
        static_cast<std::uint32_t>(product.request.saturates ? std::clamp<std::int64_t>(sum, INT32_MIN, INT32_MAX) : sum);
  }
}

void ProductMaker::load_sums(const Product& product, const Left& left) {
  if (!product.request.adds) return;
  const bool has_halves = product.request.d == ProductType::f16;
  for (unsigned thread = 0; thread < warpgroup_threads; ++thread)
    if (!left[thread])
      for_each_pair(thread, product.request.columns, [&](unsigned pair, unsigned place) {
        std::uint32_t* const to = &m_sums[place];
        if (has_halves) {
          const std::uint32_t both = *product.result(thread, pair);
          sums()[place] = float_of_half(static_cast<std::uint16_t>(both));
          sums()[place + 1] = float_of_half(static_cast<std::uint16_t>(both >> 16));
        } else if (const std::uint32_t* const row = product.results[thread]) {
          std::memcpy(to, row + std::size_t{pair} * 2, 8);
        } else {
          for (unsigned i = 0; i < 2; ++i) to[i] = *product.result(thread, pair * 2 + i);
        }
      });
}

void ProductMaker::store_sums(const Product& product, const Left& left) const {
  const bool has_halves = product.request.d == ProductType::f16;
  for (unsigned thread = 0; thread < warpgroup_threads; ++thread)
    if (!left[thread])
      for_each_pair(thread, product.request.columns, [&](unsigned pair, unsigned place) {
        const std::uint32_t* const from = &m_sums[place];
        if (has_halves) {
          const auto half = [&](unsigned i) { return std::uint32_t{half_of(std::bit_cast<float>(from[i]))}; };
          *product.result(thread, pair) = half(0) | half(1) << 16;
        } else if (std::uint32_t* const row = product.results[thread]) {
          std::memcpy(row + std::size_t{pair} * 2, from, 8);
        } else {
          for (unsigned i = 0; i < 2; ++i) *product.result(thread, pair * 2 + i) = from[i];
        }
      });
}

}  // namespace judge::emulated
