#include "judge/emulator/lowering/split_kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "judge/emulator/lowering/region_uses.hpp"

namespace judge::lowering {

namespace {

class Writer {
 public:
  Writer(const Translation& translation, const SplitRequest& request, const KernelVariables& variables,
         const SplitKernel& kernel)
      : t(translation),
        m_request(request),
        m_variables(variables.all()),
        m_finder(variables),
        m_kernel(kernel),
        m_uses(translation, variables, kernel) {}

  Pieces write() {
    write_head();
    write_declarations();
    text("while (judge_split.next()) switch (judge_split.region()) {");
    for (const auto& region : m_kernel.regions) write(*region);
    text("} } }");
    return std::move(m_pieces);
  }

 private:
  void text(std::string text) { m_pieces.push_back(std::move(text)); }

  // ---- Around the regions

  void write_head() {
    text(fmt::format("{}(const ::judge_emulated::Block* judge_block", m_request.head));
    const auto& parameters = m_request.parameters;
    for (const KernelParameter& parameter : parameters) text(", " + parameter.text);
    text(") {");
    for (std::size_t i = 0; i < parameters.size(); ++i)
      text(fmt::format("const auto& judge_parameter{} = {};", i, parameters[i].name));
    text("{");
    std::set<int> changed;
    for (const Variable& variable : m_variables) changed.insert(variable.parameter);
    for (std::size_t i = 0; i < parameters.size(); ++i)
      if (!changed.contains(static_cast<int>(i)))
        text(fmt::format("const auto {} = judge_parameter{};", parameters[i].name, i));
    if (m_request.shows_index)
      text(
          "[[maybe_unused]] const uint3 blockIdx = ::judge_emulated::block_index(judge_block); [[maybe_unused]] const "
          "dim3 blockDim = ::judge_emulated::block_size(judge_block), gridDim = "
          "::judge_emulated::grid_size(judge_block);");
    text("::judge_emulated::Split judge_split(judge_block);");
    text(m_request.beginning);
  }

  void write_declarations() {
    auto hoisted = m_kernel.hoisted.begin();
    const auto write_hoisted_before = [&](std::size_t place) {
      for (; hoisted != m_kernel.hoisted.end() && hoisted->begin < place; ++hoisted) m_pieces.push_back(*hoisted);
    };
    for (std::size_t index = 0; index < m_variables.size(); ++index) {
      const Variable& variable = m_variables[index];
      if (variable.place == none) continue;
      write_hoisted_before(variable.place);
      switch (variable.kind) {
        case VariableKind::uniform: text(constant(variable)); break;
        case VariableKind::counter: text(type_of(index) + fmt::format("judge_t_{0} judge_counter{0};", index)); break;
        case VariableKind::per_thread: write_storage(index); break;
        default: break;
      }
    }
    write_hoisted_before(t.size());
    text(proofs({m_finder.relied_on().begin(), m_finder.relied_on().end()},
                {m_finder.divisors().begin(), m_finder.divisors().end()}));
    for (unsigned slot = 0; slot < m_kernel.slots; ++slot)
      text(fmt::format("auto judge_slot{} = judge_split.make_slot();", slot));
  }

  std::string type_of(std::size_t index) const {
    const Variable& variable = m_variables[index];
    if (variable.parameter >= 0)
      return fmt::format("typedef ::judge_emulated::Decayed<decltype(judge_parameter{})> judge_t_{};", variable.parameter,
                         index);
    std::string prefix = variable.prefix;
    for (const std::string_view ending : {" __restrict__", " __restrict", " const", "const", "__restrict__"})
      if (prefix.ends_with(ending)) prefix.resize(prefix.size() - ending.size());
    const std::string aligned =
        variable.alignment.empty() ? "" : fmt::format(" __attribute__((aligned({})))", variable.alignment);
    return fmt::format("typedef {} {} judge_t_{} {}{};", variable.specifiers, prefix, index, variable.suffix, aligned);
  }

