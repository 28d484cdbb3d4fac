#pragma once

#include "cub/iterator/counting_input_iterator.cuh"
