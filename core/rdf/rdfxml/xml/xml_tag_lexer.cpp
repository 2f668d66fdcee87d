// Implements the lexer of start tags: reads attribute after attribute, and decides where a damaged tag ends.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/xml/xml_tag_lexer.hpp"

#include <algorithm>

#include "core/rdf/rdfxml/xml/xml_attributes.hpp"

namespace laundromat::rdfxml {

namespace {

class start_tag_lexer {
 public:
  start_tag_lexer(std::string_view text, bool is_end, const xml_lexer_limits& limits, xml_tag& tag)
      : text_(text.substr(0, limits.tag_bytes)),
        is_end_(is_end || text.size() > limits.tag_bytes),
        is_too_long_(text.size() > limits.tag_bytes),
        limits_(limits),
        tag_(tag) {}

  xml_token run() {
    at_ = 1 + name_length(text_.substr(1));
    token_.name = text_.substr(1, at_ - 1);
    const auto is_text = begins_no_tag(text_, at_, is_end_);
    if (is_text == tag_answer::unknown) run_out();
    if (is_text == tag_answer::yes) end(xml_token_kind::text, at_);
    while (!is_done_) step();
    // A broken tag may end before attributes that were read in it.
    while (!tag_.attributes.empty() && tag_.attributes.back().end > token_.length) tag_.attributes.pop_back();
    if (tag_.fault_at > token_.length) tag_.fault_at = 0;
    if (tag_.attributes.size() > 1 && token_.kind != xml_token_kind::need_more) find_repeated(text_, tag_);
    return token_;
  }

 private:
  void step() {
    const auto before = at_;
    while (at_ < text_.size() && is_white_space(text_[at_])) ++at_;
    if (at_ == text_.size()) return run_out();
    const char c = text_[at_];
    if (c == '>') return end(xml_token_kind::start_tag, at_ + 1);
    if (c == '<') {
      auto close = at_;
      const auto is_value = tag_.fault == errc::bad_attribute
                                ? find_end_behind_markup(text_, at_, '\0', is_end_, close)
                                : tag_answer::no;
      if (is_value == tag_answer::unknown) return run_out();
      if (is_value == tag_answer::yes) return void(at_ = close + 1);
      set_fault(errc::xml_syntax, at_);
      return end(xml_token_kind::broken_tag, at_);
    }
    if (c == '/') {
      if (at_ + 1 == text_.size()) return run_out();
      if (text_[at_ + 1] == '>') return end(xml_token_kind::empty_tag, at_ + 2);
    }
    const bool is_glued = before == at_;
    if (c == '/') return set_fault(errc::bad_attribute, at_++);  // it may have ended an empty tag
    const bool is_stray = c == '=' || is_quote(c);
    if ((is_stray || is_glued) && tag_.fault != errc::ok) return step_over();
    if (is_stray || (is_glued && !is_name_start(c))) return lose_around();
    if (!is_glued) return read_attribute(false);
    // Only a space is missing when the rest is well-formed.
    const auto name = text_.substr(at_, name_length(text_.substr(at_)));
    const auto colon = name.find(':');
    const bool has_prefix = name == "xmlns" || (colon != npos && colon > 0);
    const auto is_whole = has_prefix ? ends_well(text_, at_, is_end_) : tag_answer::no;
    if (is_whole == tag_answer::unknown) return run_out();
    if (is_whole == tag_answer::no || tag_.attributes.empty()) return lose_around();
    read_attribute(true);
  }