  void write_storage(std::size_t index) {
    text(type_of(index));
    if (!m_uses.is_stored(index)) return;
    text(
        fmt::format("static_assert(sizeof(judge_t_{0}) % alignof(judge_t_{0}) == 0 && alignof(judge_t_{0}) <= 64, \"so are all "
                    "threads' aligned\"); judge_t_{0}* const judge_storage{0} = judge_split.make_array<judge_t_{0}>();",
                    index));
    if (m_variables[index].parameter >= 0)
      text(fmt::format("judge_split.fill(judge_storage{}, judge_parameter{});", index, m_variables[index].parameter));
  }

  std::string constant(const Variable& variable) const {
    return fmt::format("{} {} const {} {};", variable.specifiers, variable.prefix, variable.written,
                       t.flat(variable.initialiser));
  }

  // ---- Regions

  void write(const Region& region) {
    const Needs& uses = m_uses.of(region);
    text(fmt::format("case {}: {{", region.id));
    for (const auto& [index, use] : uses)
      if (m_variables[index].kind == VariableKind::counter)
        text(fmt::format("const auto {} = judge_counter{};", m_variables[index].written, index));
    write_threads(region, uses);
    if (region.counter != none) {
      text(fmt::format("judge_split.need_all_of({}, {}); {{ auto& {} = judge_counter{};", region.loop_begin->id,
                       region.loop_end->id, m_variables[region.counter].written, region.counter));
      write(region.counter_code);
      text("}");
    }
    write_end(region);
    text("} break;");
  }

  static std::string id(const Region* region) {
    region = skip_empty(region);
    return region ? std::to_string(region->id) : "::judge_emulated::finished";
  }
  /// Where threads end up that come to an empty region. Null: out of the kernel.
  static const Region* skip_empty(const Region* region) {
    while (region && region->code.empty() && region->counter == none) {
      if (region->end == RegionEnd::finish) return nullptr;
      if (region->end != RegionEnd::go || region->target->id <= region->id) break;
      region = region->target;
    }
    return region;
  }

  static bool has_value(const Region& region) { return !region.operand.empty(); }

  bool ends_with_branch(const Region& region) const { return region.end == RegionEnd::branch || region.has_departures; }

  /// The loop over the threads.
  void write_threads(const Region& region, const Needs& uses) {
    const bool gives_value =
        region.end == RegionEnd::collective && (has_value(region) || (!region.collective->is_barrier && !region.is_uniform));
    const bool is_by_thread = ends_with_branch(region) || gives_value;
    if (region.code.empty() && !is_by_thread) return;
    // The guard is asked before threadIdx is set for whoever asks elsewhere, so it has to see it as a variable.
    const bool is_guarded = !is_by_thread && m_request.shows_index && region.guard.begin < region.guard.end;
    if (gives_value) text("judge_split." + collective_call(region));
    else
      text(fmt::format("judge_split.{}<{}>(",
                       ends_with_branch(region) ? "branch"
                       : is_guarded             ? "run_where"
                                                : "run",
                       index_mode()));
    if (gives_value) write_collective_arguments(region);
    if (is_guarded) write_guard(region);
    const std::vector<std::size_t> arrays = m_uses.exclusive_arrays(uses);
    text(fmt::format("[&](const unsigned judge_thread, const uint3 {}", m_request.shows_index ? "threadIdx" : "judge_index"));
    for (const std::size_t index : arrays) text(fmt::format(", judge_t_{0}* const judge_storage{0}", index));
    text(fmt::format(") __attribute__(({})) {{", m_request.attributes));
    write_prologue(uses);
    if (ends_with_branch(region)) text(fmt::format("unsigned judge_next = {};", id(region.target)));
    text("{");
    if (is_guarded) m_pieces.push_back(region.guarded);
    else write(region.code);
    if (region.end == RegionEnd::branch) {
      text("judge_next = (");
      write(region.operand);
      text(fmt::format(") ? {} : {};", id(region.target), id(region.other)));
    }
    text("}");
    if (region.has_departures) text("judge_end:;");
    if (gives_value) write_value(region);
    write_epilogue(uses);
    if (ends_with_branch(region)) text("return static_cast<unsigned short>(judge_next);");
    if (gives_value) text("return judge_value;");
    text("}");
    for (const std::size_t index : arrays) text(fmt::format(", judge_storage{}", index));
    text(");");
  }

