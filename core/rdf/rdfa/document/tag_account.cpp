// Implements tag_account: assigns a kind to each byte of a tag.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/document/tag_account.hpp"

#include <algorithm>

namespace laundromat::rdfa {

void account_tag(const raw_tag& tag, bool collects, const statement_output& output, evaluator& evaluation,
                 byte_account& account) {
  const auto end = tag.offset_bytes + tag.text.size();
  auto lost = output.lost();
  const auto items = output.has_emitted() ? 0 : static_cast<std::uint32_t>(evaluation.items());
  const bool is_silent = !output.has_emitted() && items == 0 && lost.empty();
  // A part of an XML or HTML literal counts as its text.
  if (is_silent && (collects || evaluation.literals().wants_tags())) return account.reach_literal(end);
  std::ranges::sort(lost, {}, &raw_place::offset_bytes);
  const auto is_tag = [&](const raw_place& part) {
    return part.offset_bytes == tag.offset_bytes && part.length_bytes == tag.text.size();
  };
  const bool is_lost = std::ranges::any_of(lost, is_tag);
  const auto kind = output.has_emitted() || (collects && !is_lost) ? span_kind::statement : span_kind::syntax;
  const bool waits = items > 0 && kind == span_kind::syntax;
  const bool is_of_literal = collects && !is_lost && !output.has_emitted() && items == 0;
  const auto first = account.next_range();
  const auto reach = [&](std::uint64_t to) {
    if (waits)
      account.reach_items(to, items);
    else if (is_of_literal)
      account.reach_literal(to);
    else
      account.reach(to, kind);
  };
  for (const auto& part : lost) {
    const bool is_whole = part.offset_bytes == tag.offset_bytes;
    if (part.offset_bytes < tag.offset_bytes || (is_whole && (kind == span_kind::statement || waits)))
      continue;
    reach(part.offset_bytes);
    account.reach(std::min(end, part.offset_bytes + part.length_bytes), span_kind::quarantine);
  }
  reach(end);
  if (waits) evaluation.wait_for_lists({first, account.next_range() - first, false});
}

}  // namespace laundromat::rdfa
