#pragma once

// agents and agents_next are device pointers; an agent is four floats: x, y, vx, vy.
extern "C" void solve(const float* agents, float* agents_next, int N);
