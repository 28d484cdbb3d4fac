#pragma once

// What CUB and Thrust bring beside that; see brought_along.h.
#include <array>
#include <bit>
#include <optional>

#include "judge_emulated/brought_along.h"

#ifdef JUDGE_NAMES_OF_SSTREAM
#include <iostream>
#endif
#ifdef JUDGE_NAMES_OF_MEMORY
#include <memory>
#endif
#ifdef JUDGE_NAMES_OF_MAP
#include <map>
#endif
#ifdef JUDGE_NAMES_OF_ATOMIC
#include <atomic>
#endif
#ifdef JUDGE_NAMES_OF_MUTEX
#include <mutex>
#endif
