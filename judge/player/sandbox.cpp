#include "judge/player/sandbox.hpp"

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "judge/util/landlock.hpp"

namespace judge {

namespace {

// NVIDIA's driver may let nobody read a GPU's counters who lacks CAP_SYS_ADMIN.
bool counters_need_a_capability() {
  std::ifstream parameters("/proc/driver/nvidia/params");
  for (std::string line; std::getline(parameters, line);)
    if (line.starts_with("RmProfilingAdminOnly:")) return !line.ends_with(" 0");
  return false;
}

Result<void> drop_capabilities(bool profiles) {
  __user_cap_header_struct header{.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  __user_cap_data_struct kept[2] = {};
  if (profiles && counters_need_a_capability()) {
    if (::syscall(SYS_capget, &header, kept)) return fail("capget: {}", std::strerror(errno));
    const std::uint32_t left = kept[0].effective & 1u << CAP_SYS_ADMIN;
    kept[0] = {.effective = left, .permitted = left, .inheritable = 0};
    kept[1] = {};
  }
  if (::syscall(SYS_capset, &header, kept)) return fail("capset: {}", std::strerror(errno));
  return {};
}

// Where systems keep programs, libraries and devices, and nobody what is his own.
constexpr std::array k_systems_folders{"/bin", "/boot", "/dev",  "/etc", "/lib",  "/lib32", "/lib64",
                                       "/nix", "/opt",  "/proc", "/run", "/sbin", "/sys",   "/usr"};

// Less than that: libraries, and what the C library and OpenMP ask about the machine. /proc has no other process's entry, and of its own
// not its memory and where that lies.
constexpr std::array k_readable{"/bin",
                                "/lib",
                                "/lib32",
                                "/lib64",
                                "/nix",
                                "/opt",
                                "/sbin",
                                "/sys",
                                "/usr",
                                "/etc/ld.so.cache",
                                "/etc/localtime",
                                "/proc/cpuinfo",
                                "/proc/meminfo",
                                "/proc/stat",
                                "/proc/sys",
                                "/proc/version",
                                "/proc/filesystems",
                                "/proc/self/auxv",
                                "/proc/self/cgroup",
                                "/proc/self/cmdline",
                                "/proc/self/comm",
                                "/proc/self/limits",
                                "/proc/self/mountinfo",
                                "/proc/self/mounts",
                                "/proc/self/schedstat",
                                "/proc/self/stat",
                                "/proc/self/statm",
                                "/proc/self/status"};
constexpr std::array k_devices{"/dev/null", "/dev/random", "/dev/urandom"};

// Mapping stays as it is. Who is inside may neither trace nor look into the /proc entries of who is outside.
Result<void> enter_landlock(const Rights& rights) {
  using enum Sandboxed;
  const bool reads_less = rights.who == attempt || rights.who == replay;
  const unsigned kept = Landlock::write | Landlock::change, read = reads_less ? unsigned{Landlock::read} : 0,
                 list = rights.who == attempt ? unsigned{Landlock::list} : 0;
  // What judge-replay is loaded with talks to the tool, whose own sockets and signals end in here already.
  JUDGE_TRY(auto landlock,
            Landlock::create(kept | read | list, rights.who == replay ? Landlock::Scope::open : Landlock::Scope::closed));
  // The CUDA driver writes to its devices and names its threads, and has no context where it cannot. The processes that the tool
  // starts do so in entries of their own, of which nobody knows the number yet.
  if (rights.who != attempt) {
    landlock.allow("/dev", kept);
    landlock.allow(rights.who == tool ? "/proc" : "/proc/self", Landlock::write);
  }
  if (!rights.writable_folder.empty()) landlock.allow(rights.writable_folder, kept | read);
  if (rights.who == replay)
    for (const char* folder : k_systems_folders) landlock.allow(folder, read);
  if (rights.who == attempt) {
    for (const char* path : k_readable) landlock.allow(path, read | list);
    for (const char* device : k_devices) landlock.allow(device, read | list | Landlock::write);
  }
  for (const auto& path : rights.readable) landlock.allow(path, read | list);
  if (!landlock.restrict_self()) return fail("landlock_restrict_self: {}", std::strerror(errno));
  return {};
}

// All of /proc but the entries of other processes, where the judge's command line may have the seed.
void allow_proc(Landlock& landlock) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) landlock.allow(entry.path(), Landlock::read);
  }
}

