// exam: problem=vector-addition verdict=accepted
// __device__ and __constant__ variables the way that reaches them: by symbol, from a function, a template and through a pointer.
__device__ int length;
__constant__ float factor[2];
__device__ float kept[16];
__managed__ int shift;

__global__ void add(const float* A, const float* B, float* C, const float* zero) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length) C[i] = factor[0] * A[i] + factor[1] * B[i] + kept[i % 16] + zero[3] + shift;
}

template <class T>
void put(T& symbol, const T& value) {
    cudaMemcpyToSymbol(symbol, &value, sizeof value);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    put(length, N);
    const float ones[2] = {1.0f, 1.0f};
    cudaMemcpyToSymbol(factor, ones, sizeof ones);
    void* where = nullptr;
    cudaGetSymbolAddress(&where, kept);
    cudaMemset(where, 0, sizeof kept);
    shift = 0;
    add<<<(N + 255) / 256, 256>>>(A, B, C, (const float*)where);
}
