#pragma once

#include "thrust/detail/elements.h"
