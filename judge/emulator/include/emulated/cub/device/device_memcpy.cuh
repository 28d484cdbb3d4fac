#pragma once

#include "cub/device/device_copy.cuh"
