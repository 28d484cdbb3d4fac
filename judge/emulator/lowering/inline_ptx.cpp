// Inline PTX becomes calls of the functions in judge_emulated/ptx.h.
//
//     asm volatile("mad.lo.s32 %0, %1, 3, %2;" : "=r"(x) : "r"(y), "r"(z))
//
// becomes
//
//     do { unsigned judge_op0; unsigned judge_op1 = y; unsigned judge_op2 = z;
//          put(judge_op0, mad_lo_s32(judge_op1, 3ll, judge_op2)); x = judge_op0; } while (0)
//
// Operands and .reg declarations become variables; instructions with a result put it into their first operand.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

#include "judge/emulator/lowering/asm_statement.hpp"
#include "judge/emulator/lowering/passes.hpp"
#include "judge/emulator/lowering/ptx_bulk.hpp"
#include "judge/emulator/lowering/ptx_conversions.hpp"
#include "judge/emulator/lowering/ptx_matrix.hpp"
#include "judge/emulator/lowering/ptx_operands.hpp"
#include "judge/emulator/lowering/ptx_statements.hpp"
#include "judge/emulator/lowering/ptx_warpgroup.hpp"
#include "judge/util/contains.hpp"

namespace judge::lowering {

namespace {

const std::set<std::string_view>& value_instructions() {
  static const std::set<std::string_view> names = {
#define JUDGE_PTX(name, ...) #name,
#define JUDGE_PTX_EFFECT(name, ...)
#define JUDGE_PTX_REGISTER(name, ...)
#include "judge/emulator/include/emulated/judge_emulated/ptx_instructions.inc"
#undef JUDGE_PTX
#undef JUDGE_PTX_EFFECT
#undef JUDGE_PTX_REGISTER
  };
  return names;
}

const std::set<std::string_view>& effect_instructions() {
  static const std::set<std::string_view> names = {
#define JUDGE_PTX(name, ...)
#define JUDGE_PTX_EFFECT(name, ...) #name,
#define JUDGE_PTX_REGISTER(name, ...)
#include "judge/emulator/include/emulated/judge_emulated/ptx_instructions.inc"
#undef JUDGE_PTX
#undef JUDGE_PTX_EFFECT
#undef JUDGE_PTX_REGISTER
  };
  return names;
}

// Modifiers that make no difference on a host.
constexpr std::array<std::string_view, 23> ignored_modifiers = {
    "ftz", "rn", "approx", "volatile", "relaxed", "weak", "sync", "aligned", "gpu",     "cta", "sys",    "nc",
    "ca",  "cg", "cs",     "lu",       "cv",      "wb",   "wt",   "acquire", "release", "uni", "cluster"};

std::string type_of_constraint(char constraint) {
  switch (constraint) {
    case 'l': return "unsigned long long";
    case 'h': return "unsigned short";
    case 'f': return "float";
    case 'd': return "double";
    default: return "unsigned";
  }
}

/// Turns the instructions of one asm statement into C++. unknown() tells the first that it does not know.
class PtxWriter {
 public:
  explicit PtxWriter(const AsmStatement& statement)
      : m_statement(statement), m_statements(split_statements(statement.text)), m_late_results(late_results(m_statements)) {
    for (std::size_t i = 0; i < m_statements.size(); ++i)
      if (m_statements[i].kind == PtxStatement::Kind::label) m_labels.emplace(m_statements[i].text, i);
  }

  const std::string& unknown() const { return m_operands.unknown(); }

  std::string write() {
    std::string code = "do { " + declare_labels();
    for (std::size_t i = 0; i < m_statement.operands.size(); ++i) code += declare(i);
    for (std::size_t i = 0; i < m_statements.size(); ++i) code += statement(i);
    for (std::size_t i = 0; i < m_statement.outputs; ++i)
      if (!m_late_results.contains(i)) code += fmt::format("({}) = judge_op{}; ", m_statement.operands[i].expression, i);
    return code + "} while (0)";
  }

 private:
  std::string declare(std::size_t i) const {
    const AsmOperand& operand = m_statement.operands[i];
    if (i < m_statement.outputs && m_late_results.contains(i))
      return fmt::format("auto& judge_op{} = ({}); ", i, operand.expression);
    const std::size_t letter = operand.constraint.find_first_not_of("=+&%");
    const std::string type = type_of_constraint(letter == std::string::npos ? 'r' : operand.constraint[letter]);
    if (operand.constraint.starts_with('=')) return fmt::format("{} judge_op{} = {{}}; ", type, i);
    return fmt::format("{0} judge_op{1} = ({0})({2}); ", type, i, operand.expression);
  }