bool is_only_thread() {
  std::error_code error;
  std::filesystem::directory_iterator threads("/proc/self/task", error);
  return error || std::distance(begin(threads), end(threads)) == 1;
}

// --- system calls ---

class Filter {
 public:
  Filter() : m_context(::seccomp_init(SCMP_ACT_ALLOW)) {}
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;
  ~Filter() {
    if (m_context) ::seccomp_release(m_context);
  }

  /// A call that this architecture or libseccomp does not know is none that could be made. Rules with a condition can't be
  /// had for some calls of some architectures; those of x86-64 and AArch64 can.
  template <class... Conditions>
  void refuse(const char* name, int reason, Conditions... conditions) {
    const int number = ::seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR || m_error) return;
    const scmp_arg_cmp list[] = {conditions..., scmp_arg_cmp{}};
    m_error = ::seccomp_rule_add_array(m_context, SCMP_ACT_ERRNO(static_cast<std::uint32_t>(reason)), number,
                                       sizeof...(conditions), list);
  }

  /// Also of those that libseccomp does not know yet.
  Result<void> load() {
    if (const int reason = refuse_newer_calls()) return fail("seccomp: {}", std::strerror(reason));
    if (!m_context) return fail("seccomp_init failed");
    if (!m_error) m_error = ::seccomp_attr_set(m_context, SCMP_FLTATR_CTL_TSYNC, 1);
    if (!m_error) m_error = ::seccomp_load(m_context);
    if (m_error == -ENOSYS || m_error == -EOPNOTSUPP) return {};  // a kernel or a container without it
    if (m_error) return fail("seccomp: {}", std::strerror(-m_error));
    return {};
  }

 private:
  // What Linux got after 6.10 was not looked at, and some of it does what is refused here by an older name: setxattrat(), file_setattr(). Programs
  // take "no such call" for an older kernel. Since 424 the numbers are those of all architectures.
  static int refuse_newer_calls() {
    constexpr unsigned last = 462;  // mseal()
    sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)), BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, last, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    const sock_fprog list{static_cast<unsigned short>(std::size(program)), program};
    const bool is_loaded = ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &list) == 0;
    return is_loaded || errno == ENOSYS || errno == EOPNOTSUPP || errno == EINVAL ? 0 : errno;
  }

  scmp_filter_ctx m_context;
  int m_error = 0;
};

constexpr scmp_arg_cmp differs(unsigned argument, std::uint64_t value) { return {argument, SCMP_CMP_NE, value, 0}; }

// The kernel looks at the lower half of an int or a flag word, so a condition on it must, too.
constexpr scmp_arg_cmp masked(unsigned argument, std::uint64_t mask, std::uint64_t value) {
  return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}

void refuse_other_processes(Filter& filter) {
  const auto self = static_cast<std::uint64_t>(::getpid());
  for (const char* name : {"execve", "execveat", "fork", "vfork", "ptrace", "process_vm_readv", "process_vm_writev",
                           "process_madvise", "process_mrelease", "pidfd_open", "pidfd_getfd", "pidfd_send_signal", "kcmp",
                           "tkill", "setsid", "setpgid", "perf_event_open", "migrate_pages"})
    filter.refuse(name, EPERM);
  filter.refuse("clone", EPERM, masked(0, CLONE_THREAD, 0));
  filter.refuse("clone3", ENOSYS);  // its flags lie in memory; glibc falls back to clone
  for (const char* name : {"kill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"})
    filter.refuse(name, EPERM, differs(0, self));
  filter.refuse("prlimit64", EPERM, differs(0, 0));
  filter.refuse("prctl", EPERM, masked(0, 0xffffffff, PR_SET_PDEATHSIG));
}

// A thread may say for itself how it is scheduled, where it calls itself 0: a rule can't tell its number from others'.
void refuse_scheduling(Filter& filter) {
  for (const char* name : {"sched_setscheduler", "sched_setparam", "sched_setaffinity", "sched_setattr", "move_pages"})
    filter.refuse(name, EPERM, differs(0, 0));
  for (const char* name : {"setpriority", "ioprio_set"}) filter.refuse(name, EPERM, differs(1, 0));
  filter.refuse("setpriority", EPERM, differs(0, PRIO_PROCESS));
  filter.refuse("ioprio_set", EPERM, differs(0, 1));  // IOPRIO_WHO_PROCESS
}

