// Implements the reader of documents: the loop over tokens, and everything that is no tag.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/grammar/document_reader.hpp"

#include <algorithm>
#include <utility>

#include "core/rdf/rdfxml/xml/xml_declaration.hpp"

namespace laundromat::rdfxml {

namespace {

constexpr std::size_t kept_bytes = std::size_t{96}
                                   << 10;  ///< of a property that has not ended, for places and excerpts
constexpr std::size_t moved_bytes = std::size_t{32} << 10;  ///< what must be read before the buffer moves
constexpr std::string_view document_type_word = "<!DOCTYPE";
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Whether the markup at the front of `text` is an end tag, as far as it is there.
bool is_before_end_tag(std::string_view text) {
  return text.size() > 1 && text[1] == '/';
}

}  // namespace

document_reader::document_reader(reader_options options, statement_sink& sink)
    : options_(std::move(options)),
      limits_{options_.limits.start_tag_bytes, options_.limits.attributes, options_.limits.start_tag_bytes},
      log_(sink, options_.profile, options_.limits.excerpt_bytes),
      parser_(options_, sink, log_),
      decoder_(options_.limits.entity_bytes, options_.limits.term_bytes, options_.profile),
      rewriter_(decoder_, options_.limits.iri_bytes),
      sax_(options_.prefixes),
      lookahead_(limits_.without_document_types()),
      sections_(limits_.without_document_types(), options_.limits.term_bytes),
      match_(open_, parser_.elements()),
      elements_(parser_, sax_, open_, log_, options_.profile, options_.limits.excerpt_bytes),
      examiner_(parser_, open_, elements_, lookahead_, match_),
      ends_(parser_, open_, elements_, examiner_, match_, log_, options_.profile, options_.limits.nesting) {}

result<void> document_reader::push(std::string_view bytes) {
  buffer_.append(bytes);
  return drain(false);
}

result<void> document_reader::finish() {
  is_end_ = true;
  if (auto done = drain(true); !done) return done;
  const auto end = offset_ + buffer_.size();
  if (!open_.is_empty()) close_all(end);
  if (!parser_.has_element())
    log_.report({errc::xml_syntax, treatment::skip, end, end, end, {}, "no root element"});
  log_.reach(end, span_kind::syntax);
  log_.finish();
  return parser_.status();
}

result<void> document_reader::drain(bool at_end) {
  log_.show(buffer_);
  if (is_at_start_) {
    if (!at_end && buffer_.size() < byte_order_mark.size()) return {};
    is_at_start_ = false;
    if (buffer_.starts_with(byte_order_mark)) {
      buffer_.erase(0, byte_order_mark.size());
      offset_ = start_ = byte_order_mark.size();
      log_.start_behind(byte_order_mark);
    }
    log_.show(buffer_);
  }
  while (front_ < buffer_.size() && parser_.status()) {
    const auto rest = std::string_view(buffer_).substr(front_);
    if (!at_end && rest.size() < wanted_) break;
    auto token = next_xml_token(rest, at_end, section_, limits_, tag_);
    if (token.kind == xml_token_kind::need_more || !find_section_end(token, rest) ||
        !take(token, rest.substr(0, token.length))) {
      wanted_ = rest.size() + std::max<std::size_t>(1, rest.size() / 2);
      break;
    }
    wanted_ = 0;
    is_root_examined_ = false;
    examiner_.begin_tag();
    section_ = token.next;
    const bool is_cut =
        token.kind == xml_token_kind::text && cut_at_ >= here() && cut_at_ < here() + token.length;
    front_ += is_cut ? cut_at_ - here() : token.length;
  }
  drop_consumed();
  return parser_.status();
}

void document_reader::drop_consumed() {
  auto length = front_;
  const auto held = log_.held_from();
  if (held < here() && held >= offset_ && here() - held <= kept_bytes) length = held - offset_;
  if (length < moved_bytes && length < buffer_.size()) return;
  log_.drop(length);
  buffer_.erase(0, length);
  offset_ += length;
  front_ -= length;
}

bool document_reader::take(const xml_token& token, std::string_view raw) {
  if (section_ == xml_section::content) begin_section(token);
  switch (token.kind) {
    case xml_token_kind::text:
      open_.note_text(raw, is_before_end_tag(behind(raw.size())));
      return take_text(raw);
    case xml_token_kind::start_tag:
    case xml_token_kind::empty_tag:
    case xml_token_kind::broken_tag:
      if (!take_start(token, raw)) return false;
      open_.note_tag();
      return true;
    case xml_token_kind::end_tag:
      open_.note_tag();
      return take_end(token);
    case xml_token_kind::cdata:
      take_cdata(token, raw);
      return true;
    case xml_token_kind::comment:
      take_comment(token, raw);
      return true;
    case xml_token_kind::instruction:
      take_instruction(token, raw);
      return true;
    case xml_token_kind::lost_section:
      take_lost_section(token);
      return true;
    case xml_token_kind::document_type:
      return take_document_type(token, raw);
    default:
      parser_.doubt_members(errc::xml_syntax);
      parser_.damage(errc::xml_syntax, here(), here() + raw.size(), here(),
                     "a declaration not allowed in XML");
      return true;
  }
}

/// Remembers where what may come in pieces begins.
void document_reader::begin_section(const xml_token& token) {
  section_begin_ = here();
  const auto role = parser_.role();
  if (!token.is_last && !parser_.is_skipping() && role != rdf_role::property && role != rdf_role::xml)
    log_.hold(here());
}

/// Makes a section that lost its end, or ends elsewhere than by XML, a token of its own.
bool document_reader::find_section_end(xml_token& token, std::string_view rest) {
  if (section_ != xml_section::content) return true;
  if (token.kind == xml_token_kind::text || token.kind == xml_token_kind::broken_declaration)
    return find_meant_comment(token, rest);
  const bool is_section = token.kind == xml_token_kind::comment || token.kind == xml_token_kind::cdata ||
                          (token.kind == xml_token_kind::instruction && token.name != "xml");
  if (!is_section || !token.is_first || !section_ends::is_doubtful(token, rest.substr(0, token.length)))
    return true;
  const auto found = sections_.find(token.kind, rest, here(), is_end_, surroundings());
  using answer = section_end::answer;
  if (found.is == answer::nested || found.is == answer::lost)
    token = {
        .kind = xml_token_kind::lost_section, .length = found.length, .is_whole = found.is == answer::nested};
  return found.is != answer::need_more;
}

xml_surroundings document_reader::surroundings() const {
  const auto role = parser_.role();
  const auto site = role == rdf_role::rdf ? xml_site::nodes
                    : role == rdf_role::document || role == rdf_role::node || role == rdf_role::resource
                        ? xml_site::elements
                        : xml_site::value;
  return {site, open_.name(), [this](std::string_view name) { return open_.find(name) != open_tags::npos; }};
}

/// Makes a comment whose opening is none for XML a token of its own, and ends a text before one. In the text of a property it is looked
/// for where the text is decoded.
bool document_reader::find_meant_comment(xml_token& token, std::string_view rest) {
  const auto role = parser_.role();
  const bool is_text = token.kind == xml_token_kind::text;
  auto raw = rest.substr(0, token.length);
  if (!is_text) {  // a declaration without end is no longer than its mark; none goes on behind a bracket
    raw = rest.substr(0, std::max(token.length, std::size_t{64}));
    raw = raw.substr(0, find_near(raw, 2, is_bracket));
  }
  const bool is_value =
      is_text && !parser_.is_skipping() && (role == rdf_role::property || role == rdf_role::xml);
  if (is_value && cut_at_ != here()) return true;
  const auto opening =
      find_meant_opening(raw, !parser_.is_skipping() && role != rdf_role::property && role != rdf_role::xml);
  if (opening.length == 0) return true;
  if (opening.begin > 0) {
    token.length = opening.begin;
    return true;
  }
  const auto found = sections_.find_meant(opening, rest, here(), is_end_, surroundings());
  if (found.is == section_end::answer::lost)
    token = {.kind = xml_token_kind::lost_section, .length = found.length, .is_first = false};
  return found.is != section_end::answer::need_more;
}

void document_reader::take_lost_section(const xml_token& token) {
  if (parser_.is_skipping()) return;
  const auto rule = token.is_whole ? errc::xml_syntax : errc::unterminated;
  if (!token.is_whole) parser_.doubt_members(rule);
  const auto* message = !token.is_first              ? "a comment whose opening is none"
                        : token.is_whole             ? "a comment within a comment"
                        : buffer_[front_ + 1] == '?' ? "a processing instruction without end"
                        : buffer_[front_ + 2] == '-' ? "a comment without end"
                                                     : "a CDATA section without end";
  const auto end = here() + token.length;
  const auto role = parser_.role();
  const bool is_between = role == rdf_role::document || role == rdf_role::rdf || role == rdf_role::node ||
                          role == rdf_role::resource;
  if (is_between)
    parser_.quarantine(rule, here(), end, message);
  else
    parser_.damage(rule, here(), end, here(), message);
}

bool document_reader::take_text(std::string_view raw) {
  if (parser_.is_skipping()) return true;
  const auto role = parser_.role();
  if (role == rdf_role::property || role == rdf_role::xml) {
    read_characters(raw, xml_text_kind::content);
    return true;
  }
  if (is_all_space(raw)) return true;
  const auto ahead = examiner_.look_ahead(arrived(), raw.size(), enough_ends);
  if (!ahead.is_whole) return false;
  std::size_t first = 0, last = raw.size();
  while (is_white_space(raw[first])) ++first;
  while (is_white_space(raw[last - 1])) --last;
  if (raw.substr(first, last - first) == byte_order_mark) {
    log_.report({errc::byte_order_mark, treatment_of(errc::byte_order_mark, options_.profile), here() + first,
                 here() + last, here() + first});
    return true;
  }
  const auto lost = match_.find_lost(ahead);
  const bool may_open = ends_.has_room(lost);
  const bool is_node_behind = role == rdf_role::rdf && ahead.first.is == tags_ahead::kind::node;
  if (may_open && !is_node_behind && ahead.count > 0 && (lost.starts > 1 || lost.ends > 0)) {
    parser_.doubt_members(errc::rdf_xml_grammar);
    if (parser_.is_bare_node())
      parser_.damage(errc::rdf_xml_grammar, here() + first, here() + first, here() + first, "text");
    ends_.doubt_owner(ahead, lost, 0, here() + first);
  } else if (may_open && match_.shows_lost_start(ahead)) {
    // What is known of such a node may be known of something else.
    if (parser_.is_bare_node())
      parser_.damage(errc::rdf_xml_grammar, here() + first, here() + first, here() + first, "text");
    // It may contain more than one element.
    const auto shown = raw.substr(first, last - first);
    const bool is_one = find_near(shown, 0, is_line_end) == shown.npos && std::ranges::count(shown, '>') < 2;
    if (!is_one) parser_.doubt_members(errc::rdf_xml_grammar);
    elements_.open_skipped(ahead.ends[0], here() + first, errc::rdf_xml_grammar, here() + first,
                           "text, and an element whose start tag is lost");
  } else {
    parser_.text(raw.substr(first, last - first), here() + first, here() + last);
  }
  return true;
}

/// Character data of a property.
void document_reader::read_characters(std::string_view raw, xml_text_kind kind) {
  decoded_.clear();
  const bool is_good = decoder_.decode(raw, kind, here(), decoded_);
  const auto& faults = decoder_.faults();
  const auto comment = std::ranges::find_if(
      faults, [&](const auto& one) { return one.rule == errc::xml_syntax && raw[one.offset] != '&'; });
  if (!is_good && comment != faults.end() && cut_at_ != here() + comment->offset) {
    cut_at_ = here() + comment->offset;
    return;
  }
  for (const auto& fault : faults) {
    const auto begin = here() + fault.offset, end = begin + fault.length;
    if (!is_good && fault.done == treatment::skip)
      return parser_.damage(fault.rule, begin, end, begin, fault.message);
    if (is_good) log_.report({fault.rule, fault.done, begin, end, begin, fault.after});
  }
  parser_.text(decoded_, here(), here() + raw.size());
}

void document_reader::take_cdata(const xml_token& token, std::string_view raw) {
  if (parser_.is_skipping()) return;
  const auto role = parser_.role();
  const auto end = here() + raw.size();
  if (!token.is_whole)
    return parser_.damage(errc::unterminated, section_begin_, end, here(), "a CDATA section without end");
  if (role != rdf_role::property && role != rdf_role::xml) {
    parser_.doubt_members(errc::rdf_xml_grammar);
    return parser_.damage(errc::rdf_xml_grammar, here(), end, here(), "text instead of an element");
  }
  const std::size_t before = token.is_first ? 9 : 0, after = token.is_last ? 3 : 0;
  const auto begin = front_;
  front_ += before;
  read_characters(raw.substr(before, raw.size() - before - after), xml_text_kind::cdata);
  front_ = begin;
}

void document_reader::take_comment(const xml_token& token, std::string_view raw) {
  if (parser_.is_skipping()) return;
  const auto end = here() + raw.size();
  if (!token.is_whole)
    return parser_.damage(errc::unterminated, section_begin_, end, here(), "a comment without end");
  const std::size_t before = token.is_first ? 4 : 0, after = token.is_last ? 3 : 0;
  const auto inner = raw.substr(before, raw.size() - before - after);
  const bool is_wrong = inner.find("--") != inner.npos || inner.ends_with('-');
  const auto role = parser_.role();
  const bool is_within = role == rdf_role::property || role == rdf_role::xml;
  if (is_wrong && !is_within) return parser_.quarantine(errc::xml_syntax, here(), end, "-- in a comment");
  if (is_wrong && options_.profile == wash_profile::strict)
    return parser_.damage(errc::xml_syntax, here(), end, here(), "-- in a comment");
  // A property need not be lost for its comment.
  if (is_wrong) log_.report({errc::xml_syntax, treatment::note, here(), end, here(), {}, "-- in a comment"});
  decoded_.clear();
  if (!decoder_.decode(inner, xml_text_kind::cdata, here(), decoded_))
    return parser_.damage(decoder_.faults().front().rule, here(), end, here(), "in a comment");
  report_faults(before);
  parser_.comment(decoded_, token.is_first, token.is_last);
}

/// Reports what was wrong in a comment or instruction whose text begins `before` bytes behind the front.
void document_reader::report_faults(std::size_t before) {
  for (const auto& fault : decoder_.faults()) {
    if (fault.rule == errc::odd_character) continue;
    const auto begin = here() + before + fault.offset;
    log_.report({fault.rule, fault.done, begin, begin + fault.length, begin, fault.after});
  }
}

void document_reader::take_instruction(const xml_token& token, std::string_view raw) {
  if (token.is_first && token.name == "xml" && (token.is_whole || here() != start_)) return take_header(raw);
  if (parser_.is_skipping()) return;
  const auto end = here() + raw.size();
  if (!token.is_whole || (token.is_first && token.name.empty()))
    return parser_.damage(token.is_whole ? errc::xml_syntax : errc::unterminated, section_begin_, end, here(),
                          "a processing instruction");
  decoded_.clear();
  const std::size_t before = token.is_first ? 2 : 0, after = token.is_last ? 2 : 0;
  const bool is_good = decoder_.decode(raw.substr(before, raw.size() - before - after), xml_text_kind::cdata,
                                       here(), decoded_);
  if (!is_good)
    return parser_.damage(decoder_.faults().front().rule, here(), end, here(), "in a processing instruction");
  report_faults(before);
  const bool is_odd = token.is_first && token.name.find(':') != token.name.npos;
  if (is_odd && parser_.role() == rdf_role::xml &&
      !parser_.judge_literal(here() + before, here() + before + token.name.size(),
                             "a colon in the target of a processing instruction"))
    return;
  parser_.instruction(decoded_, token.is_first, token.is_last);
}

/// `<?xml …?>`, or a document type after the root: at the start it has no information that is still of use; anywhere else another
/// document begins.
void document_reader::take_header(std::string_view raw) {
  if (here() == start_) return check_declaration(raw);
  const auto done = treatment_of(errc::repeated_header, options_.profile);
  const auto end = here() + raw.size();
  const bool is_skipped = done == treatment::skip;
  if (is_skipped)
    parser_.damage(errc::repeated_header, here(), end, here(), "the header of another document");
  if (is_skipped && !open_.is_empty()) return;
  if (!open_.is_empty()) close_all(here());
  if (!is_skipped) log_.report({errc::repeated_header, done, here(), end, here()});
  if (parser_.has_root()) {
    decoder_.entities().clear();
    parser_.begin_document();
  }
  declare_entities(raw);
}

/// The declaration says nothing that is of use, so that what is wrong with it costs nothing but itself.
void document_reader::check_declaration(std::string_view raw) {
  if (const auto fault = find_declaration_fault(raw); !fault.empty())
    note_prolog({here(), here() + raw.size()}, fault);
}

/// Markup before the root that is not well-formed: what it says is sure, unless reading is strict.
void document_reader::note_prolog(byte_range at, std::string_view message) {
  if (options_.profile == wash_profile::strict)
    parser_.quarantine(errc::xml_syntax, at.begin, at.end, message);
  else
    log_.report({errc::xml_syntax, treatment::note, at.begin, at.end, at.begin, {}, std::string(message)});
}

void document_reader::declare_entities(std::string_view raw) {
  const auto found = decoder_.entities().declare(raw, options_.profile == wash_profile::strict);
  for (const auto& [at, message] : found.faults)
    note_prolog({here() + at.begin, here() + at.begin + at.length}, message);
  if (!found.parameter) return;
  const auto begin = here() + found.parameter->begin;
  log_.report({errc::unknown_entity,
               treatment::note,
               begin,
               begin + found.parameter->length,
               begin,
               {},
               "a parameter entity, which is not read; nor is what is declared behind it"});
}

/// A document type in an element is damage, unless a root follows.
bool document_reader::take_document_type(const xml_token& token, std::string_view raw) {
  if (!open_.is_empty()) {
    const auto is_header = lookahead_.goes_on_with_root(behind(token.length), is_end_);
    if (!is_header) return false;
    if (!*is_header) {
      parser_.damage(errc::repeated_header, here(), here() + raw.size(), here(), "a document type");
      return true;
    }
  }
  // A document type without end is searched once: those behind it have no end either.
  if (!token.is_whole && raw.size() == document_type_word.size()) limits_.document_type_bytes = 0;
  if (parser_.has_root()) {
    take_header(raw);
    return true;
  }
  if (!token.is_whole)
    parser_.damage(errc::xml_syntax, here(), here() + raw.size(), here(), "a document type without end");
  declare_entities(raw);
  return true;
}

}  // namespace laundromat::rdfxml
