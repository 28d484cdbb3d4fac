// exam: problem=prefix-sum verdict=accepted
#include <thrust/device_ptr.h>
#include <thrust/scan.h>

extern "C" void solve(const float* input, float* output, int N)
{
    using Ptr = thrust::device_ptr<float>;
    const Ptr from{const_cast<float*>(input)}, to{output};
    thrust::inclusive_scan(from, from + N, to);
}
