// What a GPU lets pass beside an array or an allocation, and where it faults: the facts behind docs/decisions/0003.
//
//     nvcc -std=c++17 -arch=native -o /tmp/memory-probe tools/probes/memory.cu && /tmp/memory-probe
//
// Prints Markdown tables, in some minutes; names of sections (see the end) as arguments print these only. An illegal
// address ends a CUDA context, so each sweep runs in a child process: it accesses one place after the other, further and
// further away, until one faults. A write puts back what was read there, so nothing is damaged.
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "memory_sweeps.cuh"

namespace {

enum class Mode { read, write, generic_read };
const char* name_of(Mode mode) {
  switch (mode) {
    case Mode::read: return "read";
    case Mode::write: return "write";
    case Mode::generic_read: return "read, generic";
  }
  return "?";
}

// ---- Kernels -------------------------------------------------------------------------------------------------------

__device__ int load_generic(const void* address) {
  int value;
  asm volatile("ld.volatile.u32 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
  return value;
}

/// One access to `begin + offset`: by the array's own address space, or by a generic address.
__device__ void access(char* begin, int offset, Mode mode, int* out) {
  if (threadIdx.x != 0) return;
  volatile int* const place = reinterpret_cast<volatile int*>(begin + offset);
  const int value = mode == Mode::generic_read ? load_generic(begin + offset) : *place;
  if (mode == Mode::write) *place = value;
  if (blockIdx.x == 0) *out = value;
}

template <int bytes>
__global__ void touch_static(int offset, Mode mode, int* out) {
  __shared__ alignas(4) char tile[bytes];
  tile[threadIdx.x % bytes] = 1;
  __syncthreads();
  access(tile, offset, mode, out);
}

extern __shared__ int4 dynamic[];
__global__ void touch_dynamic(int offset, Mode mode, int* out) { access(reinterpret_cast<char*>(dynamic), offset, mode, out); }
__global__ void touch_both(int offset, Mode mode, int* out) {
  __shared__ int first[25];
  if (offset == -1000000) first[threadIdx.x % 25] = mode == Mode::read;
  __syncthreads();
  access(reinterpret_cast<char*>(dynamic), offset, mode, out);
  if (offset == -1000000) *out = first[3];
}

__device__ unsigned shared_address(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}
__global__ void show_layout() {
  __shared__ char a[3];
  __shared__ float b[100];
  __shared__ double c[5];
  __shared__ float4 d[7];
  __shared__ char e[1];
  __shared__ float f[33];
  std::printf("| char a[3] | float b[100] | double c[5] | float4 d[7] | char e[1] | float f[33] | dynamic |\n|---|---|---|---|---|---|---|\n");
  std::printf("| %u | %u | %u | %u | %u | %u | %u |\n", shared_address(a), shared_address(b), shared_address(c),
         shared_address(d), shared_address(e), shared_address(f), shared_address(dynamic));
}

__global__ void touch(char* place, bool is_write, int* out) {
  volatile int* const word = reinterpret_cast<volatile int*>(place);
  const int value = *word;
  if (is_write) *word = value;
  *out = value;
}

__device__ int device_array[100] = {7};
__device__ int device_scalar = 5;
__constant__ int constant_array[100] = {9};
__managed__ int managed_scalar = 3;
__global__ void touch_device_array(int offset, Mode mode, int* out) {
  access(reinterpret_cast<char*>(device_array), offset, mode, out);
}
__global__ void touch_constant(int offset, Mode, int* out) {
  *out = *reinterpret_cast<const int*>(reinterpret_cast<const char*>(constant_array) + offset);
}
__global__ void touch_local(int offset, Mode mode, int* out) {
  volatile int array[32];
  for (int i = 0; i < 32; ++i) array[i] = i + offset;
  access(reinterpret_cast<char*>(const_cast<int*>(array)), offset, mode, out);
}

// ---- Shared memory -------------------------------------------------------------------------------------------------

using Kernel = void (*)(int, Mode, int*);

std::function<Access()> shared_access(Kernel kernel, Mode mode, int dynamic_bytes, int blocks = 1) {
  return [=] {
    if (dynamic_bytes > 0)
      require(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, dynamic_bytes));
    cudaFuncAttributes attributes;
    require(cudaFuncGetAttributes(&attributes, kernel));
    std::snprintf(progress().note, sizeof progress().note, "static %zu, dynamic %d, %d blocks", attributes.sharedSizeBytes,
                  dynamic_bytes, blocks);
    return [=](long distance, int* out) {
      kernel<<<blocks, 64, dynamic_bytes>>>(static_cast<int>(distance), mode, out);
    };
  };
}

void probe_shared(const char* what, Kernel kernel, int bytes, int dynamic_bytes) {
  for (const Mode mode : {Mode::read, Mode::write, Mode::generic_read}) {
    row(std::string(what) + ", past the end", name_of(mode), shared_access(kernel, mode, dynamic_bytes),
        {{bytes, 256 * KiB, 4}});
    row(std::string(what) + ", before it", name_of(mode), shared_access(kernel, mode, dynamic_bytes), {{-4, -4 * KiB, -4}});
  }
}

void probe_static_shared() {
  std::printf("\n## Layout of shared memory: addresses in the block's window\n\n");
  in_child([] {
    show_layout<<<1, 1, 100>>>();
    require(cudaDeviceSynchronize());
  });
  begin_table("One __shared__ array: distances from its begin");
  probe_shared("char[4]", touch_static<4>, 4, 0);
  probe_shared("char[100]", touch_static<100>, 100, 0);
  probe_shared("char[1024]", touch_static<1024>, 1024, 0);
  probe_shared("char[1028]", touch_static<1028>, 1028, 0);
  probe_shared("char[16384]", touch_static<16384>, 16384, 0);
  probe_shared("char[49152]", touch_static<49152>, 49152, 0);
  row("char[1024], past the end", "read", shared_access(touch_static<1024>, Mode::read, 0, 2000), {{1024, 256 * KiB, 4}});
  begin_table("Far from a __shared__ array: one access each");
  for (const long at : {2 * KiB, 16 * KiB, 64 * KiB, 228 * KiB, 1 * MiB, 16 * MiB, 256 * MiB})
    for (const long sign : {1, -1})
      for (const Mode mode : {Mode::read, Mode::generic_read})
        row("char[1024] at " + std::to_string(sign * at), name_of(mode), shared_access(touch_static<1024>, mode, 0),
            {{sign * at, sign * at + 1, 1}});
}

void probe_dynamic_shared() {
  begin_table("Dynamic shared memory: distances from its begin");
  for (const int bytes : {0, 4, 100, 1024, 10000, 49152, 100000, 227 * 1024})
    probe_shared((std::to_string(bytes) + " bytes").c_str(), touch_dynamic, bytes, bytes);
  probe_shared("1000 bytes, behind int[25]", touch_both, 1000, 1000);
}

// ---- Allocations ---------------------------------------------------------------------------------------------------

using Allocate = std::function<char*(long bytes)>;

char* plain(long bytes) {
  char* pointer = nullptr;
  require(cudaMalloc(&pointer, bytes));
  return pointer;
}
char* ordered(long bytes) {
  char* pointer = nullptr;
  require(cudaMallocAsync(&pointer, bytes, nullptr));
  require(cudaDeviceSynchronize());
  return pointer;
}
char* managed(long bytes) {
  char* pointer = nullptr;
  require(cudaMallocManaged(&pointer, bytes));
  return pointer;
}
char* page_locked(long bytes) {
  char* pointer = nullptr;
  require(cudaHostAlloc(&pointer, bytes, cudaHostAllocMapped));
  return pointer;
}

void note_address(const char* pointer) {
  std::snprintf(progress().note, sizeof progress().note, "%p, %ld in its 2 MiB", static_cast<const void*>(pointer),
                static_cast<long>(reinterpret_cast<size_t>(pointer) % (2 * MiB)));
}

std::function<Access()> memory_access(const std::function<char*()>& place, bool is_write) {
  return [=] {
    char* const begin = place();
    note_address(begin);
    return [=](long distance, int* out) { touch<<<1, 1>>>(begin + distance, is_write, out); };
  };
}

long words(long bytes) { return (bytes + 3) / 4 * 4; }

void probe_allocation(const char* how, const Allocate& allocate, long bytes, int how_many) {
  const auto place = [=] {
    char* const first = allocate(bytes);
    for (int i = 1; i < how_many; ++i) allocate(bytes);
    return first;
  };
  const std::string what = std::string(how) + "(" + std::to_string(bytes) + ")" +
                           (how_many > 1 ? ", first of " + std::to_string(how_many) : "");
  const long end = words(bytes);
  const long fine_end = end + 1024, page = (end + 4 * KiB) / (4 * KiB) * (4 * KiB);
  for (const bool is_write : {false, true}) {
    const char* const mode = is_write ? "write" : "read";
    row(what + ", past the end", mode, memory_access(place, is_write),
        {{end, fine_end, 4}, {page, end + 8 * MiB, 4 * KiB}, {end + 8 * MiB, end + 256 * MiB, 2 * MiB}});
    row(what + ", before it", mode, memory_access(place, is_write),
        {{-4, -1024, -4}, {-4 * KiB, -8 * MiB, -4 * KiB}, {-8 * MiB, -256 * MiB, -2 * MiB}});
  }
}

void probe_allocations() {
  begin_table("Allocations in a context that has no others: distances from the begin");
  for (const long bytes : {4l, 300l, 512l, 1000l, 4 * KiB, 64 * KiB, 1 * MiB, 1 * MiB + 4, 2 * MiB - 512, 2 * MiB - 4, 2 * MiB,
                           2 * MiB + 4, 3 * MiB, 4 * MiB, 64 * MiB, 64 * MiB + 4000})
    probe_allocation("cudaMalloc", plain, bytes, 1);
  for (const long bytes : {4l, 4 * KiB, 1 * MiB, 2 * MiB, 4 * MiB}) probe_allocation("cudaMalloc", plain, bytes, 4);
}

void probe_other_allocations() {
  begin_table("Allocations of other kinds in a context that has no others: distances from the begin");
  for (const long bytes : {4l, 4 * KiB, 2 * MiB, 4 * MiB, 64 * MiB}) probe_allocation("cudaMallocAsync", ordered, bytes, 1);
  for (const long bytes : {4l, 4 * KiB, 2 * MiB, 4 * MiB}) probe_allocation("cudaMallocManaged", managed, bytes, 1);
  for (const long bytes : {4l, 4 * KiB, 2 * MiB}) probe_allocation("cudaHostAlloc", page_locked, bytes, 1);
  begin_table("Far from an allocation: one access each");
  for (const long at : {8 * MiB, 64 * MiB, 1024 * MiB, 64 * 1024 * MiB})
    for (const long sign : {1, -1})
      row("cudaMalloc(4) at " + std::to_string(sign * at), "read", memory_access([] { return plain(4); }, false),
          {{sign * at, sign * at + 1, 1}});
  row("address 0", "read", [] { return [](long at, int* out) { touch<<<1, 1>>>(reinterpret_cast<char*>(at), false, out); }; },
      {{0, 4096, 4}});
}

void probe_neighbours() {
  std::printf("\n## Where four allocations of one size lie: distances from the first\n\n"
              "| bytes | cudaMalloc | cudaMallocAsync |\n|---|---|---|\n");
  for (const long bytes : {4l, 500l, 512l, 513l, 4 * KiB, 1 * MiB, 1 * MiB + 4, 2 * MiB, 2 * MiB + 4, 3 * MiB, 4 * MiB, 64 * MiB})
    in_child([=] {
      std::printf("| %ld |", bytes);
      for (const Allocate& allocate : {Allocate(plain), Allocate(ordered)}) {
        char* const first = allocate(bytes);
        for (int i = 1; i < 4; ++i) std::printf(" %+ld", static_cast<long>(allocate(bytes) - first));
        std::printf(" |");
      }
      std::printf("\n");
    });
}

void probe_freed() {
  begin_table("Freed memory: distances from its begin");
  for (const bool is_write : {false, true}) {
    const char* const mode = is_write ? "write" : "read";
    for (const long bytes : {4l, 4 * KiB, 1 * MiB, 2 * MiB, 4 * MiB, 64 * MiB}) {
      const std::string size = std::to_string(bytes) + " bytes";
      row(size + " by cudaFree, alone", mode,
          memory_access([=] { char* p = plain(bytes); require(cudaFree(p)); return p; }, is_write), {{0, 4, 4}});
      row(size + " by cudaFree, another one stays", mode,
          memory_access([=] { char* p = plain(bytes); plain(bytes); require(cudaFree(p)); return p; }, is_write), {{0, 4, 4}});
      row(size + " by cudaFreeAsync", mode, memory_access([=] {
            char* p = ordered(bytes);
            require(cudaFreeAsync(p, nullptr));
            require(cudaDeviceSynchronize());
            return p;
          }, is_write), {{0, 4, 4}});
    }
  }
}

// ---- Variables, local memory, the host -----------------------------------------------------------------------------

void probe_variables() {
  begin_table("Variables: distances from the begin");
  for (const Mode mode : {Mode::read, Mode::write}) {
    row("__device__ int[100], past the end", name_of(mode), shared_access(touch_device_array, mode, 0),
        {{400, 8 * KiB, 4}, {8 * KiB, 16 * MiB, 4 * KiB}});
    row("__device__ int[100], before it", name_of(mode), shared_access(touch_device_array, mode, 0),
        {{-4, -8 * KiB, -4}, {-8 * KiB, -16 * MiB, -4 * KiB}});
    row("local int[32], past the end", name_of(mode), shared_access(touch_local, mode, 0),
        {{128, 256 * KiB, 4}, {256 * KiB, 16 * MiB, 4 * KiB}});
    row("local int[32], before it", name_of(mode), shared_access(touch_local, mode, 0), {{-4, -256 * KiB, -4}});
  }
  row("__constant__ int[100], past the end", "read", shared_access(touch_constant, Mode::read, 0), {{400, 256 * KiB, 4}});
  row("__constant__ int[100], before it", "read", shared_access(touch_constant, Mode::read, 0), {{-4, -4 * KiB, -4}});
}

/// The host's own variable of the name of a __device__ one.
void* shadow_of(const void* variable) { return const_cast<void*>(variable); }

int host_global = 4;
const int host_constant = 4;

void probe_kernel_on_host_memory() {
  begin_table("A kernel that reads host memory");
  static std::vector<int> vector(1000, 4);
  const auto at = [](const char* what, const std::function<char*()>& place) {
    row(what, "read", memory_access(place, false), {{0, 4, 4}});
  };
  at("malloc(4000)", [] { return static_cast<char*>(std::calloc(1000, 4)); });
  at("malloc(64 MiB)", [] { return static_cast<char*>(std::calloc(64, MiB)); });
  at("std::vector", [] { return reinterpret_cast<char*>(vector.data()); });
  at("a variable of a function", [] { static thread_local int local = 4; return reinterpret_cast<char*>(&local); });
  at("a global variable", [] { return reinterpret_cast<char*>(&host_global); });
  at("a constant", [] { return const_cast<char*>(reinterpret_cast<const char*>(&host_constant)); });
  at("malloc(4000), registered", [] {
    char* p = static_cast<char*>(std::aligned_alloc(4096, 4096));
    require(cudaHostRegister(p, 4096, cudaHostRegisterDefault));
    return p;
  });
  at("malloc(8192), its first page registered, its second read", [] {
    char* p = static_cast<char*>(std::aligned_alloc(4096, 8192));
    std::memset(p, 1, 8192);
    require(cudaHostRegister(p, 4096, cudaHostRegisterDefault));
    return p + 4096;
  });
}

void host_row(const char* what, const std::function<std::string()>& work) {
  std::string answer;
  const std::string ended = in_child([&] { std::snprintf(progress().note, sizeof progress().note, "%s", work().c_str()); });
  std::printf("| %s | %s | %s |\n", what, ended.c_str(), progress().note);
}

void probe_host() {
  probe_kernel_on_host_memory();
  std::printf("\n## Host code and device memory\n\n| what | end of the process | answer |\n|---|---|---|\n");
  const auto text = [](long value) { return std::to_string(value); };
  host_row("reads cudaMalloc'd memory", [=] { return text(*reinterpret_cast<volatile int*>(plain(4096))); });
  host_row("writes cudaMalloc'd memory", [=] { *reinterpret_cast<volatile int*>(plain(4096)) = 1; return text(1); });
  host_row("memcpy() from it", [=] { int to; std::memcpy(&to, plain(4096), 4); return text(to); });
  host_row("write(2) from it", [=] {
    int ends[2];
    if (pipe(ends)) return std::string("no pipe");
    const long written = write(ends[1], plain(4096), 4);
    return "returned " + text(written) + ", " + std::strerror(errno);
  });
  host_row("reads cudaMallocAsync'd memory", [=] { return text(*reinterpret_cast<volatile int*>(ordered(4096))); });
  host_row("reads cudaMallocManaged memory", [=] { return text(*reinterpret_cast<volatile int*>(managed(4096))); });
  host_row("reads cudaHostAlloc'd memory", [=] { return text(*reinterpret_cast<volatile int*>(page_locked(4096))); });
  host_row("reads a __device__ variable of value 5", [=] { cudaFree(nullptr); return text(*static_cast<volatile int*>(shadow_of(&device_scalar))); });
  host_row("reads a __managed__ variable of value 3", [=] { cudaFree(nullptr); return text(managed_scalar); });
  host_row("pageable memory access, by host page tables, concurrent managed", [=] {
    int a = 0, b = 0, c = 0;
    require(cudaDeviceGetAttribute(&a, cudaDevAttrPageableMemoryAccess, 0));
    require(cudaDeviceGetAttribute(&b, cudaDevAttrPageableMemoryAccessUsesHostPageTables, 0));
    require(cudaDeviceGetAttribute(&c, cudaDevAttrConcurrentManagedAccess, 0));
    return text(a) + ", " + text(b) + ", " + text(c);
  });
}

struct Section {
  const char* name;
  void (*probe)();
};
constexpr Section sections[] = {{"shared", probe_static_shared},       {"dynamic", probe_dynamic_shared},
                                {"neighbours", probe_neighbours},     {"allocations", probe_allocations},
                                {"pools", probe_other_allocations},   {"freed", probe_freed},
                                {"variables", probe_variables},       {"host", probe_host}};

}  // namespace

int main(int count, char** arguments) {
  progress();
  in_child([] {
    cudaDeviceProp device;
    int driver = 0;
    require(cudaGetDeviceProperties(&device, 0));
    require(cudaDriverGetVersion(&driver));
    std::printf("# %s, driver's CUDA %d, runtime %d\n", device.name, driver, CUDART_VERSION);
  });
  for (const Section& section : sections) {
    bool is_wanted = count == 1;
    for (int i = 1; i < count; ++i) is_wanted = is_wanted || !std::strcmp(arguments[i], section.name);
    if (is_wanted) section.probe();
  }
}
