// exam: problem=vector-addition verdict=accepted only=emulated timed=no
// Would tell other attempts of its run, or its next process, answers by signs on a file that all may read: locks, leases, watches, and which of its pages
// are in memory. Or map its own memory twice. Each is refused, and so it adds.

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

static bool any = false;

static void expect_refused(const char* what, long result) {
    if (result < 0) return;
    printf("not refused: %s\n", what);
    fflush(stdout);
    any = true;
}

static void try_signs() {
    const char* path = "/usr/bin/env";
    const int file = open(path, O_RDONLY);
    if (file < 0) return;
    struct flock lock = {};
    lock.l_type = F_RDLCK;
    lock.l_len = 1;
    expect_refused("flock", flock(file, LOCK_SH));
    expect_refused("F_SETLK", fcntl(file, F_SETLK, &lock));
    expect_refused("F_GETLK", fcntl(file, F_GETLK, &lock));
    expect_refused("F_OFD_SETLK", fcntl(file, F_OFD_SETLK, &lock));
    expect_refused("F_SETLEASE", fcntl(file, F_SETLEASE, F_RDLCK));
    expect_refused("inotify", inotify_add_watch(inotify_init(), path, IN_OPEN));
    expect_refused("posix_fadvise", -posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED));
    char byte;
    iovec into = {&byte, 1};
    expect_refused("preadv2", preadv2(file, &into, 1, 0, RWF_NOWAIT));
    void* const page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    void* const own = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    expect_refused("a file that may be written", page == MAP_FAILED ? -1 : 0);
    expect_refused("mremap", mremap(own, 0, 4096, MREMAP_MAYMOVE) == MAP_FAILED ? -1 : 0);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    static const bool tried = (try_signs(), true);
    if (tried && any) exit(1);
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
