// exam: problem=vector-addition verdict=accepted,cheating only=cuda
// A thread makes a second context by the driver, and launches a kernel there when solve() is over. It goes on for 0.4 s while this process is
// stopped, and takes the device in turns with whoever is timed then: in a run with solutions/va_float4.cu, that one took 954 us instead of 93.
// Alone it slows itself, and is accepted. Beside others it is cheating, and they have their own times.
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <new>

constexpr int block_size = 256;

__global__ void add(const float* A, const float* B, float* C, int N) {
    int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (first + 3 < N) {
        float4 a = *reinterpret_cast<const float4*>(A + first);
        float4 b = *reinterpret_cast<const float4*>(B + first);
        *reinterpret_cast<float4*>(C + first) = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
    } else {
        for (int i = first; i < N; i++) C[i] = A[i] + B[i];
    }
}

static void honest_solve(const float* A, const float* B, float* C, int N) {
    int threads = (N + 3) / 4;
    int blocks = (threads + block_size - 1) / block_size;
    add<<<blocks, block_size>>>(A, B, C, N);
    cudaDeviceSynchronize();
}

constexpr unsigned long long k_spin_ns = 400'000'000;
constexpr int k_after_us = 15;

static const char* const k_ptx = R"PTX(
.version 7.0
.target sm_70
.address_size 64
.visible .entry spin(.param .u64 flag, .param .u64 ns) {
    .reg .pred %p<3>;
    .reg .b32 %r<2>;
    .reg .b64 %rd<6>;
    ld.param.u64 %rd0, [flag];
    ld.param.u64 %rd1, [ns];
    mov.u64 %rd2, %globaltimer;
LOOP:
    ld.volatile.global.u32 %r0, [%rd0];
    setp.ne.u32 %p0, %r0, 0;
    @%p0 bra DONE;
    mov.u64 %rd3, %globaltimer;
    sub.u64 %rd4, %rd3, %rd2;
    setp.lt.u64 %p1, %rd4, %rd1;
    @%p1 bra LOOP;
DONE:
    ret;
}
)PTX";
template <class F> static F driver(const char* name) {
    static void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    return library ? reinterpret_cast<F>(dlsym(library, name)) : nullptr;
}
struct Shared { std::atomic<unsigned> own_is_done, stop; };
static Shared* page;
static void *context, *function, *stream;
static unsigned long long stop_of_device;
static std::atomic<int> armed;
__global__ void tell(volatile unsigned* done) { *done = 1; __threadfence_system(); }
static unsigned* done_of_device;
static void* watch(void*) {
    driver<int (*)(void*)>("cuCtxSetCurrent")(context);
    const auto launch = driver<int (*)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**, void**)>("cuLaunchKernel");
    int said = 0;
    while (true) {
        while (!armed.load()) usleep(20);
        while (!page->own_is_done.load()) {}
        // The judge's own kernel behind the stop event shall be done first.
        const auto begin = std::chrono::steady_clock::now();
        while (std::chrono::steady_clock::now() - begin < std::chrono::microseconds(k_after_us)) {}
        armed = 0;
        page->own_is_done = 0;
        page->stop = 0;
        unsigned long long ns = k_spin_ns;
        void* arguments[] = {&stop_of_device, &ns};
        const int error = launch(function, 528, 1, 1, 1024, 1, 1, 0, stream, arguments, nullptr);
        if (said++ < 2) { printf("launched beside, error %d\n", error); fflush(stdout); }
    }
}
static bool begin_attack() {
    const auto create = driver<int (*)(void**, unsigned, int)>("cuCtxCreate_v2");
    const auto pop = driver<int (*)(void**)>("cuCtxPopCurrent_v2");
    const auto load = driver<int (*)(void**, const void*)>("cuModuleLoadData");
    const auto get = driver<int (*)(void**, void*, const char*)>("cuModuleGetFunction");
    const auto make_stream = driver<int (*)(void**, unsigned)>("cuStreamCreate");
    const auto alloc = driver<int (*)(void**, size_t, unsigned)>("cuMemHostAlloc");
    const auto where = driver<int (*)(unsigned long long*, void*, unsigned)>("cuMemHostGetDevicePointer_v2");
    if (!create || !pop || !load || !get || !make_stream || !alloc || !where) return false;
    void *memory = nullptr, *module = nullptr, *old = nullptr;
    unsigned long long at = 0;
    if (alloc(&memory, 4096, 3) || where(&at, memory, 0)) return false;  // portable, mapped
    page = new (memory) Shared{};
    done_of_device = reinterpret_cast<unsigned*>(at);
    stop_of_device = at + 4;
    const int a = create(&context, 0, 0), b = a ? 0 : load(&module, k_ptx), c = a || b ? 0 : get(&function, module, "spin"),
              d = a || b || c ? 0 : make_stream(&stream, 1);
    if (!a) pop(&old);
    printf("attack: context %d module %d function %d stream %d\n", a, b, c, d);
    fflush(stdout);
    if (a || b || c || d) return false;
    pthread_t thread;
    return pthread_create(&thread, nullptr, watch, nullptr) == 0;
}
// At the beginning of solve(): what goes on beside ends.
static bool stop_beside() {
    static const bool attacks = begin_attack();
    if (attacks) { page->stop = 1; page->own_is_done = 0; }
    return attacks;
}
// At its end.
static void begin_beside_when_done(bool attacks, bool is_large) {
    if (!attacks || !is_large) return;
    tell<<<1, 1>>>(done_of_device);
    armed = 1;
}
extern "C" void solve(const float* A, const float* B, float* C, int N) {
    const bool attacks = stop_beside();
    honest_solve(A, B, C, N);
    begin_beside_when_done(attacks, N > 1000000);
}