// By these a signal could wake it while it is stopped, or reach another process: from a timer, a file or a socket. Nor may its own
// code run as it is woken. A terminal takes no keys from it.
void refuse_signals_from_afar(Filter& filter) {
  filter.refuse("timer_create", EPERM);
  for (const std::uint64_t command : {F_SETSIG, F_SETOWN, F_SETOWN_EX})
    filter.refuse("fcntl", EPERM, masked(1, 0xffffffff, command));
  for (const std::uint64_t command : {FIOSETOWN, SIOCSPGRP, TIOCSTI, TIOCLINUX})
    filter.refuse("ioctl", EPERM, masked(1, 0xffffffff, command));
  filter.refuse("rt_sigaction", EPERM, masked(0, 0xffffffff, SIGCONT), differs(1, 0));
}

// By these it could make the judge's own calls in its process come out otherwise, and its clock's instructions.
void refuse_own_filters(Filter& filter) {
  filter.refuse("seccomp", EPERM);
  filter.refuse("personality", EPERM, differs(0, 0xffffffff));
  for (const std::uint64_t option : {PR_SET_SECCOMP, PR_SET_SYSCALL_USER_DISPATCH, PR_SET_TSC, PR_SET_DUMPABLE, PR_SET_MM,
                                     PR_SET_TIMERSLACK, PR_SET_CHILD_SUBREAPER})
    filter.refuse("prctl", EPERM, masked(0, 0xffffffff, option));
}

// What outlives a process, and what Landlock leaves to a file's owner.
void refuse_leaving(Filter& filter) {
  for (const char* name :
       {"shmget",     "shmat",     "shmctl",    "msgget",      "msgsnd",       "msgctl",      "semget",    "semop",
        "semtimedop", "semctl",    "mq_open",   "mq_unlink",   "chmod",        "fchmod",      "fchmodat",  "fchmodat2",
        "chown",      "fchown",    "lchown",    "fchownat",    "utime",        "utimes",      "utimensat", "futimesat",
        "setxattr",   "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr"})
    filter.refuse(name, EPERM);
}

// What tells whether device memory is closed to the host, what hides that a page was touched, and what maps it a second time. Which pages of a
// file are in memory is a note, too.
void refuse_asking_for_pages(Filter& filter) {
  for (const char* name : {"mincore", "cachestat", "fallocate", "fadvise64", "readahead", "remap_file_pages"})
    filter.refuse(name, EPERM);
  filter.refuse("madvise", EPERM, masked(2, 0xffffffff, MADV_REMOVE));
  filter.refuse("mremap", EPERM, masked(1, ~std::uint64_t{0}, 0));
  filter.refuse("preadv2", EPERM, differs(5, 0));
}

// Locks, leases and watches on files that all may read: by them attempts of one run could tell each other answers.
void refuse_signs_on_files(Filter& filter) {
  for (const char* name : {"flock", "inotify_add_watch", "fanotify_init"}) filter.refuse(name, EPERM);
  for (const std::uint64_t command : {F_GETLK, F_SETLK, F_SETLKW, F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW, F_SETLEASE, F_NOTIFY})
    filter.refuse("fcntl", EPERM, masked(1, 0xffffffff, command));
}

// Threads of one's own that hinder the main thread: that would look like other programs' work. How others are scheduled is nobody's business.
void refuse_own_scheduling(Filter& filter) {
  for (const char* name :
       {"sched_setscheduler", "sched_setparam", "sched_setaffinity", "sched_setattr", "setpriority", "ioprio_set"})
    filter.refuse(name, EPERM);
  filter.refuse("sched_getaffinity", EPERM, differs(0, 0));
  filter.refuse("getpriority", EPERM, differs(1, 0));
  filter.refuse("ioprio_get", EPERM, differs(1, 0));
}

// Memory that is no process's: nothing would show how much of it there is once it is not mapped.
void refuse_shared_memory(Filter& filter) {
  filter.refuse("memfd_create", EPERM);
  filter.refuse("memfd_secret", EPERM);
  filter.refuse("mmap", EPERM, masked(3, MAP_SHARED | MAP_ANONYMOUS, MAP_SHARED | MAP_ANONYMOUS));
}

