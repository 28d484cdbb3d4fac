// exam: problem=matrix-multiplication verdict=accepted
// The Matrix struct of the programming guide (width, height, stride, elements) passed by value, with GetSubMatrix().
#include <cuda_runtime.h>

typedef struct {
    int width;
    int height;
    int stride;
    const float* elements;
} Matrix;

#define BLOCK_SIZE 32

__device__ float GetElement(const Matrix A, int row, int col)
{
    return row < A.height && col < A.width ? A.elements[row * A.stride + col] : 0;
}

__device__ Matrix GetSubMatrix(Matrix A, int row, int col)
{
    Matrix Asub;
    Asub.width    = min(BLOCK_SIZE, A.width - BLOCK_SIZE * col);
    Asub.height   = min(BLOCK_SIZE, A.height - BLOCK_SIZE * row);
    Asub.stride   = A.stride;
    Asub.elements = &A.elements[A.stride * BLOCK_SIZE * row + BLOCK_SIZE * col];
    return Asub;
}

__global__ void MatMulKernel(Matrix A, Matrix B, Matrix C, float* result)
{
    const int blockRow = blockIdx.y, blockCol = blockIdx.x;
    const int row = threadIdx.y, col = threadIdx.x;
    __shared__ Matrix Csub;               // one for the block
    if (row == 0 && col == 0) Csub = GetSubMatrix(C, blockRow, blockCol);
    float Cvalue = 0;
    for (int m = 0; m * BLOCK_SIZE < A.width; ++m) {
        Matrix Asub = GetSubMatrix(A, blockRow, m);
        Matrix Bsub = GetSubMatrix(B, m, blockCol);
        __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
        __shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];
        As[row][col] = GetElement(Asub, row, col);
        Bs[row][col] = GetElement(Bsub, row, col);
        __syncthreads();
        for (int e = 0; e < BLOCK_SIZE; ++e)
            Cvalue += As[row][e] * Bs[e][col];
        __syncthreads();
    }
    if (row < Csub.height && col < Csub.width)
        const_cast<float*>(Csub.elements)[row * Csub.stride + col] = Cvalue;
    if (result != C.elements) *result = 0;
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K)
{
    Matrix d_A = {N, M, N, A}, d_B = {K, N, K, B}, d_C = {K, M, K, C};
    dim3 dimBlock(BLOCK_SIZE, BLOCK_SIZE);
    dim3 dimGrid((K + dimBlock.x - 1) / dimBlock.x, (M + dimBlock.y - 1) / dimBlock.y);
    MatMulKernel<<<dimGrid, dimBlock>>>(d_A, d_B, d_C, C);
}
