// Implements markup_scanner for the stream: text up to the next `<`, then one piece of markup.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/markup/markup_scanner.hpp"

#include <algorithm>

#include "core/rdf/rdfa/markup/bare_tag.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat::rdfa {

namespace {

constexpr std::size_t most_quoted_bytes = std::size_t{64} << 10;  // behind a tag
constexpr std::size_t slice_bytes = std::size_t{64} << 10;
constexpr std::size_t stride_bytes = 512;  // between the places that are remembered

}  // namespace

std::size_t markup_scanner::safe_length(std::string_view text, bool has_references) {
  auto end = text.size();
  for (std::size_t back = 1; back <= 3 && back <= end; ++back) {
    const auto c = static_cast<unsigned char>(text[end - back]);
    if (c < 0x80) break;
    if (c < 0xC0) continue;
    const std::size_t length = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
    if (length > back) end -= back;
    break;
  }
  if (end > 0 && text[end - 1] == '\r') --end;
  if (!has_references) return end;
  const auto from = end > longest_reference ? end - longest_reference : 0;
  const auto mark = text.substr(0, end).rfind('&');
  if (mark == text.npos || mark < from) return end;
  for (auto i = mark + 1; i < end; ++i)
    if (text[i] == ';' || is_html_space(text[i])) return end;
  return mark;
}

void markup_scanner::push(std::string_view bytes) {
  while (!bytes.empty() && handler_->wants_more()) {
    const auto slice = bytes.substr(0, slice_bytes);
    bytes.remove_prefix(slice.size());
    buffer_.append(slice);
    run(false);
    handler_->on_bytes_going();
    marks_.assign(1, locate(base_ + at_));
    buffer_.erase(0, at_);
    base_ += at_;
    at_ = 0;
  }
}

void markup_scanner::finish() {
  run(true);
}

text_position markup_scanner::locate(std::uint64_t offset) {
  const auto count_to = [&](text_position at, std::uint64_t end) {
    at.advance(std::string_view(buffer_).substr(at.offset_bytes - base_, end - at.offset_bytes));
    return at;
  };
  offset = std::max(offset, base_);
  while (offset >= marks_.back().offset_bytes + stride_bytes)
    marks_.push_back(count_to(marks_.back(), marks_.back().offset_bytes + stride_bytes));
  return count_to(marks_[(offset - base_) / stride_bytes], offset);
}

void markup_scanner::expect(content_model model, std::string_view name) {
  model_ = model;
  end_tag_.assign("</").append(name);
  script_ = name == "script" ? script_state::plain : script_state::none;
}

void markup_scanner::run(bool is_final) {
  bool moved = true;
  while (moved && handler_->wants_more()) {
    switch (state_) {
      case state::data:
        moved = at_ < buffer_.size() &&
                (model_ == content_model::markup ? run_data(is_final) : run_element(is_final));
        break;
      case state::tag:
        moved = run_tag(is_final);
        break;
      case state::long_tag:
        moved = run_long_tag(is_final);
        break;
      case state::comment:
        moved = run_comment(is_final);
        break;
      case state::bogus:
        moved = run_bogus(is_final);
        break;
      case state::instruction:
        moved = run_instruction(is_final);
        break;
      case state::cdata:
        moved = run_cdata(is_final);
        break;
      case state::doctype:
        moved = run_doctype(is_final);
        break;
    }
  }
}

void markup_scanner::emit_text(std::size_t length, raw_text kind) {
  if (length == 0) return;
  handler_->on_text(base_ + at_, rest().substr(0, length), kind);
  at_ += length;
  scanned_ = 0;
}

void markup_scanner::emit_other(std::size_t length, bool is_complete) {
  if (!is_complete && !has_begun_ && length > 0) {
    begin_ = locate(base_ + at_);
    has_begun_ = true;
  }
  handler_->on_other(base_ + at_, rest().substr(0, length), is_complete);
  at_ += length;
  scanned_ = 0;
  if (is_complete) state_ = state::data;
}

bool markup_scanner::begin(state next, std::size_t scanned) {
  state_ = next;
  scanned_ = scanned;
  has_begun_ = has_break_ = false;
  nested_ = 0;
  if (next == state::bogus && is_xml_) handler_->on_bogus(base_ + at_, rest().substr(0, 2));
  return true;
}