  void read_attribute(bool is_repaired) {
    xml_attribute found;
    found.begin = at_;
    found.is_repaired = is_repaired;
    tag_.is_repaired = tag_.is_repaired || is_repaired;
    found.name_length = name_length(text_.substr(at_));
    at_ += found.name_length;
    if (found.name_length == 0) {
      found.is_lost = true;
      at_ = find_near(text_, at_ + 1, [](char c) { return ends_name(c) || c == '='; });
      if (at_ == npos) return run_out();
    }
    const auto end_of_name = at_;
    skip_space();
    if (at_ == text_.size()) return run_out();
    if (text_[at_] != '=') {
      // Without a value.
      found.is_lost = true;
      found.value = at_ = end_of_name;
      return keep(found, at_, at_);
    }
    ++at_;
    skip_space();
    if (at_ == text_.size()) return run_out();
    if (text_[at_] != '"' && text_[at_] != '\'') return read_bare_value(found);
    const char quote = text_[at_++];
    found.value = at_;
    if (markup_ < at_) markup_ = text_.find('<', at_);
    const auto markup = markup_;
    auto close = text_.substr(0, markup).find(quote, at_);
    const bool is_doubled = close != npos && close + 1 < text_.size() && text_[close + 1] == quote;
    if (is_doubled && holds_no_quote(name_of(found), text_.substr(at_, close - at_))) {
      if (close + 2 == text_.size()) return run_out();
      if (may_follow_value(text_[close + 2])) {
        found.is_repaired = tag_.is_repaired = true;
        return keep(found, close, close + 2);
      }
    }
    if (close != npos && close + 1 < text_.size() && !may_follow_value(text_[close + 1]))
      return read_without_quote(found, close, false);
    if (close == npos) {
      if (markup == npos) return run_out();
      const auto verdict = is_markup_in_value(markup, quote, close);
      if (verdict == tag_answer::unknown) return run_out();
      if (verdict == tag_answer::no) return read_markup_with_quotes(found, markup, quote);
      tag_.has_markup_in_value = true;
    }
    keep(found, close, close + 1);
  }

  [[nodiscard]] static bool ends_name(char c) {
    return is_white_space(c) || is_bracket(c) || is_quote(c) || c == '/';
  }

  [[nodiscard]] static bool ends_word(char c) { return is_white_space(c) || is_bracket(c) || c == '/'; }

  /// Only the end of an unreadable tag is wanted; the number of times that a byte is read is bounded.
  void step_over() {
    at_ = find_near(text_, at_ + 1, ends_word);
    if (at_ == npos) run_out();
  }

  /// A quote too many: the value before it may be longer than it seems. The tag is lost from that attribute to where the rest of it is
  /// well-formed; where there is no such place, the tag is not read.
  void lose_around() {
    constexpr std::size_t most_tries = 16;
    auto begin = at_;
    auto place = at_;
    auto verdict = tag_answer::no;
    for (std::size_t i = 0; verdict == tag_answer::no && i < most_tries; ++i) {
      place = find_near(text_, place + 1, ends_word);
      if (place == npos) return run_out();
      if (text_[place] == '<') break;
      verdict = ends_well(text_, place, is_end_);
    }
    if (verdict == tag_answer::unknown) return run_out();
    if (verdict == tag_answer::no || tag_.attributes.empty()) return set_fault(errc::bad_attribute, at_++);
    while (!tag_.attributes.empty()) {
      const auto last = tag_.attributes.back();
      tag_.attributes.pop_back();
      begin = last.begin;
      if (!last.is_lost) break;
    }
    xml_attribute found;
    found.begin = begin;
    found.value = place;
    found.is_lost = true;
    keep(found, place, place);
  }

  /// Whether the value continues behind the `<` at `markup`, up to a quote on the same line behind which a tag may continue.
  [[nodiscard]] tag_answer is_markup_in_value(std::size_t markup, char quote, std::size_t& close) const {
    constexpr std::size_t near_bytes = 1024;
    const auto ends_tag = [](char c) { return c == '>' || is_line_end(c); };
    if (find_near(text_.substr(0, markup), at_, ends_tag) != npos) return tag_answer::no;
    const auto rest = text_.substr(markup, near_bytes);
    const auto end = rest.find(quote);
    const auto line = rest.substr(0, end);
    if (find_near(line, 0, is_line_end) != npos) return tag_answer::no;
    if (end == npos) return rest.size() < near_bytes && !is_end_ ? tag_answer::unknown : tag_answer::no;
    close = markup + end;
    if (close + 1 == text_.size()) return is_end_ ? tag_answer::no : tag_answer::unknown;
    return may_follow_value(text_[close + 1]) ? tag_answer::yes : tag_answer::no;
  }

