// exam: problem=vector-addition verdict=accepted finding=none
// Structs that are no larger than a vector have holes, too; a conditional expression copies all of one.

#include <cuda_runtime.h>

struct Small {
    char is_set;
    float value;
};
struct Tail {
    double value;
    int n;
};
struct Hole {
    int n;
    double value;
};

template <class T>
__device__ T one(int n, float value) {
    T made;
    made.n = n;
    made.value = value;
    return made;
}

__global__ void add(const float* A, const float* B, float* C, Small* small, Tail* tail, Hole* hole, int N) {
    __shared__ Small smalls[2][128];
    __shared__ Tail tails[2][128];
    __shared__ Hole holes[2][128];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    if (i >= N) return;
    for (int k = 0; k < 2; k++) {
        smalls[k][t].is_set = 1;
        tails[k][t].n = holes[k][t].n = 1;
        smalls[k][t].value = tails[k][t].value = holes[k][t].value = k ? B[i] : A[i];
    }
    bool which = A[i] > B[i];
    small[i] = which ? smalls[0][t] : smalls[1][t];
    tail[i] = which ? tails[0][t] : tails[1][t];
    hole[i] = which ? holes[0][t] : holes[1][t];
    Tail a = one<Tail>(1, A[i]), b = one<Tail>(2, B[i]);
    Hole c = one<Hole>(1, A[i]), d = one<Hole>(2, B[i]);
    tails[0][t] = which ? b : a;
    holes[0][t] = which ? d : c;
    C[i] = static_cast<float>(tail[i].value + tails[0][t].value);
    if (hole[i].n + holes[0][t].n + small[i].is_set == 77) C[i] = 0.0f;
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    Small* small;
    Tail* tail;
    Hole* hole;
    cudaMalloc(&small, N * sizeof(Small));
    cudaMalloc(&tail, N * sizeof(Tail));
    cudaMalloc(&hole, N * sizeof(Hole));
    add<<<(N + 127) / 128, 128>>>(A, B, C, small, tail, hole, N);
    cudaDeviceSynchronize();
    cudaFree(small);
    cudaFree(tail);
    cudaFree(hole);
}