  std::string statement(std::size_t i) {
    switch (m_statements[i].kind) {
      case PtxStatement::Kind::scope_begins: return "{ ";
      case PtxStatement::Kind::scope_ends: return "} ";
      case PtxStatement::Kind::label: return fmt::format("{}:; ", label(m_statements[i].text));
      default: m_at = i; return instruction(m_statements[i].text);
    }
  }

  static std::string label(std::string name) {
    std::ranges::replace(name, '$', '_');
    return "judge_label_" + name;
  }

  /// So that each asm statement has labels of its own.
  std::string declare_labels() const {
    std::string names;
    for (const auto& [name, place] : m_labels) names += (names.empty() ? "__label__ " : ", ") + label(name);
    return names.empty() ? "" : names + "; ";
  }

  /// A loop may wait for another thread.
  std::string branch(const std::string& mnemonic, const std::vector<std::string>& operands) {
    const auto target = operands.size() == 1 ? m_labels.find(operands[0]) : m_labels.end();
    if (target == m_labels.end()) return fail(mnemonic);
    return fmt::format("{}goto {}; ", target->second <= m_at ? "::judge_emulated::count_poll(); " : "", label(target->first));
  }

  std::string instruction(const std::string& text) {
    // A jump may not pass an initial value.
    if (text.starts_with(".reg"))
      return m_operands.declare(text, m_labels.empty() ? PtxOperands::Initial::zero : PtxOperands::Initial::unset);
    if (text.starts_with('@')) return predicated(text);
    const std::size_t space = text.find_first_of(" \t\n");
    const std::string mnemonic = text.substr(0, space);
    std::vector<std::string> operands;
    if (space != std::string::npos)
      for (const std::string& part : split_ptx(text.substr(space), ',')) operands.push_back(trim_ptx(part));
    if (mnemonic.contains(".L2::cache_hint") && operands.size() > 2) operands.pop_back();
    if (mnemonic.starts_with("createpolicy.") && !operands.empty())
      return fmt::format("::judge_emulated::ptx::put({}, 0ull); ", operand(operands[0], "b64"));
    if (mnemonic.starts_with("cvt.") && !mnemonic.starts_with("cvt.pack.")) return conversion(mnemonic, operands);
    if (mnemonic.starts_with("mov.") && operands.size() == 2)
      if (operands[0].starts_with('{') || operands[1].starts_with('{')) return move_of_pieces(mnemonic, operands, m_operands);
    if (mnemonic == "bra" || mnemonic == "bra.uni") return branch(mnemonic, operands);
    if (is_bulk_instruction(mnemonic)) return bulk(mnemonic, operands);
    if (mnemonic.starts_with("isspacep.")) return is_in_space(mnemonic, operands);
    if (mnemonic.starts_with("bar") && has_word(mnemonic, "red")) return voting_barrier(mnemonic, operands);
    if (mnemonic.starts_with("red.") && operands.size() == 2 && operands[1].starts_with('{'))
      return updates(mnemonic, operands);
    if (is_matrix_instruction(mnemonic)) return matrix(mnemonic, operands);
    if (is_warpgroup_instruction(mnemonic)) return product(mnemonic, operands);
    if (mnemonic.starts_with("ld.") || mnemonic.starts_with("st.")) return access(mnemonic, operands);
    if (is_block_barrier(mnemonic)) return block_barrier(mnemonic, operands);
    return call(mnemonic, operands);
  }

  std::string predicated(const std::string& text) {
    const std::size_t space = text.find_first_of(" \t\n");
    if (space == std::string::npos) return fail(text);
    const bool is_negated = text[1] == '!';
    const std::size_t name = is_negated ? 2 : 1;
    return fmt::format("if ({}{}) {{ {}}} ", is_negated ? "!" : "", operand(text.substr(name, space - name), ""),
                       instruction(trim_ptx(text.substr(space))));
  }

  std::string fail(const std::string& what) { return m_operands.fail(what); }

