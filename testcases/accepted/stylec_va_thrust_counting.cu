// exam: problem=vector-addition verdict=accepted
#include <thrust/for_each.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>

// "saxpy without the a": functor that carries raw pointers
struct AddAt {
    const float* __restrict__ a;
    const float* __restrict__ b;
    float* __restrict__ c;
    AddAt(const float* a_, const float* b_, float* c_) : a(a_), b(b_), c(c_) {}
    __host__ __device__ void operator()(const int& i) const { c[i] = a[i] + b[i]; }
};

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    thrust::counting_iterator<int> first(0);
    thrust::for_each(thrust::device, first, first + N, AddAt(A, B, C));
}
