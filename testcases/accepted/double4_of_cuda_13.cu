// exam: problem=vector-addition verdict=accepted
// Vector types of CUDA 13, whose names say how they are aligned. 32 bytes at a time where the arrays allow it.
__global__ void add(const float* A, const float* B, float* C, int N) {
  static_assert(alignof(double4_32a) == 32 && alignof(double4_16a) == 16 && alignof(ulonglong4_32a) == 32);
  static_assert(alignof(long4_16a) == 16 && sizeof(longlong4_32a) == 32 && sizeof(ulong4_32a) == 32);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (8 * i + 8 <= N) {
    const double4_32a a = reinterpret_cast<const double4_32a*>(A)[i], b = reinterpret_cast<const double4_32a*>(B)[i];
    const auto sum = [](double x, double y) {
      const long long p = __double_as_longlong(x), q = __double_as_longlong(y);
      const float low = __int_as_float(static_cast<int>(p)) + __int_as_float(static_cast<int>(q));
      const float high = __int_as_float(static_cast<int>(p >> 32)) + __int_as_float(static_cast<int>(q >> 32));
      return __hiloint2double(__float_as_int(high), __float_as_int(low));
    };
    reinterpret_cast<double4_32a*>(C)[i] = make_double4_32a(sum(a.x, b.x), sum(a.y, b.y), sum(a.z, b.z), sum(a.w, b.w));
  } else {
    for (int k = 8 * i; k < N; ++k) C[k] = A[k] + B[k];
  }
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
  add<<<(N / 8 + 256) / 256, 256>>>(A, B, C, N);
}