// A pair of them reaches nobody.
void refuse_sockets(Filter& filter) { filter.refuse("socket", EPERM); }

// The referee's tickets lie there.
void refuse_reading_ahead(Filter& filter) {
  for (const char* name : {"recvfrom", "recvmsg", "recvmmsg"}) {
    const unsigned flags = name == std::string_view("recvmsg") ? 2 : 3;
    filter.refuse(name, EPERM, masked(flags, MSG_PEEK, MSG_PEEK));
  }
}

void refuse_new_files(Filter& filter) {
  for (const char* name : {"creat", "mkdir", "mkdirat", "mknod", "mknodat", "symlink", "symlinkat", "link", "linkat", "rename",
                           "renameat", "renameat2"})
    filter.refuse(name, EPERM);
  for (const std::uint64_t creates : {std::uint64_t{O_CREAT}, std::uint64_t{O_TMPFILE}}) {
    filter.refuse("open", EPERM, masked(1, creates, creates));
    filter.refuse("openat", EPERM, masked(2, creates, creates));
  }
  filter.refuse("openat2", ENOSYS);  // its flags lie in memory
}

void refuse_the_world(Filter& filter) {
  for (const char* name : {"mount",
                           "umount2",
                           "pivot_root",
                           "chroot",
                           "move_mount",
                           "open_tree",
                           "fsopen",
                           "fsconfig",
                           "fsmount",
                           "fspick",
                           "mount_setattr",
                           "unshare",
                           "setns",
                           "io_uring_setup",
                           "io_uring_enter",
                           "io_uring_register",
                           "bpf",
                           "userfaultfd",
                           "keyctl",
                           "add_key",
                           "request_key",
                           "open_by_handle_at",
                           "fanotify_init",
                           "sethostname",
                           "setdomainname",
                           "syslog",
                           "name_to_handle_at",
                           "kexec_load",
                           "kexec_file_load",
                           "init_module",
                           "finit_module",
                           "delete_module",
                           "reboot",
                           "swapon",
                           "swapoff",
                           "quotactl",
                           "acct"})
    filter.refuse(name, EPERM);
}

}  // namespace

void add_library_folders(Rights& rights) {
  const char* const libraries = std::getenv("LD_LIBRARY_PATH");
  std::istringstream paths(libraries ? libraries : "");
  for (std::string path; std::getline(paths, path, ':');)
    if (path.starts_with('/')) rights.readable.push_back(path);
}

Result<void> drop_rights(const Rights& rights) {
  if (rights.who != Sandboxed::replay && !is_only_thread())
    return fail("another thread would keep the rights that the player gives up");
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return fail("PR_SET_NO_NEW_PRIVS: {}", std::strerror(errno));
  JUDGE_CHECK(drop_capabilities(rights.profiles));
  return enter_landlock(rights);
}

Result<void> drop_reading(const Rights& rights) {
  JUDGE_TRY(auto landlock, Landlock::create(Landlock::read | Landlock::change, Landlock::Scope::open));
  for (const std::string_view folder : k_systems_folders)
    if (folder != "/proc") landlock.allow(folder, Landlock::read);
  allow_proc(landlock);
  for (const auto& path : rights.readable) landlock.allow(path, Landlock::read);
  if (!landlock.restrict_self()) return fail("landlock_restrict_self: {}", std::strerror(errno));
  return {};
}

Result<void> drop_system_calls(const Rights& rights) {
  Filter filter;
  refuse_other_processes(filter);
  refuse_the_world(filter);
  const bool is_player = rights.who == Sandboxed::attempt || rights.who == Sandboxed::driver;
  if (is_player) {
    for (const auto refuse : {refuse_reading_ahead, refuse_leaving, refuse_sockets, refuse_scheduling, refuse_signals_from_afar,
                              refuse_own_filters})
      refuse(filter);
  } else {
    filter.refuse("socket", EPERM, differs(0, AF_UNIX));
    if (!rights.profiles) refuse_new_files(filter);
  }
  if (rights.who == Sandboxed::attempt) {
    for (const auto refuse : {refuse_shared_memory, refuse_asking_for_pages, refuse_signs_on_files, refuse_own_scheduling})
      refuse(filter);
  }
  return filter.load();
}

}  // namespace judge
