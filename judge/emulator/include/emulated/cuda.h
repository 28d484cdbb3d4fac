#pragma once

#include "cuda_runtime.h"
#include "judge_emulated/driver_api.h"