bool markup_scanner::give_up() {
  if (!has_begun_) begin_ = locate(base_ + at_);
  handler_->on_unterminated(base_ + at_, rest(), begin_);
  at_ = buffer_.size();
  return false;
}

bool markup_scanner::run_data(bool is_final) {
  const auto text = rest();
  if (text.front() == '<') return open_markup(is_final);
  const auto end = text.find('<', scanned_);
  if (emit_bare_tag(text.substr(0, end))) return true;
  if (end != text.npos || is_final) {
    emit_text(std::min(end, text.size()), raw_text::content);
    return true;
  }
  // What is kept suffices to see whether a tag ends behind it, and for the text before the longest one.
  const auto most = text.size() - std::min(text.size(), longest_bare_tag + 1);
  emit_text(safe_length(text.substr(0, most), true), raw_text::content);
  scanned_ = rest().size();
  return false;
}

bool markup_scanner::emit_bare_tag(std::string_view text) {
  for (auto end = text.find('>', scanned_); end != text.npos; end = text.find('>', end + 1)) {
    const auto begin = find_bare_tag(text.substr(0, end));
    if (begin == text.npos) continue;
    emit_text(begin, raw_text::content);
    const auto length = end + 1 - begin;
    handler_->on_bare_tag(base_ + at_, rest().substr(0, length));
    at_ += length;
    scanned_ = 0;
    return true;
  }
  return false;
}

bool markup_scanner::open_markup(bool is_final) {
  const auto text = rest();
  const auto lacks = [&](std::string_view whole) {  // whether `text` may still become `whole`
    return !is_final && text.size() < whole.size() &&
           equals_ignoring_case(text, whole.substr(0, text.size()));
  };
  if (text == "<" || text == "</") {  // the end of a document may have cut it off
    has_begun_ = false;
    return is_final ? give_up() : false;
  }
  const char next = text[1];
  const auto starts_name = [&](char c) { return is_alpha(c) || (is_xml_ && is_name_start(c)); };
  if (starts_name(next)) {
    tag_.restart();
    return begin(state::tag, 0);
  }
  if (next == '/') {
    if (!starts_name(text[2])) return begin(state::bogus, 2);
    tag_.restart();
    return begin(state::tag, 0);
  } else if (next == '!') {
    if (lacks("<!--") || lacks("<!doctype") || lacks("<![cdata[")) return false;
    if (text.starts_with("<!--")) return begin(state::comment, is_xml_ ? 4 : 2);
    if (equals_ignoring_case(text.substr(0, 9), "<!doctype")) {
      quote_ = 0;
      in_subset_ = false;
      return begin(state::doctype, 9);
    }
    if ((is_xml_ || allows_cdata_) && text.starts_with("<![CDATA[")) {
      state_ = state::cdata;
      handler_->on_other(base_ + at_, text.substr(0, 9), true);
      at_ += 9;
      scanned_ = 0;
      return true;
    }
    return begin(state::bogus, 2);
  } else if (next == '?') {
    if (lacks("<?xml ")) return false;
    if (text.starts_with("<?xml") && text.size() > 5 && is_html_space(text[5]))
      handler_->on_xml_declaration(base_ + at_);
    return begin(is_xml_ ? state::instruction : state::bogus, 2);
  }
  emit_text(1, raw_text::content);  // a `<` that begins nothing
  return true;
}

bool markup_scanner::run_tag(bool is_final) {
  const auto text = rest();
  const auto length = tag_length_ > 0 ? tag_length_ : tag_.scan(text);
  if (length == 0 && text.size() <= start_tag_bytes_) return is_final ? give_up() : false;
  if (length == 0 || length > start_tag_bytes_) {
    const auto name = tag_.name_in(text);
    const bool is_whole = name.end() <= text.begin() + static_cast<std::ptrdiff_t>(start_tag_bytes_);
    long_name_ = is_whole ? name.substr(0, 256) : std::string_view{};
    begin_ = locate(base_ + at_);
    tag_.restart();
    (void)tag_.scan(text.substr(0, 1));
    tag_.stop_keeping();
    at_ += 1;
    begin(state::long_tag, 0);
    return has_begun_ = true;
  }
  auto tag = tag_.tag(text.substr(0, length), base_ + at_);
  if ((tag.oddities & missing_space) != 0 && !tag.is_end && !measure_quoted(tag, is_final)) return false;
  tag_length_ = 0;
  state_ = state::data;
  scanned_ = cut_ = 0;
  if (tag.is_end)
    handler_->on_end_tag(tag);
  else
    handler_->on_start_tag(tag);
  at_ += cut_ > 0 ? cut_ : length;
  return true;
}

