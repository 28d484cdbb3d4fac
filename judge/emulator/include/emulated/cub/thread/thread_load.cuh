#pragma once

#include "cub/util_type.cuh"

namespace cub {

enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };

template <CacheLoadModifier Modifier, class Iterator>
detail::value_t<Iterator> ThreadLoad(Iterator at) { return *at; }
template <CacheStoreModifier Modifier, class Iterator, class T>
void ThreadStore(Iterator at, T value) { *at = value; }

}  // namespace cub
