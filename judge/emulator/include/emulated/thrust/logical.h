#pragma once

#include "thrust/detail/reductions.h"
