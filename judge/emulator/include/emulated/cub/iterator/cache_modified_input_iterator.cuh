#pragma once

#include "cub/detail/iterators.cuh"
