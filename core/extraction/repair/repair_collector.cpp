// Implements repair_collector.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/repair/repair_collector.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/base/count_words.hpp"
#include "core/extraction/write/append_json.hpp"

namespace laundromat {

result<void> repair_collector::on_record(data_record& record) {
  if (record.is_empty()) return {};
  if (edits_.size() > most_edits_)
    return fail(errc::limit_exceeded, "more than " + number_of(most_edits_, "repair"));
  ++records_;
  text_.clear();
  append_json(text_, record.root());
  text_ += '\n';
  hasher_.update(text_);
  return {};
}

void repair_collector::on_defect(const defect& found) {
  if (found.done != treatment::repair) return;
  const bool is_whole = found.before.size() == found.length_bytes && found.before != found.after;
  if (!is_whole)
    ++other_repairs_;
  else
    edits_.push_back(
        {found.offset_bytes, found.before, found.after, std::string(to_string(found.rule)), found.line});
}

void repair_collector::on_span(span_kind kind, std::uint64_t length_bytes) {
  if (kind == span_kind::quarantine) skipped_.push_back({read_, read_ + length_bytes});
  read_ += length_bytes;
}

std::vector<text_edit> repair_collector::take_edits() {
  // Of edits at the same place insertions come first, and then the longest.
  std::ranges::stable_sort(edits_, {}, [](const text_edit& one) {
    return std::tuple(one.offset_bytes, !one.before.empty(), ~one.before.size());
  });
  std::vector<text_edit> kept;
  std::uint64_t end = 0;
  auto skipped = skipped_.begin();
  for (auto& edit : edits_) {
    const auto begin = edit.offset_bytes;
    while (skipped != skipped_.end() && skipped->end <= begin) ++skipped;
    const bool is_skipped =
        skipped != skipped_.end() && skipped->begin < std::max(begin + edit.before.size(), begin + 1);
    if (is_skipped || begin < end) continue;
    end = begin + edit.before.size();
    kept.push_back(std::move(edit));
  }
  edits_.clear();
  return kept;
}

}  // namespace laundromat