  /// A value with the quotes of the markup in it, which is lost as far as it goes; else its closing quote is missing.
  void read_markup_with_quotes(xml_attribute& found, std::size_t markup, char quote) {
    auto close = npos;
    const bool may_be = find_near(text_.substr(0, markup), at_, is_bracket) == npos;
    const auto verdict =
        may_be ? find_end_behind_markup(text_, markup, quote, is_end_, close) : tag_answer::no;
    if (verdict == tag_answer::unknown) return run_out();
    if (verdict == tag_answer::no) return read_without_quote(found, markup, true);
    found.is_lost = true;
    keep(found, close, close + 1);
  }

  /// A value whose closing quote is missing: the character in its place is at `limit`. It is sure when it ends before the end of the
  /// tag, or before another attribute. With `is_markup` no other quote closes it.
  void read_without_quote(xml_attribute& found, std::size_t limit, bool is_markup) {
    const auto stop =
        find_near(text_.substr(0, limit), at_, [](char c) { return is_white_space(c) || c == '>'; });
    auto next = stop;
    while (next < limit && is_white_space(text_[next])) ++next;
    const auto name = stop == npos ? 0 : name_length(text_.substr(next));
    const bool ends_tag = stop != npos && (text_[next] == '>' || text_.substr(next, 2) == "/>");
    const bool is_attribute = name > 0 && stop < next && next + name < limit && text_[next + name] == '=' &&
                              (is_markup || next + name + 1 == limit);
    if (stop > at_ && (ends_tag || is_attribute)) return repair(found, stop);
    if (!is_markup) return keep(found, limit, limit + 1);
    set_fault(errc::bad_attribute, found.begin);
    const auto close = text_.substr(0, limit).find('>', found.value);
    end(xml_token_kind::broken_tag, close == npos ? limit : close + 1);
  }

  /// A value whose opening quote is missing, and perhaps the closing one.
  void read_bare_value(xml_attribute& found) {
    found.value = at_;
    const auto stop = find_near(
        text_, at_, [](char c) { return is_white_space(c) || is_bracket(c) || c == '"' || c == '\''; });
    if (stop == npos) return run_out();
    const auto value = text_.substr(at_, stop - at_);
    const bool has_quote = is_quote(text_[stop]);
    if (has_quote && stop + 1 == text_.size()) return run_out();
    const auto name = name_length(value);
    // Typographic quotes are none for XML: they close what they open, or the end of the value is unknown.
    const auto opening = typographic_quote(value);
    const bool has_slash = text_[stop] == '>' && value.ends_with('/');
    const auto quoted = value.substr(0, value.size() - (has_slash ? 1 : 0));
    if (opening > 0 && quoted.size() >= 2 * opening &&
        typographic_quote(quoted.substr(quoted.size() - opening)) > 0) {
      found.is_repaired = tag_.is_repaired = true;
      found.value += opening;
      return keep(found, found.value + quoted.size() - 2 * opening, at_ + quoted.size());
    }
    const bool is_sure = !value.empty() && opening == 0 && !ends_typographic(quoted) && text_[stop] != '<' &&
                         (name == value.size() || value[name] != '=') &&
                         (!has_quote || may_follow_value(text_[stop + 1]));
    if (is_sure && has_quote) {
      found.is_repaired = tag_.is_repaired = true;
      return keep(found, stop, stop + 1);
    }
    if (is_sure) return repair(found, stop);
    // Nothing of the attribute is certain, not even the name.
    found.is_lost = true;
    found.name_length = 0;
    if (text_[stop] == '>' && !value.empty() && value.back() == '/') {
      set_fault(errc::bad_attribute, found.begin);
      return end(xml_token_kind::broken_tag, stop + 1);
    }
    keep(found, has_quote ? at_ : stop, has_quote ? at_ : stop);
  }

