// Implements record_stream for records: what is handed out, and what is given up.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/extraction/markup/xml/record_stream.hpp"

namespace laundromat::markup {

void record_stream::begin_record(std::size_t index, const record_begin& begin) {
  record_ = index;
  begin_ = begin;
  source_at_ = tree_[open_[index].node].begin;
  record_name_ = tree_[open_[index].node].name_hash;
  damage_.reset();
  contains_own_name_ = false;
}

/// The piece at hand ends the record.
void record_stream::end_record() {
  if (damage_) {
    skip_record(begin_.at, piece_end_, *damage_);
  } else {
    saw_whole_ = true;
    whole_name_ = record_name_;
    is_recursive_ = is_recursive_ || contains_own_name_;
    emit(open_[record_].node, begin_.at, source_at_);
  }
  record_ = none;
  damage_.reset();
}

/// The piece at hand ends the root, and no name of a child has repeated.
void record_stream::end_root() {
  if (root_damage_)
    skip_record(begin_.at, piece_end_, *root_damage_);
  else
    emit(open_.front().node, begin_.at, source_at_);
  record_ = none;
  // Another root may follow, where documents were joined.
  pending_.clear();
  child_names_.clear();
  root_damage_.reset();
  child_damage_.reset();
}

/// Hands out a record whose source is in the tree, behind `source_at`, which is at `source_begin` in the document.
void record_stream::emit(node_index at, const text_position& source_begin, std::size_t source_at) {
  found_any_ = true;
  const element_place place{std::string_view(tree_.source).substr(source_at), source_begin,
                            tree_[at].begin - source_at, tree_[at].finish - source_at};
  if (auto done = reader_.read(tree_, at, place, source_at); !done && outcome_) outcome_ = std::move(done);
}

/// `source`: what is at hand of it. What is wrong may have been found before it.
void record_stream::skip(const text_position& begin, std::uint64_t end, const damage& why,
                         std::string_view source) {
  found_any_ = true;
  account_.reach(begin.offset_bytes, span_kind::syntax);
  const auto length = end - begin.offset_bytes;
  const auto& at = why.at.offset_bytes < begin.offset_bytes ? begin : why.at;
  defect found{why.rule, begin.offset_bytes, length, at.line, at.column, why.message, treatment::skip};
  if (at.offset_bytes != begin.offset_bytes) found.token_offset_bytes = at.offset_bytes;
  found.before = source.substr(0, std::min<std::uint64_t>({length, limits_.excerpt_bytes, source.size()}));
  account_.report(found);
  account_.reach(end, span_kind::quarantine);
}

/// Skips a part of the record at hand.
void record_stream::skip_record(const text_position& begin, std::uint64_t end, const damage& why) {
  const auto from = source_at_ + (begin.offset_bytes - begin_.at.offset_bytes);
  const auto known = damage_ ? std::min(sound_bytes_, tree_.source.size()) : tree_.source.size();
  skip(begin, end, why,
       from < known ? std::string_view(tree_.source).substr(from, known - from) : std::string_view{});
}

/// Elements with the name of the open element `index` that are directly in it and whole. They are records that follow it, if none contained another
/// before, or if their lines begin as that of the open one.
std::vector<node_index> record_stream::whole_records_within(std::size_t index,
                                                            const record_begin& begin) const {
  std::vector<node_index> found;
  if (!knows_records() && !begin.indent) return found;
  const auto outer = open_[index].node;
  const auto name_hash = tree_[outer].name_hash;
  const auto first_open =
      open_.size() > index + 1 ? open_[index + 1].node : static_cast<node_index>(tree_.size());
  const auto has_name = [&](node_index i) { return !tree_[i].is_text && tree_[i].name_hash == name_hash; };
  const auto begins_line = [&](node_index i) {
    const auto before =
        std::string_view(tree_.source).substr(tree_[outer].begin, tree_[i].begin - tree_[outer].begin);
    line_indent line;
    line.pass(before.substr(std::min(before.rfind('\n'), before.size())));
    return line.of_next() == begin.indent;
  };
  for (auto i = outer + 1; i < first_open; i = tree_[i].end) {
    if (!has_name(i) || tree_.name(i) != tree_.name(outer)) continue;
    if (!knows_records() && !begins_line(i)) return {};
    for (auto k = i + 1; k < tree_[i].end; ++k)
      if (has_name(k)) return {};
    found.push_back(i);
  }
  return found;
}

/// Hands these records out, and skips what is before them. Returns where the last of them ends, or where the record begins.
text_position record_stream::emit_records_within(const damage& why) {
  auto at = begin_.at;
  for (const auto one : whole_records_within(record_, begin_)) {
    const auto begin = offset_of(tree_[one].begin), end = offset_of(tree_[one].finish);
    if (at.offset_bytes == begin_.at.offset_bytes) skip_record(at, begin, why);
    emit(one, begin_.at, source_at_);
    at = account_.locate(std::string_view(tree_.source).substr(source_at_), begin_.at, end);
  }
  return at;
}

/// The record at hand has no end of its own; what is known to be in it ends at `end`. It and what is in it are not open any more.
void record_stream::give_up_record(std::uint64_t end, const damage& why) {
  if (damage_) {
    skip_record(begin_.at, end, *damage_);
  } else {
    const auto at = emit_records_within(why);
    const bool has_rest = at.offset_bytes == begin_.at.offset_bytes || open_.size() > record_ + 1;
    if (has_rest) skip_record(at, end, why);
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
      if (!is_tag_piece_ && at.offset_bytes >= piece_begin_)
        sound_bytes_ = std::min<std::uint64_t>(sound_bytes_, piece_source_ + at.offset_bytes - piece_begin_);
    }
    return;
  }
  if (choice_ == record_choice::undecided && !root_damage_) root_damage_ = damage{rule, at, message};
  if (choice_ == record_choice::undecided && open_.size() > 1) {
    if (!child_damage_) child_damage_ = damage{rule, at, std::move(message)};
    return;
  }
  defect found{rule, at.offset_bytes, length, at.line, at.column, std::move(message), treatment::skip};
  if (is_tag_piece_ && at.offset_bytes == piece_begin_)
    found.before = piece_.substr(0, std::min<std::uint64_t>(length, limits_.excerpt_bytes));
  account_.report(found);
}

