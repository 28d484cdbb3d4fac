#pragma once

#include <optional>
#include <vector>

#include "judge/emulator/lowering/translation.hpp"

namespace judge::lowering {

/// template <PARAMETERS> and what must be true of them.
struct TemplateHeader {
  Range parameters;  ///< between < and >, exclusive
  Range constraint;  ///< `requires` and its expression; empty if there is none
};

/// A declaration with __global__, taken apart.
struct KernelDeclaration {
  std::size_t qualifier = none;  ///< the __global__
  std::size_t begin = none;      ///< of the whole declaration
  std::vector<TemplateHeader> template_headers;
  std::size_t specifiers = none;  ///< what follows the template headers
  std::vector<Range> bounds;      ///< __launch_bounds__ ( ... ) and __cluster_dims__ ( ... ), whole, the former first
  Range cluster{none, none};      ///< of __cluster_dims__, its ( ... )
  Range scope{none, none};        ///< `a::b::` before the name, whole; empty if it has none
  std::size_t name = none;
  bool is_specialization = false;         ///< name<...>(
  std::size_t open = none, close = none;  ///< of the parameters
  std::size_t end = none;                 ///< the ; or the }
  std::size_t body = none;                ///< the {, if it is a definition
};

/// The declaration that the __global__ at `qualifier` is part of; nothing if it is no function's.
std::optional<KernelDeclaration> find_kernel_declaration(const Translation& translation, std::size_t qualifier);

}  // namespace judge::lowering
