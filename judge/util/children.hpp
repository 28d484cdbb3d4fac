#pragma once

#include <sys/types.h>

namespace judge {

/// The child processes of this one. Every fork goes through fork_child(), so a child that was not started there is an orphan of a
/// player or of a compiler, which the kernel has made our child.

/// fork(). -1 with errno where it fails. What PR_SET_PDEATHSIG of the child is bound to is the thread that calls this, so it
/// must live as long as the child may.
pid_t fork_child();

/// waitpid(child, status, options) for one child of fork_child(), and again after EINTR.
pid_t wait_for_child(pid_t child, int* status, int options);

/// From now on the orphans among this process's descendants become its children instead of init's.
void adopt_strays();

/// Ends every child that fork_child() did not start, and what these leave in turn. Returns how many there were.
int end_strays();

}  // namespace judge
