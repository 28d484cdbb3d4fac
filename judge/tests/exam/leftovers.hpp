#pragma once

#include <string>
#include <vector>

namespace judge {

/// From now on, whatever a descendant of this process leaves running when it ends becomes a child of this process, even
/// one that has called setsid().
void adopt_orphans();

/// Ends every child of this process and says what they were ("4711 judge-player ..."). A process that was killed may
/// take a moment to go: those that end by themselves within half a second don't count.
std::vector<std::string> end_orphans();

}  // namespace judge
