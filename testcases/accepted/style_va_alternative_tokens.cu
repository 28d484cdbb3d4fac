// exam: problem=vector-addition verdict=accepted
// Digraphs and alternative tokens, a line that goes on after a backslash, and names in other alphabets in the comments: привет, 你好, ñandú.
%:include <cuda_runtime.h>

__global__ void somme(const float a<::>, const float b<::>, float c<::>, int n)
<%
    __shared__ float tampon<:2:><:64:>;
    const int i = blockIdx.x * blockDim.x \
                + threadIdx.x;
    bool dedans = not (i < 0 or i >= n);
    if (dedans and i not_eq -1) <%
        tampon<:0:><:threadIdx.x:> = a<:i:>;   // чтение
        1<:tampon:><:threadIdx.x:> = b<:i:>;   // 读取
    %>
    __syncthreads();
    unsigned bits = (unsigned)threadIdx.x xor 0u bitand compl 0u bitor 0u;
    if (dedans) i<:c:> = tampon<:0:><:bits:> + tampon<:1:><:bits:>;  /* écriture \
    sur deux lignes */
%>

extern "C" void solve(const float* A, const float* B, float* C, int N)
<%
    somme<<<(N + 63) / 64, 64>>>(A, B, C, N);
%>
