// exam: problem=vector-addition verdict=accepted
// Looks for the expected output: in the memory and the open files of its parent, and of every process there is. It is
// accepted only where it finds nothing to read.

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

static void found(const char* path) {
    printf("can be read: %s\n", path);
    fflush(stdout);
    _exit(1);
}

static void look_into(int process) {
    char path[512];
    for (const char* name : {"mem", "maps", "environ", "auxv", "stack", "pagemap"}) {
        snprintf(path, sizeof path, "/proc/%d/%s", process, name);
        char byte;
        int file = open(path, O_RDONLY);
        if (file >= 0 && read(file, &byte, 1) > 0) found(path);
        if (file >= 0) close(file);
    }
    for (int fd = 0; fd < 256; fd++) {
        snprintf(path, sizeof path, "/proc/%d/fd/%d", process, fd);
        int file = open(path, O_RDONLY | O_NONBLOCK);
        if (file >= 0) found(path);
    }
    snprintf(path, sizeof path, "/proc/%d/map_files", process);
    if (DIR* folder = opendir(path)) {
        while (dirent* entry = readdir(folder))
            if (entry->d_name[0] != '.') found(path);
        closedir(folder);
    }
}

static void look_everywhere() {
    look_into(getppid());
    DIR* processes = opendir("/proc");
    if (!processes) return;
    while (dirent* entry = readdir(processes))
        if (int process = atoi(entry->d_name); process > 0 && process != getpid()) look_into(process);
    closedir(processes);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    static bool done = false;
    if (!done) look_everywhere();
    done = true;
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
