// Implements element_record.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/markup/tree/element_record.hpp"

#include "core/extraction/markup/tree/natural_tree.hpp"
#include "core/extraction/model/place_names.hpp"

namespace laundromat::markup {

result<void> element_record::read(const markup_tree& tree, node_index at, const element_place& place,
                                  std::uint64_t source_at) {
  if (xpaths_) return xpaths_->read(tree, at, place, source_at, *output_);
  if (!output_->begin(place)) return {};
  faults_.clear();
  bool is_whole = true;
  if (has_fields() && keeps_others_) {
    others_.clear();
    add_natural(tree, at, is_html_, {}, others_);
    is_whole = fields_.read(tree, at, others_.root(), output_->record(), faults_);
  } else if (has_fields()) {
    is_whole = fields_.read(tree, at, std::nullopt, output_->record(), faults_);
  } else {
    add_natural(tree, at, is_html_, {}, output_->record());
  }
  while (missed_in_.size() < fields_.misses().size()) missed_in_.push_back({at, output_->locate(place)});
  for (auto& fault : faults_)
    if (const bool is_refused = !is_whole && fault.at == at && fault.rule == errc::missing_field; !is_refused)
      output_->note(fault.rule, fault.is_lost, std::move(fault.message), place,
                    tree[fault.at].begin - source_at, tree[fault.at].finish - source_at);
  if (is_whole && has_fields() && output_->record().size() == 1 && (is_html_ || !fields_.has_place())) {
    output_->note(errc::missing_field, false, std::string(why_no_record), place, place.begin, place.end);
    return {};
  }
  has_value_ = has_value_ || output_->record().size() > 1;
  if (is_whole) return output_->emit(place);
  std::string missing;
  for (const auto& fault : faults_)
    if (fault.at == at && fault.rule == errc::missing_field)
      missing.append(missing.empty() ? "" : ", ").append(fault.message);
  output_->refuse(errc::missing_field, std::move(missing), place);
  return {};
}

result<void> element_record::finish(const advice& advise) {
  if (!is_html_ && !has_value_ && !missed_in_.empty() && !fields_.was_any_found())
    return failure_without_fields(fields_.misses().front().message);
  for (std::size_t i = 0; i < missed_in_.size(); ++i) {
    const auto& miss = fields_.misses()[i];
    if (fields_.was_found(miss)) continue;
    output_->note(errc::missing_field,
                  miss.message + (advise ? advise(miss, missed_in_[i].at) : std::string{}),
                  missed_in_[i].place);
  }
  return {};
}

}  // namespace laundromat::markup