  void write_guard(const Region& region) {
    const Needs needs = m_uses.of(region.guard);
    text("[&](const unsigned, const uint3 threadIdx) __attribute__((always_inline)) {");
    write_prologue(needs);
    text("return static_cast<bool>(");
    m_pieces.push_back(region.guard);
    text("); },");
  }

  const char* index_mode() const {
    return m_request.asks_for_thread ? "::judge_emulated::Asks::yes" : "::judge_emulated::Asks::no";
  }

  static std::string operation(const Region& region) {
    return fmt::format("::judge_emulated::{}::{}", region.collective->is_barrier ? "BarrierKind" : "WarpOperation",
                       region.collective->operation);
  }

  std::string collective_call(const Region& region) const {
    const char* const function = region.collective->is_barrier ? "count_at_barrier"
                                 : region.is_uniform           ? "operate"
                                                               : "operate_by_lane";
    const std::string line = region.collective->is_barrier ? "" : fmt::format(" {},", region.line);
    return fmt::format("{}<{}, {}>(judge_slot{}, {},{}", function, operation(region), index_mode(), region.slot,
                       id(region.target), line);
  }

  void write_collective_arguments(const Region& region) {
    if (region.collective->is_barrier || !region.is_uniform) return;
    write_warp_arguments(region);
    text(",");
  }
  void write_warp_arguments(const Region& region) {
    const auto part = [&](const Code& code, const char* otherwise) {
      text("static_cast<unsigned>(");
      if (code.empty()) text(otherwise);
      else write(code);
      text(")");
    };
    part(region.mask, "0xffffffffu");
    text(",");
    part(region.argument, "0");
    text(",");
    part(region.width, "32");
  }

  void write_value(const Region& region) {
    const std::string_view operation = region.collective->operation;
    const bool is_predicate =
        region.collective->is_barrier || operation == "ballot" || operation == "any" || operation == "all";
    if (region.collective->is_barrier || region.is_uniform) {
      text("const auto judge_value =");
    } else {
      text("const auto judge_value = ::judge_emulated::lane_request(");
      write_warp_arguments(region);
      text(",");
    }
    text(is_predicate ? "static_cast<unsigned>((" : "::judge_emulated::decayed((");
    if (region.operand.empty()) text("0");
    else write(region.operand);
    text(is_predicate ? ") != 0)" : "))");
    text(region.collective->is_barrier || region.is_uniform ? ";" : ");");
  }

  void write_prologue(const Needs& uses) {
    for (const auto& [index, use] : uses) {
      const Variable& variable = m_variables[index];
      if (variable.kind == VariableKind::recomputed) text(constant(variable));
      if (variable.kind != VariableKind::per_thread) continue;
      if (!m_uses.is_stored(index)) {
        if (!m_uses.is_verbatim(index)) text(fmt::format("judge_t_{} {};", index, variable.written));
      } else if (!is_copied(variable)) {
        text(fmt::format("{}auto& {} = judge_storage{}[judge_thread];", variable.is_const ? "const " : "", variable.written,
                         index));
      } else if (use.is_declared) {
        text(fmt::format("judge_t_{} {};", index, variable.written));
      } else {
        text(fmt::format("{}judge_t_{} {} = judge_storage{}[judge_thread];", use.is_changed ? "" : "const ", index,
                         variable.written, index));
      }
    }
  }

  void write_epilogue(const Needs& uses) {
    for (const auto& [index, use] : uses)
      if (m_uses.is_stored(index) && is_copied(m_variables[index]) && (use.is_declared || use.is_changed))
        text(fmt::format("judge_storage{}[judge_thread] = {};", index, m_variables[index].written));
  }

  void write_end(const Region& region) {
    switch (region.end) {
      case RegionEnd::finish: text("judge_split.jump(::judge_emulated::finished);"); break;
      case RegionEnd::go:
        if (!region.has_departures) text(fmt::format("judge_split.jump({});", id(region.target)));
        break;
      case RegionEnd::choose:
        text("judge_split.jump((");
        write(region.operand);
        text(fmt::format(") ? {} : {});", id(region.target), id(region.other)));
        break;
      case RegionEnd::branch: break;
      case RegionEnd::collective: write_plain_collective(region); break;
    }
  }

