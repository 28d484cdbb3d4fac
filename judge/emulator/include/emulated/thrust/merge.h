#pragma once

#include "thrust/detail/selections.h"
