// Implements record_stream for records: what is handed out, and what is given up.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/extraction/markup/xml/record_stream.hpp"

namespace laundromat::markup {

void record_stream::begin_record(const text_position& at) {
  record_ = open_.size() - 1;
  begin_ = at;
  source_at_ = tree_[open_.back().node].begin;
  record_name_ = tree_[open_.back().node].name_hash;
  damage_.reset();
  contains_own_name_ = false;
}

/// The piece at hand ends the record.
void record_stream::end_record() {
  if (damage_) {
    skip(begin_.offset_bytes, piece_end_, *damage_);
  } else {
    saw_whole_ = true;
    whole_name_ = record_name_;
    is_recursive_ = is_recursive_ || contains_own_name_;
    emit(open_[record_].node);
  }
  record_ = none;
  damage_.reset();
}

/// The piece at hand ends the root, and no name of a child has repeated.
void record_stream::end_root() {
  if (root_damage_)
    skip(begin_.offset_bytes, piece_end_, *root_damage_);
  else
    emit(open_.front().node);
  record_ = none;
}

/// Hands out a record whose source is in the tree.
void record_stream::emit(node_index at) {
  found_any_ = true;
  const element_place place{std::string_view(tree_.source).substr(source_at_), begin_,
                            tree_[at].begin - source_at_, tree_[at].finish - source_at_};
  if (auto done = reader_.read(tree_, at, place, source_at_); !done && outcome_) outcome_ = std::move(done);
}

void record_stream::skip(std::uint64_t begin, std::uint64_t end, const damage& why) {
  found_any_ = true;
  account_.reach(begin, span_kind::syntax);
  defect found{why.rule, begin, end - begin, why.at.line, why.at.column, why.message, treatment::skip};
  if (why.at.offset_bytes != begin) found.token_offset_bytes = why.at.offset_bytes;
  if (record_ != none && begin >= begin_.offset_bytes) {
    const auto from = source_at_ + (begin - begin_.offset_bytes);
    const auto known = damage_ ? std::min(sound_bytes_, tree_.source.size()) : tree_.source.size();
    if (from < known)
      found.before = tree_.source.substr(
          from, std::min<std::uint64_t>({end - begin, limits_.excerpt_bytes, known - from}));
  }
  account_.report(found);
  account_.reach(end, span_kind::quarantine);
}

/// Elements of the record's name that are directly in it and whole. They are records that follow it, if none contained another before.
std::vector<node_index> record_stream::whole_records_within() const {
  std::vector<node_index> found;
  if (!saw_whole_ || is_recursive_) return found;
  const auto outer = open_[record_].node;
  const auto first_open =
      open_.size() > record_ + 1 ? open_[record_ + 1].node : static_cast<node_index>(tree_.size());
  const auto has_name = [&](node_index i) { return !tree_[i].is_text && tree_[i].name_hash == record_name_; };
  for (auto i = outer + 1; i < first_open; i = tree_[i].end) {
    if (!has_name(i) || tree_.name(i) != tree_.name(outer)) continue;
    for (auto k = i + 1; k < tree_[i].end; ++k)
      if (has_name(k)) return {};
    found.push_back(i);
  }
  return found;
}

/// Hands these records out, and skips what is before them. Returns where the last of them ends, or where the record begins.
text_position record_stream::emit_records_within(const damage& why) {
  auto at = begin_;
  for (const auto one : whole_records_within()) {
    const auto begin = offset_of(tree_[one].begin), end = offset_of(tree_[one].finish);
    if (at.offset_bytes == begin_.offset_bytes) skip(at.offset_bytes, begin, why);
    emit(one);
    at = account_.locate(std::string_view(tree_.source).substr(source_at_), begin_, end);
  }
  return at;
}

/// The record at hand has no end of its own; what is known to be in it ends at `end`. It and what is in it are not open any more.
void record_stream::give_up_record(std::uint64_t end, const damage& why) {
  if (damage_) {
    skip(begin_.offset_bytes, end, *damage_);
  } else {
    const auto at = emit_records_within(why);
    const bool has_rest = at.offset_bytes == begin_.offset_bytes || open_.size() > record_ + 1;
    if (has_rest) skip(at.offset_bytes, end, why);
  }
  while (open_.size() > record_) {
    tree_.cut(open_.back().before);
    open_.pop_back();
  }
  record_ = none;
  damage_.reset();
}

/// Something is wrong: with the record at hand, if there is one, else with this piece alone.
void record_stream::spoil(errc rule, const text_position& at, std::uint64_t length, std::string message) {
  if (record_ != none && choice_ != record_choice::undecided) {
    if (!damage_) {
      damage_ = damage{rule, at, std::move(message)};
      sound_bytes_ = tree_.source.size();
    }
    return;
  }
  if (choice_ == record_choice::undecided && !root_damage_) root_damage_ = damage{rule, at, message};
  if (choice_ == record_choice::undecided && open_.size() > 1) {
    if (!child_damage_) child_damage_ = damage{rule, at, std::move(message)};
    return;
  }
  defect found{rule, at.offset_bytes, length, at.line, at.column, std::move(message), treatment::skip};
  if (at.offset_bytes == piece_begin_)
    found.before = piece_.substr(0, std::min<std::uint64_t>(length, limits_.excerpt_bytes));
  account_.report(found);
}

/// A child of the root is complete, and nothing is decided.
void record_stream::end_child(node_index at) {
  pending_.push_back({at, std::exchange(child_damage_, std::nullopt)});
  const auto name = std::string(tree_.name(at));
  if (!name.empty() && ++child_names_[name] == 2) choose(name);
}

/// The children of the root with this name are records, also those before.
void record_stream::choose(std::string_view name) {
  name_ = name;
  const bool was_kept = choice_ == record_choice::undecided;
  choice_ = record_choice::repeated;
  if (!was_kept) {
    skip(account_.end_bytes(), piece_begin_, *root_damage_);
    return;
  }
  for (const auto& child : pending_) {
    const auto& node = tree_[child.node];
    if (child.fault)
      skip(offset_of(node.begin), offset_of(node.finish), *child.fault);
    else if (tree_.name(child.node) == name_)
      emit(child.node);
  }
  saw_whole_ = std::ranges::any_of(
      pending_, [&](const pending_child& one) { return !one.fault && tree_.name(one.node) == name_; });
  for (const auto& child : pending_)
    for (auto i = child.node + 1; i < tree_[child.node].end && tree_.name(child.node) == name_; ++i)
      is_recursive_ = is_recursive_ || (!tree_[i].is_text && tree_.name(i) == name_);
  whole_name_ = rdfa::name_hash(std::string_view(name_).substr(name_.find(':') + 1), false);
  pending_.clear();
  record_ = none;
  tree_.cut(root_end_);
}

/// The record at hand is longer than the limit.
void record_stream::exceed_limit() {
  const damage why{errc::statement_too_long, begin_, "a record that is longer than the limit"};
  if (choice_ == record_choice::undecided) {
    choice_ = record_choice::late;
    root_damage_ = why;
    pending_.clear();
    record_ = none;
    return;
  }
  begin_ = emit_records_within(why);
  damage_ = why;
  damage_->at = begin_;
  sound_bytes_ = 0;
  tree_.source.resize(tree_[open_.back().node].content);
}

/// Whether a start tag shows that the damaged record before it has ended.
bool record_stream::begins_record_in_damaged(const rdfa::raw_tag& tag) const {
  return record_ != none && damage_ && choice_ != record_choice::undecided && saw_whole_ && !is_recursive_ &&
         rdfa::name_hash(tag.name.substr(tag.name.find(':') + 1), false) == record_name_;
}

}  // namespace laundromat::markup