  /// One that takes no values.
  void write_plain_collective(const Region& region) {
    if (has_value(region) || (!region.collective->is_barrier && !region.is_uniform)) return;
    if (region.collective->is_barrier) {
      text(fmt::format("judge_split.barrier({});", id(region.target)));
    } else {
      text(fmt::format("judge_split.synchronise_warps(judge_slot{}, {}, {},", region.slot, id(region.target), region.line));
      write_warp_arguments(region);
      text(");");
    }
  }

  void write(const Code& code) {
    for (const CodeElement& element : code) {
      if (const auto* range = std::get_if<Range>(&element.value)) {
        if (range->begin < range->end) m_pieces.push_back(*range);
      } else if (const auto* words = std::get_if<std::string>(&element.value)) {
        text(*words);
      } else if (const auto* departure = std::get_if<Departure>(&element.value)) {
        text(fmt::format("{{ judge_next = {}; goto judge_end; }}", id(departure->target)));
      } else {
        write(std::get<DeclarationPoint>(element.value));
      }
    }
  }

  /// An object begins where it stays: it may hold its own address.
  void construct(std::size_t index, const std::string& target, Code initialiser) {
    text(
        fmt::format("static_assert(std::is_trivially_copyable_v<judge_t_{0}>, \"kept in memory between barriers\"); "
                    "::new (static_cast<void*>(&{1})) judge_t_{0}",
                    index, target));
    auto* const first = initialiser.empty() ? nullptr : std::get_if<Range>(&initialiser.front().value);
    if (first && t.is(first->begin, "=")) {
      first->begin = t.next(first->begin);
      const bool has_braces = first->begin < first->end && t.is(first->begin, "{");
      if (!has_braces) initialiser.insert(initialiser.begin(), {std::string("(")});
      if (!has_braces) initialiser.push_back({std::string(")")});
    }
    write(initialiser);
    text(";");
  }

  void write(const DeclarationPoint& point) {
    if (m_uses.is_verbatim(point)) {
      m_pieces.push_back(point.statement);
      return;
    }
    for (std::size_t i = 0; i < point.variables.size(); ++i) {
      const std::size_t index = point.variables[i];
      if (m_variables[index].kind != VariableKind::per_thread) continue;
      const bool is_elsewhere = m_uses.is_stored(index) && !is_copied(m_variables[index]);
      const std::string target =
          is_elsewhere ? fmt::format("judge_storage{}[judge_thread]", index) : m_variables[index].written;
      const Variable& variable = m_variables[index];
      if (!variable.is_number && !variable.is_pointer && !variable.is_array) {
        construct(index, target, point.initialisers[i]);
        continue;
      }
      if (point.initialisers[i].empty()) {
        text(fmt::format("::judge_emulated::set_default({});", target));
        continue;
      }
      text(fmt::format("{{ judge_t_{} judge_initial", index));
      write(point.initialisers[i]);
      text(fmt::format("; ::judge_emulated::set({}, judge_initial); }}", target));
    }
  }

  const Translation& t;
  const SplitRequest& m_request;
  const std::vector<Variable>& m_variables;
  const KernelVariables& m_finder;
  const SplitKernel& m_kernel;
  const RegionUses m_uses;
  Pieces m_pieces;
};

}  // namespace

std::optional<Pieces> split_kernel(Translation& t, const SplitRequest& request, const Names& names,
                                   const WaitingFunctions& waiting) {
  const std::size_t close = t.closing(request.body);
  if (close == none) return std::nullopt;
  KernelVariables variables(t, names, {request.body, close + 1}, request.parameters);
  const std::optional<SplitKernel> kernel = split_body(t, request.body, variables, waiting);
  if (!kernel) return std::nullopt;
  variables.tell_names_apart(t);
  return Writer(t, request, variables, *kernel).write();
}

}  // namespace judge::lowering
