// exam: problem=reduction verdict=accepted
// A tree by recursion: at run time in a __device__ function with a barrier in each call, and at compile time in a
// template that ends with a specialisation.
#include <cuda_runtime.h>

__device__ void tree( float * s , int width )
{
    if ( width == 0 ) return ;
    if ( threadIdx.x < width ) s[ threadIdx.x ] += s[ threadIdx.x + width ] ;
    __syncthreads( ) ;
    tree( s , width / 2 ) ;
}

template < int W > struct Tree
{
    static __device__ void down( float * s )
    {
        if ( threadIdx.x < W ) s[ threadIdx.x ] += s[ threadIdx.x + W ] ;
        __syncthreads( ) ;
        Tree< W / 2 >::down( s ) ;
    }
} ;
template <> struct Tree< 0 > { static __device__ void down( float * ) { } } ;

__global__ void first( const float * in , float * part , int n )
{
    __shared__ float s[ 256 ] ;
    float a = 0 ;
    for ( int i = blockIdx.x * 256 + threadIdx.x ; i < n && i >= 0 ; i += 256 * gridDim.x ) a += in[ i ] ;
    s[ threadIdx.x ] = a ;
    __syncthreads( ) ;
    tree( s , 128 ) ;
    if ( ! threadIdx.x ) part[ blockIdx.x ] = * s ;
}

__global__ void second( float * part , float * out )
{
    Tree< 128 >::down( part ) ;       // in global memory: one block, so its barriers do
    if ( ! threadIdx.x ) * out = * part ;
}

extern "C" void solve( const float * input , float * output , int N )
{
    static float * part ;
    if ( part == nullptr ) cudaMalloc( & part , 256 * sizeof( float ) ) ;
    first <<< 256 , 256 >>> ( input , part , N ) ;
    second <<< 1 , 256 >>> ( part , output ) ;
}
