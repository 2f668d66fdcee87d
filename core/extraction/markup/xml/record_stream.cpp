// Implements record_stream for the pieces of a document that are no tags.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/markup/xml/record_stream.hpp"

#include <algorithm>
#include <utility>

#include "core/base/count_words.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/rdf/model/white_space.hpp"

namespace laundromat::markup {

namespace {

bool is_blank(std::string_view text) {
  return std::ranges::all_of(text, is_white_space);
}

/// A name of the document in a message.
std::string shown_name(std::string_view name) {
  constexpr std::uint64_t most_bytes = 256;
  return readable(name, most_bytes);
}

/// Whether a `&` without `;` may be a reference that lost it.
bool may_be_reference(std::string_view behind) {
  if (behind.starts_with('#')) return true;
  for (const std::string_view name : {"amp", "lt", "gt", "quot", "apos"})
    if (behind.starts_with(name)) return true;
  return false;
}

}  // namespace

record_stream::record_stream(const xml_options& options, selector records, field_reader fields,
                             std::unique_ptr<xpath_values> xpaths, record_sink& sink)
    : limits_(options.limits),
      profile_(options.profile),
      records_(std::move(records)),
      choice_(options.records.empty() && !xpaths ? record_choice::undecided : record_choice::selected),
      account_(limits_, sink),
      output_(limits_, options.profile, account_, sink),
      reader_(std::move(fields), false, options.keeps_others, output_, std::move(xpaths)),
      scanner_(reader_limits{}, *this),
      decoder_(options.profile, reader_limits{}.entity_bytes),
      on_fault_([this](const rdfa::reference_fault& fault) { read_reference_fault(fault); }) {
  scanner_.use_xml(true);
  decoder_.use_xml(true);
  if (options.xpaths) return;
  records_.add_prefixes(unknown_prefixes_);
  reader_.add_prefixes(unknown_prefixes_);
  unknown_prefixes_.erase("xml");
}

void record_stream::see_prefixes(const rdfa::raw_tag& tag) {
  constexpr std::size_t most_named = 8;
  constexpr std::string_view declaration = "xmlns:";
  const auto see = [&](std::string_view name) {
    if (const auto found = unknown_prefixes_.find(name.substr(0, std::min(name.find(':'), name.size())));
        found != unknown_prefixes_.end() && name.find(':') != name.npos)
      unknown_prefixes_.erase(found);
  };
  see(tag.name);
  for (const auto& one : tag.attributes) {
    see(one.name);
    if (!one.name.starts_with(declaration)) continue;
    const auto prefix = std::string(one.name.substr(declaration.size()));
    see(prefix + ":");
    if (declared_prefixes_.size() < most_named && !std::ranges::count(declared_prefixes_, prefix))
      declared_prefixes_.push_back(prefix);
  }
}

/// A selector takes the prefix of the document, so one with another finds nothing.
void record_stream::note_unknown_prefixes() {
  for (const auto& prefix : unknown_prefixes_) {
    std::string message =
        "no element or attribute has the prefix `" + prefix + "` that a selector asks for; ";
    message.append(declared_prefixes_.empty() ? "the document declares none" : "the document declares");
    for (const auto& one : declared_prefixes_)
      message.append(&one == &declared_prefixes_.front() ? " `" : ", `").append(shown_name(one)) += '`';
    account_.report(defect{errc::missing_field, 0, 0, 1, 1,
                           message + ": write one of these, or the name alone, which has any prefix",
                           treatment::note});
  }
}

const result<void>& record_stream::push(std::string_view bytes) {
  if (outcome_) scanner_.push(bytes);
  return outcome_;
}

const result<void>& record_stream::finish() {
  if (!outcome_) return outcome_;
  scanner_.finish();
  piece_begin_ = piece_end_ = scanner_.offset_bytes();
  piece_ = {};
  end_text_outside();
  const auto at = scanner_.locate(piece_end_);
  if (!take_child_for_record() && record_ != none && choice_ == record_choice::undecided) {
    if (!root_damage_) root_damage_ = damage{errc::xml_syntax, at, "the document ends within its root"};
    end_root();
  } else if (record_ != none) {
    give_up_record(piece_end_, {errc::xml_syntax, at, "the document ends within the record"});
  } else if (!open_.empty()) {
    account_.report(defect{errc::mismatched_tag, at.offset_bytes, 0, at.line, at.column,
                           "the document ends within its root", treatment::note});
  }
  note_unknown_prefixes();
  end_text();
  note_other_children();
  outcome_ = reader_.finish({});
  if (!found_any_) account_.report(defect{errc::no_records, 0, 0, 1, 1, {}, treatment::note});
  account_.reach(piece_end_, span_kind::syntax);
  account_.finish();
  return outcome_;
}

/// A piece follows. What is in a record is kept, and so are tags, as long as their elements are open.
void record_stream::begin_piece(std::uint64_t offset, std::string_view raw, bool is_tag) {
  piece_begin_ = offset;
  piece_end_ = offset + raw.size();
  piece_ = raw;
  is_tag_piece_ = is_tag;
  if (gathers() && choice_ != record_choice::undecided) {
    line_behind_.pass_unseen();
  } else {
    line_ = line_behind_;
    line_behind_.pass(raw);
  }
  const auto held = outside_ ? outside_->offset_bytes : text_begin_ ? text_begin_->offset_bytes : offset;
  if (record_ == none) account_.reach(held, span_kind::syntax);
  if (gathers()) {
    // The record, or the child of the root at hand, which may become one.
    const bool is_child = choice_ == record_choice::undecided && open_.size() > 1;
    const auto node = open_[is_child ? 1 : record_].node;
    if (tree_.source.size() - tree_[node].begin + raw.size() > limits_.record_bytes ||
        tree_.size() - node > 2 * std::uint64_t{limits_.record_values})
      exceed_limit();
  }
  piece_source_ = tree_.source.size();
  if (gathers() || is_tag) tree_.source.append(raw);
}

void record_stream::read_reference_fault(const rdfa::reference_fault& fault) {
  const auto raw = piece_.substr(std::min(fault.offset, piece_.size()));
  const auto at = scanner_.locate(piece_begin_ + fault.offset);
  const bool is_doubtful = fault.done == treatment::skip || fault.rule == errc::bad_escape ||
                           fault.rule == errc::lone_surrogate ||
                           (fault.rule == errc::bare_ampersand && may_be_reference(raw.substr(1))) ||
                           (fault.rule == errc::unknown_entity && fault.length <= 4);
  // A rule by which nothing is skipped does not say why a record is.
  const bool is_of_rule = treatment_of(fault.rule, profile_) == treatment::skip;
  if (is_doubtful)
    return spoil(is_of_rule ? fault.rule : errc::xml_syntax, at, fault.length,
                 is_of_rule ? "" : "a reference that may be damaged");
  defect found{fault.rule, at.offset_bytes, fault.length, at.line, at.column, {}, fault.done};
  found.before = raw.substr(0, fault.length);
  found.after = fault.after;
  account_.report(found);
}

/// Each part that ends with what remains of a tag is one piece, so that what is read and reported does not depend on how the text comes.
void record_stream::on_text(std::uint64_t offset, std::string_view raw, rdfa::raw_text kind) {
  const bool is_content = kind == rdfa::raw_text::content;
  const bool may_hold_tags = is_content && raw != "<" && deep_.empty();
  for (std::size_t at = 0; at < raw.size();) {
    auto rest = raw.substr(at);
    const auto found = may_hold_tags ? stray_.read(rest) : stray_markup::kind::none;
    const bool ends_element = !is_content && cut_behind_end_tag(offset + at, rest);
    const auto part = may_hold_tags ? raw.substr(at, raw.size() - at - rest.size()) : rest;
    read_text_part(offset + at, part, kind);
    at += part.size();
    if (ends_element)
      spoil(errc::xml_syntax, scanner_.locate(piece_end_ - 1), 1,
            "a CDATA section with the end tag of its element: its end may be missing");
    if (found == stray_markup::kind::none) continue;
    if (!open_.empty()) {
      read_stray_markup(piece_end_, found);
    } else if (found == stray_markup::kind::start_tag && !had_root_) {
      end_text_outside();
      read_stray_markup(piece_end_, found);
    }
  }
}

void record_stream::read_text_part(std::uint64_t offset, std::string_view part, rdfa::raw_text kind) {
  begin_piece(offset, part);
  is_in_other_ = false;
  if (!deep_.empty()) return;
  see_text(part);
  if (kind != rdfa::raw_text::content) {
    stray_.reset();
  } else {
    if (part == "<") read_lone_mark();
    if (open_.empty()) read_text_outside(part);
  }
  if (gathers())
    tree_.add_text(static_cast<std::uint32_t>(piece_source_), part, kind, open_.back().node, decoder_,
                   on_fault_);
}

/// A `<` that begins no tag.
void record_stream::read_lone_mark() {
  stray_.begin_tag();
  if (!open_.empty()) spoil(errc::xml_syntax, "a < that begins no tag");
}

/// Cuts a part of a CDATA section behind the first end tag of the element around it, which shows that its own end is missing. False when there is none.
bool record_stream::cut_behind_end_tag(std::uint64_t offset, std::string_view& text) {
  if (open_.empty() || open_.back().node >= tree_.size()) return false;
  const auto end_tag = "</" + std::string(tree_.name(open_.back().node)) + ">";
  if (offset != verbatim_.end_bytes) verbatim_ = {};
  verbatim_.end_bytes = offset + text.size();
  if (verbatim_.is_reported) return false;
  const auto kept = verbatim_.tail.size();
  auto& seen = verbatim_.tail.append(text);
  const auto found = seen.find(end_tag);
  verbatim_.is_reported = found != seen.npos;
  if (verbatim_.is_reported) {
    text = text.substr(0, found + end_tag.size() - kept);
    verbatim_.end_bytes = offset + text.size();
  } else {
    seen.erase(0, seen.size() - std::min(seen.size(), end_tag.size() - 1));
  }
  return verbatim_.is_reported;
}

/// What remains of a tag tells which elements are open, as far as its name is known. It ends before `end`.
void record_stream::read_stray_markup(std::uint64_t end, stray_markup::kind kind) {
  const auto at = scanner_.locate(end - 1);
  std::string message = "a text that reads like a tag without its <";
  const bool is_around = record_ == none || choice_ == record_choice::undecided;
  if (is_around && kind == stray_markup::kind::start_tag) text_begin_.reset();
  if (is_around && kind == stray_markup::kind::start_tag)
    return open_unreadable({}, false, errc::xml_syntax, at, std::move(message));
  const auto from = std::exchange(text_begin_, std::nullopt).value_or(at);
  spoil(errc::xml_syntax, from, end - from.offset_bytes, std::move(message));
  if (!is_around || kind != stray_markup::kind::end_tag || open_.size() < 2) return;
  if (find_target(stray_.name()) == open_.size() - 1) close_top(true);
}

/// A text that no record is around may be what remains of a tag, which is seen at its end.
void record_stream::see_text(std::string_view raw) {
  const bool is_around = record_ == none || (choice_ == record_choice::undecided && open_.size() == 1);
  const auto first = std::ranges::find_if_not(raw, is_white_space);
  if (!is_around || text_begin_ || open_.empty() || first == raw.end()) return;
  text_begin_ = scanner_.locate(piece_begin_ + static_cast<std::uint64_t>(first - raw.begin()));
}

/// Something else than text follows.
void record_stream::end_text() {
  stray_.reset();
  if (text_begin_ && open_.size() == 1 && choice_ != record_choice::selected && !text_in_root_)
    text_in_root_ = text_begin_;
  text_begin_.reset();
}

/// Counts the child of the root at hand.
void record_stream::see_child(std::string_view name) {
  constexpr std::size_t most_named = 8;
  const auto known = std::ranges::find(children_, name, &child_count::name);
  if (known != children_.end()) {
    ++known->count;
  } else if (children_.size() < most_named && is_short_name(name)) {
    children_.push_back({std::string(name), 1, scanner_.locate(piece_begin_).line});
  } else if (!unnamed_child_) {
    unnamed_child_ = scanner_.locate(piece_begin_);
  }
}

/// What is in the root beside records whose name was found.
void record_stream::note_other_children() {
  if (choice_ != record_choice::repeated) return;
  std::string others, repeated;
  for (const auto& one : children_) {
    if (one.name == name_) continue;
    others.append(others.empty() ? "" : ", ")
        .append("`" + shown_name(one.name) + "` (" + human_count(one.count));
    others.append(", first at line " + std::to_string(one.line) + ")");
    if (one.count > 1 && repeated.empty()) repeated = shown_name(one.name);
  }
  const auto add = [&](std::string_view what, const std::optional<text_position>& first) {
    if (!first) return;
    others.append(others.empty() ? "" : ", ").append(what);
    others.append(" (first at line " + std::to_string(first->line) + ")");
  };
  add("elements with other names", unnamed_child_);
  add("text", text_in_root_);
  if (others.empty()) return;
  std::string message =
      "the records are the `" + shown_name(name_) + "` in the root; there are also " + others;
  if (!repeated.empty())
    message.append(": state `records: ").append(repeated).append("` if these are the records");
  account_.report(defect{errc::title_rows, 0, 0, 1, 1, std::move(message), treatment::note});
}

void record_stream::read_text_outside(std::string_view raw) {
  if (piece_begin_ == 0 && raw.starts_with("\xEF\xBB\xBF")) raw.remove_prefix(3);
  if (!outside_ && is_blank(raw)) return;
  if (!outside_) {
    const auto first = std::ranges::find_if_not(raw, is_white_space);
    const auto at = scanner_.locate(piece_end_ - static_cast<std::uint64_t>(raw.end() - first));
    outside_ = defect{errc::xml_syntax, at.offset_bytes, 0, at.line, at.column, "a text outside of the root",
                      treatment::skip};
  }
  outside_->length_bytes = piece_end_ - outside_->offset_bytes;
}

void record_stream::end_text_outside() {
  if (!outside_) return;
  account_.report(*outside_);
  outside_.reset();
}

void record_stream::on_other(std::uint64_t offset, std::string_view raw, bool is_complete) {
  end_text_outside();
  begin_piece(offset, raw);
  end_text();
  if (!is_in_other_) is_instruction_ = raw.starts_with("<?");
  const auto mark = raw.find('<', is_in_other_ ? 0 : 1);
  if (is_instruction_ && mark != raw.npos) {
    spoil(errc::xml_syntax, scanner_.locate(offset + mark), 1,
          "an instruction that holds a <, and may have lost its end");
    is_instruction_ = false;
  }
  is_in_other_ = !is_complete;
}

void record_stream::on_doctype(std::uint64_t offset, std::string_view raw) {
  end_text_outside();
  begin_piece(offset, raw);
  end_text();
  if (had_root_) return spoil(errc::xml_syntax, "a document type within the document");
  decoder_.declare_entities(raw);
}

void record_stream::on_bogus(std::uint64_t offset, std::string_view raw) {
  end_text_outside();
  begin_piece(offset, {});
  end_text();
  spoil(errc::xml_syntax, scanner_.locate(offset), raw.size(), "markup that XML does not allow");
  if (raw == "</" && open_.size() > 1 && deep_.empty())
    close_top(true);  // the end tag of that element, without its name
}

void record_stream::on_open_bogus(const text_position& begin, std::uint64_t end, bool) {
  is_in_other_ = false;
  spoil(errc::xml_syntax, begin, end - begin.offset_bytes, "markup that has no end");
}

void record_stream::on_nested_comment(const text_position& begin, std::uint64_t end, std::string_view) {
  is_in_other_ = false;
  spoil(errc::xml_syntax, begin, end - begin.offset_bytes, "a comment that holds the beginning of another");
}

void record_stream::on_spaced_comment(const text_position& begin, std::uint64_t end) {
  is_in_other_ = false;
  spoil(errc::xml_syntax, begin, end - begin.offset_bytes, "a comment with white space in its end");
}

void record_stream::on_unterminated(std::uint64_t offset, std::string_view raw, const text_position& begin) {
  end_text_outside();
  begin_piece(offset, raw);
  const auto& from = begin.offset_bytes < offset ? begin : scanner_.locate(offset);
  spoil(errc::unterminated, from, offset + raw.size() - from.offset_bytes,
        "markup that the end of the document cuts off");
}

}  // namespace laundromat::markup