  /// Takes a value that ends at `stop`, without quote. In front of a `>` a slash is part of the value, or of the tag: a property with
  /// rdf:resource is empty, so that its end tag follows at once, or it is an empty tag; of others it cannot be known.
  void repair(xml_attribute& found, std::size_t stop) {
    found.is_repaired = tag_.is_repaired = true;
    // The other quote closes it.
    const auto end_of_value = is_quote(text_[stop - 1]) && stop - 1 > at_ ? stop - 1 : stop;
    if (find_near(text_.substr(0, end_of_value), at_, is_quote) != npos) {
      found.is_repaired = false;
      found.is_lost = true;
      return keep(found, stop, stop);
    }
    const auto value = text_.substr(at_, end_of_value - at_);
    const auto has_slash = end_of_value == stop && text_[stop] == '>' && value.ends_with('/');
    const auto quoted = value.substr(0, value.size() - (has_slash ? 1 : 0));
    if (ends_typographic(quoted)) {
      // It is meant as the closing quote, and sure to be none of the value only where no quote can belong to that.
      const auto inner = quoted.substr(0, quoted.size() - typographic_bytes);
      const auto end = at_ + quoted.size();
      found.is_repaired = end == stop - (has_slash ? 1 : 0) && is_quote(text_[at_ - 1]) &&
                          is_double_typographic(quoted) == (text_[at_ - 1] == '"') &&
                          inner.find(typographic_lead) == npos && holds_no_quote(name_of(found), inner);
      found.is_lost = !found.is_repaired;
      return found.is_lost ? keep(found, end, end_of_value < stop ? stop : end)
                           : keep(found, at_ + inner.size(), end);
    }
    if (end_of_value < stop) return keep(found, end_of_value, stop);
    if (text_[stop] != '>' || text_[stop - 1] != '/') return keep(found, stop, stop);
    if (!text_.substr(found.begin, found.name_length).ends_with("resource")) {
      set_fault(errc::bad_attribute, found.begin);
      return end(xml_token_kind::broken_tag, stop + 1);
    }
    auto next = stop + 1;
    while (next < text_.size() && is_white_space(text_[next])) ++next;
    const auto ending = text_.substr(next, token_.name.size() + 3);
    if (ending.size() < token_.name.size() + 3 && !is_end_) return run_out();
    const bool has_end = ending.starts_with("</") && ending.substr(2).starts_with(token_.name) &&
                         !is_name_character(ending.back());
    const auto end = has_end ? stop : stop - 1;
    keep(found, end, end);
  }

  void skip_space() {
    while (at_ < text_.size() && is_white_space(text_[at_])) ++at_;
  }

  void keep(xml_attribute& found, std::size_t value_end, std::size_t end) {
    found.value_length = value_end - found.value;
    at_ = found.end = end;
    tag_.has_lost = tag_.has_lost || found.is_lost;
    if (tag_.attributes.size() >= limits_.attributes)
      set_fault(errc::too_many_attributes, found.begin);
    else
      tag_.attributes.push_back(found);
  }

  void set_fault(errc rule, std::size_t at) {
    if (tag_.fault != errc::ok) return;
    tag_.fault = rule;
    tag_.fault_at = at;
  }

  void end(xml_token_kind kind, std::size_t length) {
    token_.kind = kind;
    token_.length = length;
    is_done_ = true;
  }

  void run_out() {
    is_done_ = true;
    if (!is_end_) return;
    set_fault(is_too_long_ ? errc::statement_too_long : errc::xml_syntax, 0);
    if (!is_too_long_) {
      // The document ends within the tag, or within a value that has no end: the tag ends at its first bracket, if there is one.
      const auto close = text_.find('>', token_.name.size());
      return end(xml_token_kind::broken_tag, close == npos ? text_.size() : close + 1);
    }
    end(xml_token_kind::broken_tag, text_.size());
    token_.is_last = false;
    token_.next = xml_section::long_tag;
  }

  [[nodiscard]] std::string_view name_of(const xml_attribute& a) const {
    return text_.substr(a.begin, a.name_length);
  }

  std::string_view text_;
  bool is_end_, is_too_long_;
  const xml_lexer_limits& limits_;
  xml_tag& tag_;
  xml_token token_;
  std::size_t at_ = 0;
  std::size_t markup_ = 0;  ///< the first `<` behind `at_`, once `at_` has passed the one before
  bool is_done_ = false;
};

}  // namespace

xml_token lex_start_tag(std::string_view text, bool is_end, const xml_lexer_limits& limits, xml_tag& tag) {
  tag.attributes.clear();
  tag.fault = errc::ok;
  tag.fault_at = 0;
  tag.has_markup_in_value = tag.is_repaired = tag.has_lost = false;
  return start_tag_lexer(text, is_end, limits, tag).run();
}

}  // namespace laundromat::rdfxml
