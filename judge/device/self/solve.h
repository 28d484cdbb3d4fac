extern "C" void solve(const float* A, const float* B, float* C, int N);
