extern "C" void solve(const float* input, float* output, int N);