/// Looks behind a tag for the end of a value that seems to hold markup. False when more has to be there for that.
bool markup_scanner::measure_quoted(raw_tag& tag, bool is_final) {
  const char quote = quote_around_markup(tag);
  if (quote == 0) return true;
  const auto most = tag.text.size() + most_quoted_bytes;
  scanned_ = std::max(scanned_, tag.text.size());
  const auto end = find_quoted_end(rest().substr(0, most), quote, scanned_);
  tag_length_ = tag.text.size();
  if (end != rest().npos) tag.quoted_bytes = static_cast<std::uint32_t>(end);
  return end != rest().npos || is_final || rest().size() >= most;
}

bool markup_scanner::run_long_tag(bool is_final) {
  const auto length = tag_.scan(rest());
  if (length == 0) {
    if (is_final) return give_up();
    at_ = buffer_.size();
    return false;
  }
  const auto tag = tag_.tag({}, 0);
  at_ += length;
  state_ = state::data;
  handler_->on_long_tag(begin_, base_ + at_ - begin_.offset_bytes, long_name_, tag.is_end, tag.closes_itself);
  return true;
}

/// Whether `text` begins with `whole` and, where that is a tag, what ends its name. More may follow, unless `is_final`.
decision markup_scanner::begins_with(std::string_view text, std::string_view whole, bool is_tag,
                                     bool is_final) {
  const auto common = std::min(text.size(), whole.size());
  if (!equals_ignoring_case(text.substr(0, common), whole.substr(0, common))) return decision::no;
  if (text.size() > whole.size()) {
    const char next = text[whole.size()];
    return !is_tag || is_html_space(next) || next == '/' || next == '>' ? decision::yes : decision::no;
  }
  if (text.size() == whole.size() && (is_final || !is_tag)) return decision::yes;
  return is_final ? decision::no : decision::undecided;
}

/// Where the end tag begins, or what may still become it or another mark, as `is_end` says; else the size of `text`. The states of a script
/// are those of HTML Living Standard 13.2.5.17 to 13.2.5.31.
std::size_t markup_scanner::find_raw_end(std::string_view text, bool is_final, decision& is_end) {
  using enum script_state;
  const auto next_mark = [&](std::size_t from) {
    return script_ > plain ? text.find_first_of("<-", from) : text.find('<', from);
  };
  for (auto at = next_mark(0); at != text.npos; at = next_mark(at)) {
    const auto mark = text.substr(at);
    const auto is = [&](std::string_view whole, bool is_tag) {
      const auto found = begins_with(mark, whole, is_tag, is_final);
      if (found == decision::undecided) is_end = found;
      return found == decision::yes;
    };
    if (is(end_tag_, true) && script_ != double_escaped) {
      is_end = decision::yes;
      return at;
    }
    std::size_t length = 1;
    auto next = script_;
    if (script_ == plain && is("<!--", false)) {
      next = escaped;
      length = 2;  // the `--` may be those of its end
    } else if (script_ == escaped && is("<script", true)) {
      next = double_escaped;
    } else if (script_ == double_escaped && begins_with(mark, end_tag_, true, is_final) == decision::yes) {
      next = escaped;
    } else if (script_ > plain && is("-->", false)) {
      next = plain;
      length = 3;
    }
    if (is_end == decision::undecided) return at;
    script_ = next;
    at += length;
  }
  return text.size();
}

bool markup_scanner::run_element(bool is_final) {
  const auto text = rest();
  const auto kind = model_ == content_model::references ? raw_text::content : raw_text::verbatim;
  auto is_end = decision::no;
  auto length = model_ == content_model::plain_text ? text.size() : find_raw_end(text, is_final, is_end);
  if (is_end == decision::yes) {
    emit_text(length, kind);
    model_ = content_model::markup;
    tag_.restart();
    return begin(state::tag, 0);
  }
  if (!is_final) length = safe_length(text.substr(0, length), kind == raw_text::content);
  emit_text(length, kind);
  return is_final;
}

}  // namespace laundromat::rdfa
