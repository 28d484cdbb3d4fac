// mbarrier, cp.async.bulk and their like:
//
//     mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;
//
// becomes put(judge_reg_p, mbarrier_wait_parity(shared_pointer(judge_op0), judge_op1)).
#include "judge/emulator/lowering/ptx_bulk.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

#include "judge/util/contains.hpp"

namespace judge::lowering {

namespace {

using Words = std::vector<std::string>;

constexpr std::string_view nothing = "(void)0; ";

class BulkWriter {
 public:
  BulkWriter(Words words, const std::vector<std::string>& operands, PtxOperands& known)
      : m_words(std::move(words)), m_operands(operands), m_known(known) {}

  std::string write() {
    const std::string& name = m_words[0];
    if (name == "mbarrier") return mbarrier();
    if (name == "fence" || name == "prefetch") return std::string(nothing);
    if (name == "mapa" && count() == 3) return map_rank();
    if (name == "getctarank" && count() == 2)
      return put(0, fmt::format("judgeEmulatedSharedRank({})", address(1, "shared::cluster")));
    if (name == "barrier") return fmt::format("__cluster_barrier_{}(); ", has("wait") ? "wait" : "arrive");
    if (name == "st") return store_async();
    if (has("mbarrier")) return arrive_by_copies();
    if (has("commit_group")) return "::judge_emulated::commit_bulk_stores(); ";
    if (has("wait_group") && count() == 1)
      return fmt::format("::judge_emulated::wait_for_bulk_stores({}, ::judge_emulated::BulkWait::{}); ", value(0),
                         has("read") ? "read" : "complete");
    if (has("prefetch")) return std::string(nothing);
    return has("tensor") ? tensor_copy() : copy();
  }

 private:
  bool has(std::string_view word) const { return contains(m_words, word); }
  std::size_t count() const { return m_operands.size(); }
  std::string value(std::size_t i) { return m_known.expression(m_operands[i], "u64"); }
  std::string address(std::size_t i) { return ptx_pointer(value(i), m_words); }
  std::string address(std::size_t i, std::string space) {
    // A generic address has all of its bits.
    if (!has(space) && !has("shared")) space.clear();
    return ptx_pointer(value(i), {space});
  }
  std::string put(std::size_t i, const std::string& expression) {
    if (m_operands[i] == "_") return expression + "; ";
    return fmt::format("::judge_emulated::ptx::put({}, {}); ", value(i), expression);
  }

  std::string mbarrier() {
    const std::string& what = m_words.size() > 1 ? m_words[1] : m_words[0];
    if (what == "init" && count() == 2) return fmt::format("::judge_emulated::start_mbarrier({}, {}); ", address(0), value(1));
    if (what == "inval" && count() == 1) return fmt::format("(void){}; ", address(0));
    if (what == "expect_tx" && count() == 2)
      return fmt::format("::judge_emulated::ptx::mbarrier_expect({}, {}); ", address(0), value(1));
    if (what == "complete_tx" && count() == 2)
      return fmt::format("::judge_emulated::ptx::mbarrier_complete({}, {}); ", address(0), value(1));
    if ((what == "arrive" || what == "arrive_drop") && (count() == 2 || count() == 3)) return arrive(what == "arrive_drop");
    if ((what == "test_wait" || what == "try_wait") && (count() == 3 || count() == 4))
      return put(0, fmt::format("::judge_emulated::ptx::mbarrier_wait{}({}, {})", has("parity") ? "_parity" : "", address(1),
                                value(2)));
    if (what == "pending_count" && count() == 2)
      return put(0, fmt::format("::judge_emulated::ptx::mbarrier_pending({})", value(1)));
    return "";
  }

  std::string arrive(bool drops) {
    const bool expects = has("expect_tx");
    if (expects && count() != 3) return "";
    const std::string number = count() == 3 && !expects ? value(2) : "1";
    return put(0, fmt::format("::judge_emulated::ptx::mbarrier_arrive({}, {}, {}, {})", address(1), number,
                              expects ? value(2) : "0", drops ? 1 : 0));
  }

  /// cp.async.mbarrier.arrive
  std::string arrive_by_copies() {
    if (count() != 1) return "";
    return fmt::format("::judge_emulated::ptx::mbarrier_arrive_by_copies({}, {}); ", address(0), has("noinc"));
  }

  std::string map_rank() {
    const bool is_shared = has("shared::cluster");
    const std::string mapped =
        fmt::format("::judge_emulated::map_shared({}, {})", address(1, is_shared ? "shared::cluster" : ""), value(2));
    return put(0, fmt::format("reinterpret_cast<unsigned long long>({})", mapped));
  }

  /// st.async.weak.shared::cluster.mbarrier::complete_tx::bytes{.v2}.b32 [address], value, [mbarrier]
  std::string store_async() {
    if (count() != 3) return "";
    const std::string type = m_words.back().ends_with("64") ? "unsigned long long" : "unsigned";
    std::string list = m_operands[1];
    std::erase_if(list, [](char c) { return c == '{' || c == '}'; });
    std::string values;
    for (const std::string& name : split_ptx(list, ',')) values += ", " + m_known.expression(trim_ptx(name), m_words.back());
    return fmt::format("::judge_emulated::ptx::store_async<{}>({}, {}{}); ", type, address(0), address(2), values);
  }