  std::string operand(const std::string& text, std::string_view type) { return m_operands.expression(text, type); }

  static std::vector<std::string> modifiers_of(const std::string& mnemonic) {
    std::vector<std::string> kept;
    for (std::string part : split_ptx(mnemonic, '.')) {
      if (part == "shared::cta") part = "shared";
      const bool is_hint = part.contains("::") && part != "shared::cluster";
      if (!is_hint && !contains(ignored_modifiers, part)) kept.push_back(part);
    }
    return kept;
  }

  std::string call(const std::string& mnemonic, std::vector<std::string> operands) {
    std::vector<std::string> modifiers = modifiers_of(mnemonic);
    // cp.async keeps .ca and .cg, which name the instruction; atom and red work in one address space.
    if (mnemonic.starts_with("cp.async.c")) modifiers.insert(modifiers.begin() + 2, mnemonic.substr(9, 2));
    const bool is_atomic = mnemonic.starts_with("atom.") || mnemonic.starts_with("red.");
    if (is_atomic) std::erase(modifiers, "acq_rel");
    const std::vector<std::string> spaces = modifiers;
    std::erase(modifiers, "shared::cluster");
    if (is_atomic) std::erase_if(modifiers, [](const std::string& word) { return word == "global" || word == "shared"; });
    if (mnemonic.starts_with("cp.async.commit")) modifiers = {"cp", "async", "commit_group"};
    const std::string name = fmt::format("{}", fmt::join(modifiers, "_"));
    const std::string type = modifiers.empty() ? "" : modifiers.back();
    const bool gives_value = value_instructions().contains(name);
    if (!gives_value && !effect_instructions().contains(name)) return fail(mnemonic);
    if (gives_value && operands.empty()) return fail(mnemonic);
    std::vector<std::string> arguments;
    for (std::size_t i = gives_value ? 1 : 0; i < operands.size(); ++i) arguments.push_back(operand(operands[i], type));
    if (is_atomic && !arguments.empty()) arguments[0] = ptx_pointer(arguments[0], spaces);
    const bool releases = is_atomic && (has_word(mnemonic, "release") || has_word(mnemonic, "acq_rel"));
    const std::string before = releases ? "::judge_emulated::before_release(); " : "";
    const std::string expression = fmt::format("::judge_emulated::ptx::{}({})", name, fmt::join(arguments, ", "));
    if (!gives_value) return before + expression + "; ";
    if (operands[0].contains('|')) return two_results(mnemonic, operands[0], arguments, expression);
    const std::string& destination = operands[0];
    if (destination == "_") return before + expression + "; ";
    return fmt::format("{}::judge_emulated::ptx::put({}, {}); ", before, operand(destination, type), expression);
  }

  /// r|p of shfl, where p tells whether the lane was in range; p|q of setp, where q is the opposite of p.
  std::string two_results(const std::string& mnemonic, const std::string& destinations,
                          const std::vector<std::string>& arguments, const std::string& expression) {
    const std::vector<std::string> names = split_ptx(destinations, '|');
    if (names.size() != 2) return fail(mnemonic);
    const auto target = [&](const std::string& name) { return name == "_" ? "judge_unused" : operand(name, ""); };
    const std::string both = fmt::format("{}, {}", target(trim_ptx(names[0])), target(trim_ptx(names[1])));
    constexpr std::string_view unused = "[[maybe_unused]] unsigned judge_unused = 0;";
    if (mnemonic == "elect.sync" && arguments.size() == 1)
      return fmt::format("{{ {} ::judge_emulated::ptx::elect_lane({}, {}); }} ", unused, both, arguments[0]);
    if (mnemonic.starts_with("setp."))
      return fmt::format("{{ {} ::judge_emulated::ptx::put_both({}, {}); }} ", unused, both, expression);
    if (!mnemonic.starts_with("shfl.") || arguments.size() != 4) return fail(mnemonic);
    const std::string_view kind = has_word(mnemonic, "up")     ? "_up"
                                  : has_word(mnemonic, "down") ? "_down"
                                  : has_word(mnemonic, "bfly") ? "_xor"
                                                               : "";
    return fmt::format("{{ {} ::judge_emulated::ptx::shuffle<::judge_emulated::WarpOperation::shuffle{}>({}, {}); }} ", unused,
                       kind, both, fmt::join(arguments, ", "));
  }

