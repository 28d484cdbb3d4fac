#pragma once

#include "thrust/detail/elements.h"
#include "thrust/detail/selections.h"
