#pragma once

// All algorithms: NVIDIA's headers bring each other along, and programs count on it.
#include "thrust/detail/elements.h"
#include "thrust/detail/reductions.h"
#include "thrust/detail/selections.h"
#include "thrust/detail/sorted.h"