  static bool has_word(const std::string& mnemonic, std::string_view word) {
    const std::vector<std::string> words = split_ptx(mnemonic, '.');
    return contains(words, word);
  }

  static bool is_block_barrier(const std::string& mnemonic) {
    const auto has = [&](std::string_view word) { return mnemonic.contains(word); };
    return mnemonic.starts_with("bar") && (has(".sync") || has(".arrive")) && !has("warp") && !has("cluster");
  }

  /// Barrier 0 of all threads is __syncthreads(); others have numbers, and may be for some of the threads.
  std::string block_barrier(const std::string& mnemonic, const std::vector<std::string>& operands) {
    const bool waits = mnemonic.contains("sync");
    if (operands.empty() || operands.size() > 2 || (!waits && operands.size() < 2)) return fail(mnemonic);
    if (waits && operands.size() == 1 && operands[0] == "0") return "__syncthreads(); ";
    return fmt::format("::judge_emulated::ptx::numbered_barrier({}, {}, ::judge_emulated::Arrival::{}, __builtin_LINE()); ",
                       operand(operands[0], "u32"), operands.size() == 2 ? operand(operands[1], "u32") : "0",
                       waits ? "waits" : "goes_on");
  }

  /// bar.red of all threads.
  std::string voting_barrier(const std::string& mnemonic, const std::vector<std::string>& operands) {
    if (operands.size() != 3 || operands[1] != "0") return fail(mnemonic);
    const bool is_negated = operands[2].starts_with('!');
    const std::string vote =
        fmt::format("({}{})", is_negated ? "!" : "", operand(trim_ptx(operands[2].substr(is_negated ? 1 : 0)), "pred"));
    const std::string result = operand(operands[0], "u32");
    if (has_word(mnemonic, "popc"))
      return fmt::format("::judge_emulated::ptx::put({}, __syncthreads_count({})); ", result, vote);
    return fmt::format("::judge_emulated::ptx::put({}, __syncthreads_{}({}) != 0); ", result,
                       has_word(mnemonic, "and") ? "and" : "or", vote);
  }

  std::string is_in_space(const std::string& mnemonic, const std::vector<std::string>& operands) {
    const std::string space = mnemonic.substr(mnemonic.find('.') + 1);
    if (operands.size() != 2) return fail(mnemonic);
    const std::string pointer = ptx_pointer(operand(operands[1], "u64"), {});
    std::string test = fmt::format("judgeEmulatedSpaceOf({}) == ::judge_emulated::Space::", pointer);
    if (space == "shared::cluster") test = fmt::format("judgeEmulatedSharedRank({}) != ::judge_emulated::no_rank", pointer);
    else if (space == "shared" || space == "shared::cta") test += "shared";
    else if (space == "global" || space == "local") test += space;
    else return fail(mnemonic);
    return fmt::format("::judge_emulated::ptx::put({}, {}); ", operand(operands[0], ""), test);
  }

  /// red of a vector: one update for each of its elements.
  std::string updates(const std::string& mnemonic, const std::vector<std::string>& operands) {
    if (!has_word(mnemonic, "add") || !mnemonic.ends_with(".f32")) return fail(mnemonic);
    const std::string pointer = ptx_pointer(operand(operands[0], "u64"), split_ptx(mnemonic, '.'));
    std::string list = operands[1], code;
    std::erase_if(list, [](char c) { return c == '{' || c == '}'; });
    for (const std::string& name : split_ptx(list, ','))
      code += fmt::format("::judge_emulated::ptx::red_add_f32(static_cast<float*>({}) + {}, {}); ", pointer,
                          std::ranges::count(code, ';'), operand(trim_ptx(name), "f32"));
    return code;
  }

  std::string matrix(const std::string& mnemonic, const std::vector<std::string>& operands) {
    std::vector<std::vector<std::string>> registers;
    for (std::string text : operands) {
      std::erase_if(text, [](char c) { return c == '{' || c == '}'; });
      auto& names = registers.emplace_back();
      for (const std::string& name : split_ptx(text, ',')) names.push_back(operand(trim_ptx(name), ""));
    }
    const std::string code = matrix_call(mnemonic, registers);
    return code.empty() ? fail(mnemonic) : code;
  }

