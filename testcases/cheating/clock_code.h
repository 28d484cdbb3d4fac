// For attempts that overwrite the code of the functions that their process reads the time with. They define `divisor` before: all times
// are divided by it.

#pragma once

#include <cuda_runtime.h>
#include <dlfcn.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int (*driver_elapsed)(float*, void*, void*);

static cudaError_t part_of_elapsed(float* milliseconds, cudaEvent_t start, cudaEvent_t stop) {
    float all = 0;
    int error = driver_elapsed(&all, start, stop);
    *milliseconds = all / divisor;
    return static_cast<cudaError_t>(error);
}

static int slow_clock(clockid_t clock, struct timespec* now) {
    int failed = static_cast<int>(syscall(SYS_clock_gettime, clock, now));
    if (failed || clock != CLOCK_MONOTONIC) return failed;
    long long ns = (now->tv_sec * 1000000000ll + now->tv_nsec) / divisor;
    now->tv_sec = ns / 1000000000;
    now->tv_nsec = ns % 1000000000;
    return 0;
}

static void jump_from(void* function, void* to) {
    if (!function) return;
    const uintptr_t page = reinterpret_cast<uintptr_t>(function) & ~uintptr_t{4095};
    if (mprotect(reinterpret_cast<void*>(page), 8192, PROT_READ | PROT_WRITE | PROT_EXEC)) return;
    unsigned char code[12] = {0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xe0};  // mov rax, to; jmp rax
    memcpy(code + 2, &to, sizeof to);
    memcpy(function, code, sizeof code);
}

static void patch() {
    if (void* driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD)) {
        driver_elapsed = reinterpret_cast<int (*)(float*, void*, void*)>(dlsym(driver, "cuEventElapsedTime"));
        for (const char* name : {"libcudart.so.12", "libcudart.so.13"})
            if (void* runtime = dlopen(name, RTLD_NOW | RTLD_NOLOAD))
                jump_from(dlsym(runtime, "cudaEventElapsedTime"), reinterpret_cast<void*>(part_of_elapsed));
    }
    if (void* c = dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD))
        jump_from(dlsym(c, "clock_gettime"), reinterpret_cast<void*>(slow_clock));
}
