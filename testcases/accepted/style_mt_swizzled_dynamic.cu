// exam: problem=matrix-transpose verdict=accepted
// Dynamic shared memory carved by pointers into a header, offsets and a tile that is swizzled with exclusive or.
#include <cuda_runtime.h>
#include <stdint.h>

struct header { int row0, col0, height, width; };

extern __shared__ __align__(16) unsigned char arena[];

__device__ void *carve(unsigned *used, unsigned bytes)
{
    void *p = arena + *used;
    *used += (bytes + 15u) & ~15u;
    return p;
}

__global__ void tr(const uint32_t *in, uint32_t *out, int rows, int cols)
{
    unsigned used = 0;
    header   *h    = (header *)carve(&used, sizeof *h);
    short    *perm = (short *)carve(&used, 32 * sizeof *perm);
    uint32_t *tile = (uint32_t *)carve(&used, 32 * 32 * sizeof *tile);
    int t = threadIdx.x;

    if (t == 0) {
        int across = (cols + 31) >> 5;
        h->row0 = blockIdx.x / across << 5;
        h->col0 = blockIdx.x % across << 5;
        h->height = min(32, rows - h->row0);
        h->width = min(32, cols - h->col0);
    } else if (t >= 32 && t < 64) {
        perm[t & 31] = (short)(31 - (t & 31));
    }
    __syncthreads();

    for (int k = t; k < 1024; k += blockDim.x) {
        int r = perm[k >> 5], c = k & 31;
        if (r < h->height && c < h->width) tile[r << 5 | (c ^ r)] = in[(size_t)(h->row0 + r) * cols + (h->col0 + c)];
    }
    __syncthreads();
    for (int k = t; k < 1024; k += blockDim.x) {
        int c = k >> 5, r = k & 31;
        if (r < h->height && c < h->width) out[(size_t)(h->col0 + c) * rows + (h->row0 + r)] = tile[r << 5 | (c ^ r)];
    }
}

extern "C" void solve(const float *input, float *output, int rows, int cols)
{
    unsigned blocks = ((rows + 31) >> 5) * ((cols + 31) >> 5);
    tr<<<blocks, 256, sizeof(header) + 64 + 4096>>>((const uint32_t *)input, (uint32_t *)output, rows, cols);
}