  /// ", BulkOperation::add, BulkElement::f32" of cp.reduce; empty for types that there are none of.
  std::string reduction(bool names_element) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> operations = {{{"add", "add"},
                                                                                          {"min", "min"},
                                                                                          {"max", "max"},
                                                                                          {"inc", "inc"},
                                                                                          {"dec", "dec"},
                                                                                          {"and", "bit_and"},
                                                                                          {"or", "bit_or"},
                                                                                          {"xor", "bit_xor"}}};
    constexpr std::array<std::string_view, 8> elements = {"u32", "s32", "u64", "s64", "f16", "bf16", "f32", "f64"};
    std::string text;
    for (const auto& [word, operation] : operations)
      if (has(word)) text = fmt::format(", ::judge_emulated::BulkOperation::{}", operation);
    if (text.empty() || !names_element) return text;
    std::string element = m_words.back();
    if (element == "b32" || element == "b64") element[0] = 'u';
    return contains(elements, element) ? fmt::format("{}, ::judge_emulated::BulkElement::{}", text, element) : "";
  }

  std::string copy() {
    const bool reduces = m_words[1] == "reduce";
    const std::string operation = reduces ? reduction(true) : "";
    if ((reduces && operation.empty()) || count() < 3) return "";
    if (has("bulk_group")) {
      if (count() != 3 || has("cp_mask")) return "";
      return fmt::format("::judge_emulated::store_bulk({}, {}, {}{}); ", ptx_pointer(value(0), {}),
                         ptx_pointer(value(1), {"shared"}), number(2), operation);
    }
    if (count() < 4) return "";
    const std::string_view from_space = has("global") ? "" : "shared";
    const std::string arguments =
        fmt::format("{}, {}, {}, {}", ptx_pointer(value(0), {"shared::cluster"}),
                    ptx_pointer(value(1), {std::string(from_space)}), number(2), ptx_pointer(value(3), {"shared::cluster"}));
    if (reduces) return fmt::format("::judge_emulated::reduce_bulk_shared({}{}); ", arguments, operation);
    if (!has("multicast::cluster")) return fmt::format("::judge_emulated::load_bulk({}); ", arguments);
    if (count() != 5) return "";
    return fmt::format("::judge_emulated::load_bulk_to_blocks({}, {}); ", arguments, number(4));
  }

  std::string number(std::size_t i) { return fmt::format("::judge_emulated::ptx::Bits({}).u32()", value(i)); }

  /// "map, box_corner(x, y)" of [map, {x, y}]
  std::string box(std::size_t i) {
    const std::string& text = m_operands[i];
    if (!text.starts_with('[') || !text.ends_with(']')) return "";
    const std::vector<std::string> parts = split_ptx(text.substr(1, text.size() - 2), ',');
    if (parts.size() != 2) return "";
    std::string list = parts[1];
    std::erase_if(list, [](char c) { return c == '{' || c == '}'; });
    std::string corner;
    for (const std::string& name : split_ptx(list, ','))
      corner += fmt::format("{}{}", corner.empty() ? "" : ", ", m_known.expression(trim_ptx(name), "s32"));
    return fmt::format("{}, ::judge_emulated::box_corner({})", ptx_pointer(m_known.expression(trim_ptx(parts[0]), "u64"), {}),
                       corner);
  }

  std::string tensor_copy() {
    const bool reduces = m_words[1] == "reduce";
    const std::string operation = reduces ? reduction(false) : "";
    const bool is_im2col = contains(m_words, true, [](const std::string& word) { return word.starts_with("im2col"); });
    if (is_im2col || has("tile::gather4") || has("tile::scatter4") || (reduces && operation.empty())) return "";
    if (has("bulk_group")) {
      const std::string corner = count() == 2 ? box(0) : "";
      if (corner.empty()) return "";
      return fmt::format("::judge_emulated::store_tensor({}, {}{}); ", corner, ptx_pointer(value(1), {"shared"}), operation);
    }
    const bool is_multicast = has("multicast::cluster");
    const std::string corner = count() == (is_multicast ? 4u : 3u) ? box(1) : "";
    if (corner.empty()) return "";
    const std::string arguments = fmt::format("{}, {}, {}", ptx_pointer(value(0), {"shared::cluster"}), corner,
                                              ptx_pointer(value(2), {"shared::cluster"}));
    if (!is_multicast) return fmt::format("::judge_emulated::load_tensor({}); ", arguments);
    return fmt::format("::judge_emulated::load_tensor_to_blocks({}, {}); ", arguments, number(3));
  }

  const Words m_words;
  const std::vector<std::string>& m_operands;
  PtxOperands& m_known;
};

}  // namespace

bool is_bulk_instruction(const std::string& mnemonic) {
  for (const std::string_view name :
       {"mbarrier.", "cp.async.bulk.", "cp.reduce.async.bulk.", "cp.async.mbarrier.", "fence.proxy.", "fence.mbarrier_init",
        "prefetch.tensormap", "prefetch.param.tensormap", "st.async.", "mapa.", "getctarank.", "barrier.cluster."})
    if (mnemonic.starts_with(name)) return true;
  return false;
}

std::string bulk_call(const std::string& mnemonic, const std::vector<std::string>& operands, PtxOperands& known) {
  return BulkWriter(split_ptx(mnemonic, '.'), operands, known).write();
}

std::string ptx_pointer(const std::string& address, const std::vector<std::string>& words) {
  if (contains(words, "shared::cluster")) return fmt::format("::judge_emulated::ptx::cluster_pointer({})", address);
  if (contains(words, "shared") || contains(words, "shared::cta"))
    return fmt::format("::judge_emulated::ptx::shared_pointer({})", address);
  return fmt::format("::judge_emulated::ptx::Bits({}).pointer<void>()", address);
}

}  // namespace judge::lowering
