#pragma once

#include <sys/types.h>

namespace judge {

/// The child processes of this one. Every fork of the judge's goes through fork_child(). A child that was not started there is an orphan
/// of a player or of a compiler, which the kernel has made our child, or one of the program's that the judge is a library of.

/// fork(). -1 with errno where it fails. What PR_SET_PDEATHSIG of the child is bound to is the thread that calls this, so it
/// must live as long as the child may.
pid_t fork_child();

/// waitpid(child, status, options) for one child of fork_child(), and again after EINTR.
pid_t wait_for_child(pid_t child, int* status, int options);

/// SIGKILL to a child that was not waited for yet and to the process group that it leads. One that makes its group itself, by setsid(),
/// may not have come to that: then there is nobody else to be ended.
void kill_with_group(pid_t child);

/// From now on the orphans among this process's descendants become its children instead of init's.
void adopt_strays();

/// Ends every orphan that children of fork_child() have left, and what these leave in turn. Returns how many there were.
int end_strays();

}  // namespace judge
