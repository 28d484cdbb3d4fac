// exam: problem=vector-addition-host verdict=accepted
// device_vectors made from host ranges, in slices of sixteen million.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/transform.h>

extern "C" void solve(const float* A, const float* B, float* C, int N)
{
    constexpr int slice = 1 << 24;
    for (int begin = 0; begin < N; begin += slice)
    {
        int const end = N - begin < slice ? N : begin + slice;
        thrust::device_vector<float> a(A + begin, A + end);
        thrust::device_vector<float> const b(B + begin, B + end);
        thrust::transform(a.cbegin(), a.cend(), b.begin(), a.begin(), thrust::plus<float>{});
        thrust::copy(a.begin(), a.end(), C + begin);
    }
}
