#include "judge/player/sandbox.hpp"

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

namespace judge {

namespace {

// Since Landlock ABI 3 and 6; the headers of older systems lack them.
constexpr std::uint64_t k_truncate = 1u << 14, k_scope_abstract_sockets = 1u << 0, k_scope_signals = 1u << 1;

constexpr std::uint64_t k_write = LANDLOCK_ACCESS_FS_WRITE_FILE;
constexpr std::uint64_t k_change_folders =
    LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
    LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
    LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;

// struct landlock_ruleset_attr of ABI 6; a kernel that knows less takes it as long as what it does not know is zero.
struct Ruleset {
  std::uint64_t handled_files = 0, handled_network = 0, scoped = 0;
};

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

void allow_below(int ruleset, const char* folder, std::uint64_t rights) {
  const int file = ::open(folder, O_PATH | O_CLOEXEC);
  if (file < 0) return;
  const landlock_path_beneath_attr rule{.allowed_access = rights, .parent_fd = file};
  ::syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  ::close(file);
}

// Where systems keep programs, libraries and devices, and nobody what is his own.
constexpr std::array k_systems_folders{"/bin", "/boot", "/dev",  "/etc", "/lib",  "/lib32", "/lib64",
                                       "/nix", "/opt",  "/proc", "/run", "/sbin", "/sys",   "/usr"};

// Mapping stays as it is. Who is inside may neither trace nor look into the /proc entries of who is outside.
Result<void> enter_landlock(const Rights& rights) {
  const long abi = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (abi < 1) return {};
  const bool is_replay = rights.who == Sandboxed::replay;
  const std::uint64_t write = k_write | (abi >= 3 ? k_truncate : 0), read = is_replay ? LANDLOCK_ACCESS_FS_READ_FILE : 0;
  // What judge-replay is loaded with talks to the tool, whose own sockets and signals end in here already.
  const bool is_scoped = abi >= 6 && !is_replay;
  const Ruleset wanted{.handled_files = write | read | k_change_folders,
                       .scoped = is_scoped ? k_scope_abstract_sockets | k_scope_signals : 0};
  const int ruleset = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &wanted, abi >= 6 ? sizeof wanted : 8, 0));
  if (ruleset < 0) return fail("landlock_create_ruleset: {}", std::strerror(errno));
  // The CUDA driver writes to its devices and names its threads, and has no context where it cannot. The processes that the
  // tool starts do so in entries of their own, of which nobody knows the number yet.
  allow_below(ruleset, "/dev", write | k_change_folders);
  allow_below(ruleset, rights.who == Sandboxed::tool ? "/proc" : "/proc/self", write);
  if (!rights.writable_folder.empty()) allow_below(ruleset, rights.writable_folder.c_str(), write | read | k_change_folders);
  if (read)
    for (const char* folder : k_systems_folders) allow_below(ruleset, folder, read);
  for (const auto& path : rights.readable) allow_below(ruleset, path.c_str(), read);
  const long entered = ::syscall(SYS_landlock_restrict_self, ruleset, 0);
  const int reason = errno;
  ::close(ruleset);
  if (entered) return fail("landlock_restrict_self: {}", std::strerror(reason));
  return {};
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

  Result<void> load() {
    if (!m_context) return fail("seccomp_init failed");
    if (!m_error) m_error = ::seccomp_attr_set(m_context, SCMP_FLTATR_CTL_TSYNC, 1);
    if (!m_error) m_error = ::seccomp_load(m_context);
    if (m_error == -ENOSYS || m_error == -EOPNOTSUPP) return {};  // a kernel or a container without it
    if (m_error) return fail("seccomp: {}", std::strerror(-m_error));
    return {};
  }

 private:
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
  filter.refuse("socket", EPERM, differs(0, AF_UNIX));
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

Result<void> drop_rights(const Rights& rights) {
  if (rights.who != Sandboxed::replay && !is_only_thread())
    return fail("another thread would keep the rights that the player gives up");
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return fail("PR_SET_NO_NEW_PRIVS: {}", std::strerror(errno));
  JUDGE_CHECK(drop_capabilities(rights.profiles));
  return enter_landlock(rights);
}

Result<void> drop_system_calls(const Rights& rights) {
  Filter filter;
  refuse_other_processes(filter);
  refuse_the_world(filter);
  if (rights.who == Sandboxed::player) refuse_reading_ahead(filter);
  else if (!rights.profiles) refuse_new_files(filter);
  return filter.load();
}

}  // namespace judge
