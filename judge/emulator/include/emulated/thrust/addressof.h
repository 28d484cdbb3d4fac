#pragma once

#include "thrust/tuple.h"
