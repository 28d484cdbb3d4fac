// exam: problem=matrix-multiplication verdict=accepted
// The kernel of the course slides: Mds, Nds, Pvalue, TILE_WIDTH, and a CHECK macro around every call.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define TILE_WIDTH 16
#define CEIL_DIV(M, N) (((M) + (N)-1) / (N))
#define CHECK(stmt)                                                   \
  do {                                                                \
    cudaError_t err = stmt;                                           \
    if (err != cudaSuccess) {                                         \
      printf("Failed to run stmt %s: %s\n", #stmt, cudaGetErrorString(err)); \
      exit(-1);                                                       \
    }                                                                 \
  } while (0)

//@@ Compute C = A * B
__global__ void matrixMultiplyShared(const float *A, const float *B, float *C, int numARows,
                                     int numAColumns, int numBColumns) {
  __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
  __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];

  int bx = blockIdx.x;  int by = blockIdx.y;
  int tx = threadIdx.x; int ty = threadIdx.y;
  int Row = by * TILE_WIDTH + ty;
  int Col = bx * TILE_WIDTH + tx;
  float Pvalue = 0;

  for (int ph = 0; ph < CEIL_DIV(numAColumns, TILE_WIDTH); ++ph) {
    if ((Row < numARows) && (ph * TILE_WIDTH + tx) < numAColumns)
      Mds[ty][tx] = A[Row * numAColumns + ph * TILE_WIDTH + tx];
    else
      Mds[ty][tx] = 0.0f;
    if ((ph * TILE_WIDTH + ty) < numAColumns && Col < numBColumns)
      Nds[ty][tx] = B[(ph * TILE_WIDTH + ty) * numBColumns + Col];
    else
      Nds[ty][tx] = 0.0f;
    __syncthreads();

    for (int k = 0; k < TILE_WIDTH; ++k)
      Pvalue += Mds[ty][k] * Nds[k][tx];
    __syncthreads();
  }
  if ((Row < numARows) && (Col < numBColumns))
    C[Row * numBColumns + Col] = Pvalue;
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
  dim3 DimGrid(CEIL_DIV(K, TILE_WIDTH), CEIL_DIV(M, TILE_WIDTH), 1);
  dim3 DimBlock(TILE_WIDTH, TILE_WIDTH, 1);
  matrixMultiplyShared<<<DimGrid, DimBlock>>>(A, B, C, M, N, K);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
}