  std::string bulk(const std::string& mnemonic, const std::vector<std::string>& operands) {
    const std::string code = bulk_call(mnemonic, operands, m_operands);
    return code.empty() ? fail(mnemonic) : code;
  }

  std::string product(const std::string& mnemonic, const std::vector<std::string>& operands) {
    const std::string code = warpgroup_call(mnemonic, operands, m_operands);
    return code.empty() ? fail(mnemonic) : code;
  }

  std::string conversion(const std::string& mnemonic, const std::vector<std::string>& operands) {
    std::vector<std::string> values;
    for (const std::string& text : operands) values.push_back(operand(text, split_ptx(mnemonic, '.').back()));
    const std::string code = conversion_call(mnemonic, values);
    return code.empty() ? fail(mnemonic) : code;
  }

  std::string access(const std::string& mnemonic, const std::vector<std::string>& operands) {
    const std::vector<std::string> modifiers = modifiers_of(mnemonic);
    const bool is_load = modifiers[0] == "ld";
    if (operands.size() != 2) return fail(mnemonic);
    const std::string& memory = operands[is_load ? 1 : 0];
    std::string registers = operands[is_load ? 0 : 1];
    std::erase_if(registers, [](char c) { return c == '{' || c == '}'; });
    std::vector<std::string> names;
    for (const std::string& name : split_ptx(registers, ',')) names.push_back(operand(trim_ptx(name), modifiers.back()));
    const std::string pointer = ptx_pointer(operand(memory, "u64"), modifiers);
    const std::string element = type_of_register(modifiers.back());
    return fmt::format("::judge_emulated::ptx::{}<{}>({}, {}); ", function_for(mnemonic, is_load), element, pointer,
                       fmt::join(names, ", "));
  }

  /// Accesses that may order threads are strong ones in PTX's words, and atomics here.
  static std::string function_for(const std::string& mnemonic, bool is_load) {
    const auto has = [&](std::string_view word) { return has_word(mnemonic, word); };
    if (has("release")) return "store_release";
    const bool is_strong = has("acquire") || has("relaxed") || has("volatile") || (is_load && has("cv"));
    return is_load ? (is_strong ? "load_strong" : "load") : (is_strong ? "store_strong" : "store");
  }

  const AsmStatement& m_statement;
  const std::vector<PtxStatement> m_statements;
  const std::set<std::size_t> m_late_results;
  std::map<std::string, std::size_t> m_labels;  // and where they stand
  std::size_t m_at = 0;                         // the statement that is being written
  PtxOperands m_operands;
};

bool is_asm(const Translation& t, std::size_t i) { return t.is(i, "asm") || t.is(i, "__asm__") || t.is(i, "__asm"); }

/// A barrier for the compiler, asm volatile("" : "+f"(x) :: "memory"): the host's will do, where x is in a register of the host.
void name_host_registers(Translation& t, Range range) {
  for (std::size_t i = range.begin; i < range.end; i = t.next(i)) {
    if (t.token(i).kind != TokenKind::text || !t.is(t.next(i), "(")) continue;
    std::string constraint(t.token(i).text);
    for (char& letter : constraint)
      letter = letter == 'l' || letter == 'h' ? 'r' : letter == 'f' || letter == 'd' ? 'x' : letter;
    if (constraint != t.token(i).text) t.replace(i, std::move(constraint));
  }
}

}  // namespace

void lower_inline_ptx(Translation& t, std::vector<Unsupported>& unsupported) {
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (!t.is_identifier(i) || !is_asm(t, i)) continue;
    std::size_t open = t.next(i);
    while (t.is(open, "volatile") || t.is(open, "__volatile__")) open = t.next(open);
    const std::size_t close = t.is(open, "(") ? t.closing(open) : none;
    if (close == none) continue;
    const AsmStatement statement = parse_asm(t, {t.next(open), close});
    if (trim_ptx(statement.text).empty()) {
      name_host_registers(t, {open, close});
      continue;
    }
    PtxWriter writer(statement);
    std::string code = writer.write();
    if (!writer.unknown().empty()) {
      unsupported.push_back(
          {std::string(t.file_name(t.token(i))), t.token(i).line, fmt::format("inline PTX ({})", writer.unknown())});
      continue;
    }
    t.erase({i, close + 1});
    t.insert_before(i, {PlaceOf{i}, std::move(code)});
  }
}

}  // namespace judge::lowering