/// A child of the root has ended at the end of the piece, and nothing is decided. `at`: of what is kept of it.
void record_stream::end_child(node_index at, std::string_view name, bool has_end) {
  damage_.reset();
  const auto end = has_end ? piece_end_ : piece_begin_;
  pending_.push_back({child_begin_.at, end, std::exchange(child_damage_, std::nullopt), at, has_end});
  if (!name.empty() && !child_names_.emplace(name).second) choose(name);
}

/// The children of the root with this name are records, also those before.
void record_stream::choose(std::string_view name) {
  name_ = name;
  choice_ = record_choice::repeated;
  const auto is_named = [&](node_index i) { return !tree_[i].is_text && tree_.name(i) == name_; };
  for (const auto& child : pending_) {
    const auto source = child.node == no_node
                            ? std::string_view{}
                            : std::string_view(tree_.source).substr(tree_[child.node].begin);
    if (child.fault)
      skip(child.begin, child.end_bytes, *child.fault, source);
    else if (is_named(child.node))
      emit(child.node, child.begin, tree_[child.node].begin);
    if (child.node == no_node || !is_named(child.node)) continue;
    saw_whole_ = saw_whole_ || !child.fault;
    // What is in an element without its end may be behind it.
    for (auto i = child.node + 1; i < tree_[child.node].end && child.has_end; ++i)
      is_recursive_ = is_recursive_ || is_named(i);
  }
  whole_name_ = rdfa::name_hash(std::string_view(name_).substr(name_.find(':') + 1), false);
  pending_.clear();
  child_names_.clear();
  record_ = none;
  if (open_.size() == 1) tree_.cut(root_end_);
}

/// The child of the root at hand lacks its end tag. Where elements within it are records beside it, by their lines, it becomes the record at hand,
/// and its name that of records.
bool record_stream::take_child_for_record() {
  if (choice_ != record_choice::undecided || open_.size() < 2 || child_damage_) return false;
  if (whole_records_within(1, child_begin_).empty()) return false;
  choose(std::string(tree_.name(open_[1].node)));
  begin_record(1, child_begin_);
  return true;
}

/// The record at hand is longer than the limit.
void record_stream::exceed_limit() {
  damage why{errc::statement_too_long, begin_.at, "a record that is longer than the limit"};
  if (choice_ == record_choice::undecided) {
    if (!root_damage_) root_damage_ = why;
    why.at = child_begin_.at;
    if (open_.size() > 1) return lose_child(why);
    if (!pending_.empty()) {
      why.at = pending_.front().begin;
      pending_.assign(1, {why.at, piece_begin_, why});
    }
    tree_.cut(root_end_);
    return;
  }
  begin_.at = emit_records_within(why);
  damage_ = why;
  damage_->at = begin_.at;
  sound_bytes_ = 0;
  tree_.source.resize(tree_[open_.back().node].content);
}

/// Nothing is kept of the child of the root at hand.
void record_stream::lose_child(const damage& why) {
  if (!root_damage_) root_damage_ = damage{why.rule, begin_.at, why.message};
  if (!child_damage_) child_damage_ = why;
  damage_ = why;
  tree_.source.resize(tree_[open_.back().node].content);
}

/// Whether a start tag shows that the damaged record before it has ended.
bool record_stream::begins_record_in_damaged(const rdfa::raw_tag& tag) const {
  return record_ != none && damage_ && choice_ != record_choice::undecided &&
         (knows_records() || (begin_.indent && line_behind_.of_next() == begin_.indent)) &&
         rdfa::name_hash(tag.name.substr(tag.name.find(':') + 1), false) == record_name_;
}

/// Whether a start tag shows that the damaged child of the root before it has ended.
bool record_stream::begins_child_in_damaged(const rdfa::raw_tag& tag) const {
  return choice_ == record_choice::undecided && child_damage_ && open_.size() > 1 && child_begin_.indent &&
         line_behind_.of_next() == child_begin_.indent && tree_.name(open_[1].node) == tag.name;
}

}  // namespace laundromat::markup
