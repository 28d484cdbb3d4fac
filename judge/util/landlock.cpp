#include "judge/util/landlock.hpp"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace judge {

namespace {

// Since Landlock ABI 3 and 6; the headers of older systems lack them.
constexpr std::uint64_t k_truncate = 1u << 14, k_scope_abstract_sockets = 1u << 0, k_scope_signals = 1u << 1;

constexpr std::uint64_t k_change_folders =
    LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
    LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
    LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
// Of what is no folder.
constexpr std::uint64_t k_of_files =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_FILE | k_truncate;

// struct landlock_ruleset_attr of ABI 6; a kernel that knows less takes it as long as what it does not know is zero.
struct Ruleset {
  std::uint64_t handled_files = 0, handled_network = 0, scoped = 0;
};

std::uint64_t bits_of(unsigned access) {
  std::uint64_t bits = 0;
  if (access & Landlock::read) bits |= LANDLOCK_ACCESS_FS_READ_FILE;
  if (access & Landlock::list) bits |= LANDLOCK_ACCESS_FS_READ_DIR;
  if (access & Landlock::execute) bits |= LANDLOCK_ACCESS_FS_EXECUTE;
  if (access & Landlock::write) bits |= LANDLOCK_ACCESS_FS_WRITE_FILE | k_truncate;
  if (access & Landlock::change) bits |= k_change_folders;
  return bits;
}

}  // namespace

int Landlock::version() {
  const long abi = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return abi < 1 ? 0 : static_cast<int>(abi);
}

Result<Landlock> Landlock::create(unsigned handled, Scope scope) {
  const int abi = version();
  if (abi == 0) return Landlock(-1, 0);
  const std::uint64_t bits = bits_of(handled) & ~(abi >= 3 ? 0 : k_truncate);
  const Ruleset wanted{.handled_files = bits,
                       .scoped = abi >= 6 && scope == Scope::closed ? k_scope_abstract_sockets | k_scope_signals : 0};
  const int ruleset = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &wanted, abi >= 6 ? sizeof wanted : 8, 0));
  if (ruleset < 0) return fail("landlock_create_ruleset: {}", std::strerror(errno));
  return Landlock(ruleset, bits);
}

Landlock::~Landlock() {
  if (m_ruleset >= 0) ::close(m_ruleset);
}

void Landlock::allow(const std::filesystem::path& path, unsigned access) {
  const int file = m_ruleset < 0 ? -1 : ::open(path.c_str(), O_PATH | O_CLOEXEC);
  struct stat status {};
  if (file < 0) return;
  std::uint64_t rights = bits_of(access) & m_handled;
  if (::fstat(file, &status) == 0 && !S_ISDIR(status.st_mode)) rights &= k_of_files;
  const landlock_path_beneath_attr rule{.allowed_access = rights, .parent_fd = file};
  if (rights) ::syscall(SYS_landlock_add_rule, m_ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  ::close(file);
}

bool Landlock::restrict_self() const noexcept {
  return m_ruleset < 0 || ::syscall(SYS_landlock_restrict_self, m_ruleset, 0) == 0;
}

}  // namespace judge
