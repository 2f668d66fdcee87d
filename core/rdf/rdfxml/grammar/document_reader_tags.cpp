// Implements the tags of the reader of documents: reads them as they are where they match, and as the examiner says where they do not.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/rdf/rdfxml/grammar/document_reader.hpp"

namespace laundromat::rdfxml {

namespace {

constexpr std::size_t most_roots = 16;  ///< within each other
constexpr std::size_t short_root_bytes = std::size_t{8} << 10;
constexpr std::size_t most_behind_bytes = 256;  ///< of what follows an end tag, and may belong before it

/// Whether an attribute of the tag begins with `xml`, so that it may hold for all in the element.
bool may_have_scope(const xml_tag& tag, std::string_view raw) {
  return std::ranges::any_of(tag.attributes,
                             [&](const auto& one) { return raw.substr(one.begin).starts_with("xml"); });
}

}  // namespace

bool document_reader::take_start(const xml_token& token, std::string_view raw) {
  if (section_ == xml_section::long_tag || !token.is_last) return take_broken(token);
  if (tag_.is_repaired && options_.profile == wash_profile::strict) {
    for (auto& one : tag_.attributes) one.is_lost = one.is_lost || std::exchange(one.is_repaired, false);
    tag_.has_lost = true;
  }
  if (!is_root_examined_) {
    if (open_.count() > options_.limits.nesting) {
      if (token.kind == xml_token_kind::start_tag) ++overflow_;
      return true;
    }
    if (!examine_root(token, raw)) return false;
    is_root_examined_ = true;
  }
  const auto reading = examiner_.examine(token, tag_, arrived());
  if (reading == tag_reading::wait) return false;
  if (reading == tag_reading::end_top) {
    ends_.take_without_slash(token, here());
    return true;
  }
  lost_rule_ = errc::bad_attribute;
  const bool is_outside = parser_.role() == rdf_role::document || parser_.role() == rdf_role::host;
  const bool is_root = is_outside && is_named_rdf(token.name);
  if (is_root && tag_.fault != errc::ok && token.kind != xml_token_kind::empty_tag) repair_root(token, raw);
  if (token.kind == xml_token_kind::broken_tag && tag_.fault != errc::ok) return take_broken(token);
  if (reading == tag_reading::skip || reading == tag_reading::skip_content) {
    if (tag_.fault == errc::ok) tag_.fault = errc::mismatched_tag;
    parser_.doubt_members(errc::mismatched_tag);
  }
  const bool is_read = (is_outside || !parser_.is_skipping()) && tag_.fault == errc::ok;
  if (is_read) {
    read_tag(token, raw);
  } else {
    elements_.open_skipped(token.name, here(), tag_.fault, here() + tag_.fault_at);
    open_.at(0).has_scope = tag_.fault != errc::ok || may_have_scope(tag_, raw);
  }
  if (token.kind == xml_token_kind::empty_tag && reading != tag_reading::skip_content) {
    parser_.close(here() + raw.size(), here() + raw.size());
    elements_.pop_tag();
  }
  return true;
}

/// Whether a start tag is that of a root, and of which document. False when more of the document is needed to know.
bool document_reader::examine_root(const xml_token& token, std::string_view raw) {
  leave_root(token, raw);
  find_repeated_root(token, raw);
  holds_rdf_ = false;
  if (parser_.role() != rdf_role::document || token.kind != xml_token_kind::start_tag ||
      is_named_rdf(token.name))
    return true;
  const auto holds = lookahead_.holds_rdf(behind(token.length), is_end_);
  if (holds) holds_rdf_ = *holds;
  return holds.has_value();
}

/// Behind the root element nothing that it declared is in force. What needs that is lost, as one range up to a tag that declares the
/// prefix of its own name; an element without a name is opened for the range.
void document_reader::leave_root(const xml_token& token, std::string_view raw) {
  const bool is_lost = open_.is_root_nameless();
  const bool is_behind = open_.is_empty() && parser_.has_root();
  if (!is_lost && !is_behind) return;
  const bool has_prefix = token.name.find(':') != token.name.npos;
  const bool is_declared = declares_own_prefix(token.name, raw);
  const bool repairs = treatment_of(errc::undeclared_namespace, options_.profile) == treatment::repair;
  if (is_behind && has_prefix && !is_declared && !repairs)
    return elements_.open_skipped({}, here(), errc::undeclared_namespace, here(),
                                  "a prefix that was declared as far as the root element goes");
  if (is_lost && is_declared && (open_.count() == 1 || is_named_rdf(token.name))) close_all(here());
}

bool document_reader::declares_own_prefix(std::string_view name, std::string_view raw) const {
  const auto prefix = name.substr(0, name.find(':'));
  return std::ranges::any_of(tag_.attributes, [&](const auto& one) {
    const auto declared = raw.substr(one.begin, one.name_length);
    return declares_namespace(declared) &&
           declared.substr(std::min<std::size_t>(declared.size(), 6)) == prefix;
  });
}

/// A start tag of rdf:RDF in rdf:RDF is that of another document when it declares its prefix, unless it is the same as the first.
void document_reader::find_repeated_root(const xml_token& token, std::string_view raw) {
  repeats_root_ = false;
  if (!is_named_rdf(token.name) || token.kind != xml_token_kind::start_tag) return;
  if (parser_.role() == rdf_role::rdf && tag_.fault == errc::ok) {
    repeats_root_ = raw == root_tag_ || !declares_own_prefix(token.name, raw);
    std::size_t roots = 0;
    while (parser_.role_at(roots) == rdf_role::rdf) ++roots;
    const bool is_deep = repeats_root_ && roots > most_roots;
    if (!repeats_root_ || is_deep) elements_.close_unended(here(), is_deep ? 1 : roots, errc::unterminated);
  }
  if (!repeats_root_) root_tag_.assign(raw.size() > short_root_bytes ? std::string_view() : raw);
}

/// A part of the start tag of rdf:RDF that cannot be read is lost, with what it declares; what is in the element is read all the same.
void document_reader::repair_root(const xml_token& token, std::string_view raw) {
  auto& all = tag_.attributes;
  std::erase_if(all, [&](const auto& one) { return one.end > tag_.fault_at; });
  xml_attribute lost;
  lost.begin = tag_.fault_at == 0 ? (all.empty() ? 1 + token.name.size() : all.back().end) : tag_.fault_at;
  lost.end = std::max(lost.begin, raw.ends_with('>') ? raw.size() - 1 : raw.size());
  lost.value = lost.end;
  lost.is_lost = tag_.has_lost = true;
  all.push_back(lost);
  lost_rule_ = std::exchange(tag_.fault, errc::ok);
}

/// Shows a whole tag to libxml2 and the parser.
void document_reader::read_tag(const xml_token& token, std::string_view raw) {
  const bool is_empty = token.kind == xml_token_kind::empty_tag;
  const auto shown =
      rewriter_.rewrite({raw, token.name, here(), is_empty, open_.is_empty()}, tag_, lost_rule_);
  const auto fault = rewriter_.name_fault();
  const auto* element = fault == errc::ok ? sax_.open(shown) : nullptr;
  if (sax_.generation() != generation_) {
    generation_ = sax_.generation();
    parser_.forget_names();
  }
  open_.open(token.name, element != nullptr, may_have_scope(tag_, raw));
  const auto attributes = rewriter_.attributes();
  if (element != nullptr && element->attributes.size() == attributes.size())
    return parser_.open(*element, {here(), here() + raw.size(), attributes, rewriter_.faults(),
                                   rewriter_.lost(), holds_rdf_, repeats_root_});
  const auto rule = fault == errc::ok ? errc::xml_syntax : fault;
  parser_.lose_element(token.name == member_name, rule);
  parser_.open_skipped(here(), rule, here(), "a name");
}

/// A start tag that does not show where it ends. Its element is skipped up to an end tag of its name, if there is one, else only the tag.
bool document_reader::take_broken(const xml_token& token) {
  const auto end = here() + token.length;
  if (section_ != xml_section::long_tag) {
    section_fault_ = tag_.fault;
    lost_name_ = token.name.substr(0, 256);
    if (!token.is_last) return true;
  }
  if (!token.is_last || parser_.is_skipping()) return true;
  const auto ahead = examiner_.look_ahead(arrived(), token.length);
  if (!ahead.is_whole) return false;
  const bool has_end =
      ahead.has(0, lost_name_) && (open_.find(lost_name_) == open_tags::npos || ahead.has(1, open_.name()));
  // A node among properties: with its tag, that of the property around it is lost, and what follows may be the node's.
  const auto raw = behind(0).substr(0, token.length);
  const auto role = parser_.role();
  const bool is_node = (role == rdf_role::node || role == rdf_role::resource) &&
                       section_ != xml_section::long_tag &&
                       (raw.find(":about") != raw.npos || token.name.ends_with(":Description"));
  if ((has_end || is_node) && open_.count() <= options_.limits.nesting) {
    elements_.open_skipped(lost_name_, section_begin_, section_fault_, here());
  } else {
    parser_.lose_element(lost_name_ == member_name, section_fault_);
    parser_.damage(section_fault_, section_begin_, end, here(), {});
  }
  return true;
}

bool document_reader::take_end(const xml_token& token) {
  if (overflow_ > 0) {
    --overflow_;
    return true;
  }
  bool ends_early = false;
  if (open_.is_empty() || token.name != open_.name()) {
    const auto found = ends_.repair(token, arrived());
    if (found != end_tag_repair::outcome::matches) return found == end_tag_repair::outcome::done;
  } else if (parser_.lacks_content() && !find_early_end(token, ends_early)) {
    return false;
  }
  const auto end = here() + token.length;
  if (open_.count() == 1 && parser_.role() == rdf_role::rdf) {
    const auto is_early = lookahead_.ends_again(behind(token.length), is_end_, token.name);
    if (!is_early) return false;
    if (*is_early) {
      ends_.ignore(token, here());
      parser_.doubt_scope();
      return true;
    }
  }
  if (!token.is_whole && !parser_.is_skipping()) {
    const auto done = treatment_of(errc::mismatched_tag, options_.profile);
    if (done == treatment::skip)
      parser_.damage(errc::mismatched_tag, here(), end, here(), {});
    else
      log_.report({errc::mismatched_tag, done, here(), end, here(), "</" + std::string(token.name) + ">"});
  }
  close_top(end);
  if (ends_early)
    elements_.open_skipped(token.name, end, errc::mismatched_tag, end, "content behind its property");
  return true;
}

/// An end tag at the front ends a property in which is nothing. Text behind it may be what belongs in it; so may elements, when another
/// end tag for them follows: then the tag `is_early`. False when more of the document is needed to know.
bool document_reader::find_early_end(const xml_token& token, bool& is_early) {
  const auto rest = behind(token.length).substr(0, most_behind_bytes);
  const auto* next = std::ranges::find_if_not(rest, is_white_space);
  const auto* bracket = std::find(next, rest.end(), '>');
  const bool is_text = next != rest.end() && *next != '<';
  if (!is_text && bracket == rest.end() && rest.size() < most_behind_bytes && !is_end_) return false;
  const auto role = parser_.role();
  const auto lose_value = [&] {
    parser_.doubt_members(errc::mismatched_tag);
    parser_.damage(errc::mismatched_tag, here(), here(), here(),
                   "an end tag before the content of its property");
  };
  if (role == rdf_role::property) {
    if (is_text) return lose_value(), true;
    const std::string_view tag(next, bracket);
    if (tag.find(":about") == tag.npos && tag.find(":Description") == tag.npos) return true;
  }
  const auto ahead = examiner_.look_ahead(arrived(), token.length, enough_ends);
  if (!ahead.is_whole) return false;
  is_early = ahead.has(0, token.name) && ahead.has(1, open_.name(1)) && !match_.fits_when_closed(ahead, 1);
  if (is_early && role != rdf_role::resource) lose_value();
  return true;
}

/// Closes the innermost element at its end tag. What a document type declares is in force no longer than its root element.
void document_reader::close_top(std::uint64_t end) {
  const auto role = parser_.role();
  if (open_.count() == 1 && (role == rdf_role::rdf || role == rdf_role::node)) decoder_.entities().clear();
  parser_.close(here(), end);
  elements_.pop_tag();
}

/// The document ends, or another begins, while elements are open.
void document_reader::close_all(std::uint64_t at) {
  overflow_ = 0;
  elements_.close_unended(at, open_.count(), errc::unterminated);
}

}  // namespace laundromat::rdfxml
