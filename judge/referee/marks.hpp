#pragma once

#include <cstdint>

#include "judge/model/dtype.hpp"

namespace judge {

/// A word that, repeated, gives every element of a floating type about `value`, finite: the mark that shows whether an element was
/// added to, or not written.
std::uint32_t mark_word(DType type, double value);

/// Element 0 of memory that is filled with a word, as load_as_double() gives it.
double value_of_word(DType type, std::uint32_t word);

/// The lowest bytes of memory that is filled with a word, as an unsigned number of the type's size.
std::uint64_t bits_of_word(DType type, std::uint32_t word);

/// Is `got` what comes out where `held` was in the element and `expected` is added to it? All as bits of the type.
bool is_sum(DType type, std::uint64_t got, std::uint64_t held, std::uint64_t expected);

}  // namespace judge
