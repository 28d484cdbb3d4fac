#pragma once

namespace judge {

/// Makes SIGINT, SIGTERM and SIGHUP (unless it is ignored, as nohup does) set a flag and wake every poll() on
/// interrupt_fd(), instead of ending the process, so that children are ended and the ledger is closed. A second signal ends
/// the process at once.
void install_interrupt_handler();

/// Has one of them come?
bool interrupted();

/// What a process that a signal ended shows: 128 + the first signal that came; 0 where none has.
int interrupted_exit_status();

/// Readable once a signal has come; -1 where no handler is installed (poll ignores it then).
int interrupt_fd();

}  // namespace judge
