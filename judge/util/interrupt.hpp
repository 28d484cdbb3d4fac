#pragma once

namespace judge {

/// Makes SIGINT and SIGTERM set a flag and wake every poll() on interrupt_fd(), instead of ending the process, so that
/// children are ended and the ledger is closed. A second signal ends the process at once.
void install_interrupt_handler();

/// Has SIGINT or SIGTERM come?
bool interrupted();

/// Readable once a signal has come; -1 where no handler is installed (poll ignores it then).
int interrupt_fd();

}  // namespace judge
