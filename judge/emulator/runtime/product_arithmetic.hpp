#pragma once

#include <cstddef>
#include <cstdint>

#include "judge_emulated/abi.h"

namespace judge::emulated {

inline constexpr unsigned product_rows = 64, most_product_columns = 256, product_row_bytes = 32;
inline constexpr unsigned most_product_terms = product_row_bytes;  ///< of one sum: elements of a byte

unsigned element_bytes(judge_emulated::ProductType type);

/// A, or B with rows and columns exchanged, as bytes: row by row, 32 bytes each, or with `is_transposed` term by term.
struct Factor {
  judge_emulated::ProductType type;
  const char* bytes = nullptr;
  bool is_transposed = false;
};

/// Memory to compute in.
struct ProductScratch {
  alignas(64) float a[product_rows * most_product_terms];
  alignas(64) float b[most_product_columns * most_product_terms];
  alignas(64) float b_by_terms[most_product_columns * most_product_terms];
};

enum class Sign { plus, minus };

/// Adds the product to 64 rows of sums. Products of two elements are exact in float, and sums are rounded once for each term.
void add_product(float* sums, const Factor& a, const Factor& b, unsigned columns, Sign sign, ProductScratch& scratch);

/// As they are after each product where D is of halves.
void round_to_halves(float* sums, std::size_t count);
std::uint16_t half_of(float value);
float float_of_half(std::uint16_t bits);

}  // namespace judge::emulated
