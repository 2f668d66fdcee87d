// Implements record_stream for tags: which elements are open, whatever was lost.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/extraction/markup/xml/record_stream.hpp"

namespace laundromat::markup {

void record_stream::on_start_tag(const rdfa::raw_tag& tag) {
  const auto fault = why_ill_formed(tag);
  auto whole = tag;
  if (tag.text.find('<', 1) != tag.text.npos) whole.text = cut_tag(tag);
  whole.name = whole.name.substr(0, whole.name.find('<'));
  end_text();
  end_text_outside();
  if (!unknown_prefixes_.empty()) see_prefixes(whole);
  if (deep_.empty() && begins_record_in_damaged(whole)) give_up_record(tag.offset_bytes, *damage_);
  if (deep_.empty() && begins_child_in_damaged(whole)) {
    piece_begin_ = piece_end_ = tag.offset_bytes;
    while (open_.size() > 1) close_top(false);
  }
  const bool is_undecided_child = choice_ == record_choice::undecided && deep_.empty() && open_.size() == 1;
  if (is_undecided_child && fault.empty() && child_names_.contains(whole.name)) choose(whole.name);
  begin_piece(tag.offset_bytes, whole.text, true);
  is_in_other_ = false;
  if (!deep_.empty()) {
    if (!tag.closes_itself) deep_.open(rdfa::name_hash(tag.name, false));
    if (!gathers()) tree_.source.resize(piece_source_);
    return;
  }
  if (!fault.empty()) {
    open_unreadable(whole.name, has_whole_name(whole), errc::xml_syntax, scanner_.locate(tag.offset_bytes),
                    std::string(fault));
    if (whole.text.size() == tag.text.size() && tag.closes_itself) close_top(true);
    return;
  }
  if (open_.size() >= limits_.nesting) {
    spoil(errc::too_deep_nesting, "elements nest deeper than " + std::to_string(limits_.nesting));
    if (!tag.closes_itself) deep_.open(rdfa::name_hash(tag.name, false));
    if (!gathers()) tree_.source.resize(piece_source_);
    return;
  }
  if (open_.empty() && had_root_) {
    static constexpr std::string_view message = "an element outside of the root";
    if (tag.closes_itself) return spoil(errc::xml_syntax, std::string(message));
    return open_unreadable(tag.name, true, errc::xml_syntax, scanner_.locate(tag.offset_bytes),
                           std::string(message));
  }
  open(tag);
  if (tag.closes_itself) close_top(true);
}

/// The tag without what it took in, which is read again, though not again and again.
std::string_view record_stream::cut_tag(const rdfa::raw_tag& tag) {
  if (tag.offset_bytes >= cut_end_) cuts_ = 0;
  if (++cuts_ > rdfa::most_cuts) return tag.text;
  cut_end_ = tag.offset_bytes + tag.text.size();
  const auto length = rdfa::end_before_enclosed(tag.text);
  scanner_.cut_tag(length);
  return tag.text.substr(0, length);
}

void record_stream::open(const rdfa::raw_tag& tag) {
  open_element made;
  made.before = tree_.here();
  made.before.source = piece_source_;
  made.indent = line_.indent();
  const auto* const outer = open_.empty() ? nullptr : &open_.back();
  // What is wrong in an attribute is wrong in the record that the element begins.
  std::vector<std::pair<rdfa::reference_fault, std::string>> faults;
  made.node = tree_.open(
      tag, static_cast<std::uint32_t>(piece_source_), true, outer == nullptr ? no_node : outer->node,
      decoder_, [&](const rdfa::reference_fault& fault) { faults.emplace_back(fault, fault.after); });
  if (record_ == none && choice_ == record_choice::selected)
    made.reached = records_.advance(tree_, made.node, outer == nullptr ? selector::state{} : outer->reached,
                                    outer == nullptr);
  had_root_ = true;
  open_.push_back(made);
  if (choice_ != record_choice::selected && open_.size() == 2) see_child(tag.name);
  if (choice_ == record_choice::undecided && open_.size() == 2)
    child_begin_ = begin_here(scanner_.locate(tag.offset_bytes));
  if (record_ != none) contains_own_name_ = contains_own_name_ || tree_[made.node].name_hash == record_name_;
  if (record_ == none) begin_record_if_chosen(tag.offset_bytes);
  for (auto& [fault, after] : faults) {
    fault.after = after;
    read_reference_fault(fault);
  }
  if (open_.size() == 1) root_end_ = tree_.here();
}

void record_stream::begin_record_if_chosen(std::uint64_t offset) {
  const auto& top = open_.back();
  bool is_record = false;
  switch (choice_) {
    case record_choice::selected:
      is_record = records_.is_self() ? open_.size() == 1 : (top.reached.ended & records_.finals()) != 0;
      break;
    case record_choice::undecided:
      is_record = open_.size() == 1;
      break;
    case record_choice::repeated:
      is_record = open_.size() == 2 && tree_.name(top.node) == name_;
      break;
  }
  if (is_record) begin_record(open_.size() - 1, begin_here(scanner_.locate(offset)));
}

/// Of the innermost element, whose tag is the piece at hand and begins at `at`.
record_stream::record_begin record_stream::begin_here(const text_position& at) const {
  const auto around = open_.size() < 2 ? 0 : open_[open_.size() - 2].indent;
  const auto own = line_.of_next();
  return {at, own && *own > around ? own : std::nullopt};
}

/// An element of whose start tag no more than its name, or the begin of that, is known. Where it may be a record, it is read like a damaged one.
void record_stream::open_unreadable(std::string_view name, bool is_whole_name, errc rule,
                                    const text_position& at, std::string message) {
  open_element made;
  made.before = tree_.here();
  made.before.source = piece_source_;
  made.indent = line_.indent();
  made.is_unreadable = true;
  const rdfa::raw_tag bare{piece_begin_, piece_, name, {}, 0, 0, false, false, false};
  const auto begin = static_cast<std::uint32_t>(piece_source_);
  const auto* const outer = open_.empty() ? nullptr : &open_.back();
  const auto parent = outer == nullptr ? no_node : outer->node;
  made.node = name.empty() ? tree_.open_nameless(begin, begin, parent)
                           : tree_.open(bare, begin, true, parent, decoder_, on_fault_);
  if (record_ == none && choice_ == record_choice::selected && is_whole_name)
    made.reached = records_.advance(tree_, made.node, outer == nullptr ? selector::state{} : outer->reached,
                                    outer == nullptr);
  had_root_ = true;
  open_.push_back(made);
  if (choice_ == record_choice::undecided && open_.size() == 2) child_begin_ = begin_here(at);
  if (record_ == none && may_be_record(name, is_whole_name)) {
    begin_record(open_.size() - 1, begin_here(at));
    if (name.empty()) record_name_ = whole_name_;
  }
  if (open_.size() == 1) root_end_ = tree_.here();
  spoil(rule, at, piece_end_ - at.offset_bytes, std::move(message));
}

/// Whether the innermost element, of which only the name, or the begin of that, is known, may be a record.
bool record_stream::may_be_record(std::string_view name_begin, bool is_whole_name) const {
  const bool is_root = open_.size() == 1;
  if (choice_ == record_choice::undecided) return is_root;
  if (choice_ == record_choice::selected)
    return records_.is_self()   ? is_root
           : name_begin.empty() ? !is_root
                                : records_.may_find(name_begin, is_whole_name);
  return open_.size() == 2 && (name_.starts_with(name_begin) || is_misspelt(name_, name_begin));
}

void record_stream::on_end_tag(const rdfa::raw_tag& tag) {
  end_text();
  end_text_outside();
  auto whole = tag;
  const bool is_cut = tag.text.find('<', 1) != tag.text.npos;
  if (is_cut) whole.text = cut_tag(tag);
  whole.name = whole.name.substr(0, whole.name.find('<'));
  begin_piece(tag.offset_bytes, whole.text);
  is_in_other_ = false;
  if (!deep_.empty()) {
    const auto hash = rdfa::name_hash(whole.name, false);
    const bool is_below = std::ranges::any_of(
        open_, [&](const open_element& one) { return tree_.name(one.node) == whole.name; });
    if (deep_.end(hash, is_below)) return;
  }
  if (is_cut || !tag.attributes.empty())
    spoil(errc::xml_syntax, "an end tag that has more than its name, or lacks its >");
  read_end(whole.name);
}

void record_stream::on_long_tag(const text_position& begin, std::uint64_t length, std::string_view name,
                                bool is_end, bool closes_itself) {
  end_text();
  end_text_outside();
  const bool is_whole_name = is_short_name(name);
  const bool is_start = deep_.empty() && !is_end;
  if (is_start && choice_ == record_choice::undecided && open_.size() == 1 && is_whole_name &&
      child_names_.contains(name))
    choose(name);
  line_ = line_behind_;
  line_behind_.pass_unseen();
  piece_begin_ = begin.offset_bytes;
  piece_end_ = begin.offset_bytes + length;
  long_tag_.assign("<").append(is_whole_name ? name : std::string_view{});
  piece_ = long_tag_;
  piece_source_ = tree_.source.size();
  const damage why{errc::statement_too_long, begin, "a tag that is longer than the limit"};
  if (!is_start) {
    spoil(why.rule, begin, length, why.message);
  } else {
    tree_.source.append(piece_);
    open_unreadable(piece_.substr(1), is_whole_name, why.rule, begin, why.message);
  }
  // What is kept of the child at hand lacks the tag.
  if (choice_ == record_choice::undecided && open_.size() > 1) lose_child(why);
  if (is_start && closes_itself) close_top(true);
  if (deep_.empty() && is_end) read_end(name);
}

/// Which open element an end tag ends; `none` for a stray one. An unreadable element may be meant where its name is not known otherwise.
std::size_t record_stream::find_target(std::string_view name) const {
  std::size_t unreadable = none;
  for (auto i = open_.size(); i-- > 0;) {
    const auto own = tree_.name(open_[i].node);
    if (open_[i].is_unreadable) {
      const bool may_be =
          own.empty() || own.starts_with(name) || name.starts_with(own) || is_misspelt(own, name);
      if (may_be && !own.empty()) return i;
      if (may_be && unreadable == none) unreadable = i;
    } else if (own == name) {
      return unreadable != none && unreadable > i ? unreadable : i;
    }
  }
  if (unreadable != none) return unreadable;
  if (open_.size() > 1 && is_misspelt(tree_.name(open_.back().node), name)) return open_.size() - 1;
  return none;
}

void record_stream::read_end(std::string_view name) {
  if (!open_.empty() && !open_.back().is_unreadable && tree_.name(open_.back().node) == name)
    return close_top(true);
  const auto target = find_target(name);
  if (target == none) return spoil(errc::xml_syntax, "an end tag that matches no start tag");
  const auto at = scanner_.locate(piece_begin_);
  if (target == 0) (void)take_child_for_record();
  const bool is_in_record = record_ != none && choice_ != record_choice::undecided;
  if (is_in_record && target < record_) {
    give_up_record(piece_begin_, {errc::xml_syntax, at, "the record lacks its end tag"});
  } else if (record_ != none) {
    spoil(errc::xml_syntax, "elements before this end tag lack theirs");
  } else if (!open_[target].is_unreadable) {
    account_.report(defect{errc::mismatched_tag, at.offset_bytes, piece_end_ - piece_begin_, at.line,
                           at.column, "elements before this end tag lack theirs", treatment::note,
                           std::string(piece_)});
  }
  while (open_.size() > target + 1) close_top(false);
  close_top(true);
}

/// Ends the innermost element: at the end of the piece, or, where the piece is not its own end tag, before it.
void record_stream::close_top(bool is_own) {
  const auto top = open_.back();
  const bool keeps = gathers();
  if (keeps) {
    const auto end = static_cast<std::uint32_t>(tree_.source.size());
    const auto begin = end - static_cast<std::uint32_t>(piece_end_ - piece_begin_);
    const bool is_empty_tag = is_own && tree_[top.node].begin == begin;
    tree_.close(top.node, is_empty_tag ? end : begin, is_own ? end : begin);
  }
  const bool is_record = open_.size() - 1 == record_;
  if (is_record && choice_ == record_choice::undecided)
    end_root();
  else if (is_record)
    end_record();
  open_.pop_back();
  const bool is_child = choice_ == record_choice::undecided && open_.size() == 1;
  const auto name = is_child ? std::string(tree_.name(top.node)) : std::string{};
  if (is_record || !keeps) tree_.cut(top.before);
  if (is_child) end_child(keeps ? top.node : no_node, name, is_own);
}

}  // namespace laundromat::markup
