#pragma once

// The emulated runtime's <cuda_runtime.h>: all that a kernel and its host code see without including more.
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "library_types.h"
#include "judge_emulated/qualifiers.h"
#include "judge_emulated/arithmetic.h"
#include "judge_emulated/runtime_overloads.h"
#include "judge_emulated/threads.h"
#include "judge_emulated/launch.h"
#include "judge_emulated/split.h"
#include "judge_emulated/shared.h"
#include "judge_emulated/barriers.h"
#include "judge_emulated/math.h"
#include "judge_emulated/conversions.h"
#include "judge_emulated/integer.h"
#include "judge_emulated/memory_access.h"
#include "judge_emulated/warp.h"
#include "judge_emulated/atomics.h"
#include "judge_emulated/warp_barriers.h"
#include "judge_emulated/clusters.h"
#include "judge_emulated/device_heap.h"
#ifdef JUDGE_EMULATED_CHECKED
#include "judge_emulated/checked.h"
#endif
#ifdef JUDGE_EMULATED_LOCKSTEP
#include "judge_emulated/lockstep.h"
#endif
