#pragma once

#include "cub/thread/thread_load.cuh"
