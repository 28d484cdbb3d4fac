// exam: problem=matrix-transpose verdict=accepted
// Diagonal block order, early return of whole blocks before the barrier, macros for everything.
#include <cuda_runtime.h>
#define TX threadIdx.x
#define TY threadIdx.y
#define T 16
#define IN(r,c) in[(r)*w+(c)]
#define OUT(r,c) out[(r)*h+(c)]
#define SYNC __syncthreads();
#define OUTSIDE (bx*T >= w || by*T >= h)

__global__ void diag(float*out,const float*in,int w,int h){
__shared__ float s[T][T+1];
int bx,by;
if(gridDim.x==gridDim.y){by=blockIdx.x;bx=(blockIdx.x+blockIdx.y)%gridDim.x;}
else{int bid=blockIdx.x+gridDim.x*blockIdx.y;by=bid%gridDim.y;bx=((bid/gridDim.y)+by)%gridDim.x;}
if OUTSIDE return;
int c=bx*T+TX,r=by*T+TY;
if(c<w&&r<h)s[TY][TX]=IN(r,c);
SYNC
c=bx*T+TY;r=by*T+TX;
if(c<w&&r<h)OUT(c,r)=s[TX][TY];
}

extern "C" void solve(const float*input,float*output,int rows,int cols){
// x has room for 2^31 blocks, y for 65535
int gx=(cols+T-1)/T,gy=(rows+T-1)/T;
if(gy>60000)return;
diag<<<dim3(gx+1,gy+1),dim3(T,T)>>>(output,input,cols,rows);
}
