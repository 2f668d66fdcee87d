// Start tags and end tags: read as they are where they match, and as the tags ahead suggest where they do not.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/rdf/rdfxml/grammar/document_reader.hpp"

namespace laundromat::rdfxml {

namespace {

constexpr std::size_t enough_ends =
    8;  ///< end tags that tell readings apart where elements of one name are nested
constexpr std::size_t most_lost = 4;    ///< tags that are taken for lost at one place
constexpr std::size_t most_roots = 16;  ///< within each other
constexpr std::size_t short_root_bytes = std::size_t{8} << 10;
constexpr const char* lost_start_tag = "an element whose start tag is lost";
/// As nearly all documents write it. The meaning of a name is unknown where its tag cannot be read.
constexpr std::string_view member_name = "rdf:li";

/// Whether an attribute of the tag begins with `xml`, so that it may hold for all in the element.
bool may_have_scope(const xml_tag& tag, std::string_view raw) {
  return std::ranges::any_of(tag.attributes,
                             [&](const auto& one) { return raw.substr(one.begin).starts_with("xml"); });
}

/// Whether the tag has the parseType Resource or Collection.
bool holds_elements(const xml_tag& tag, std::string_view raw) {
  return std::ranges::any_of(tag.attributes, [&](const auto& one) {
    const auto value = raw.substr(one.value, one.value_length);
    return (value == "Resource" || value == "Collection") &&
           raw.substr(one.begin, one.name_length).ends_with("parseType");
  });
}

}  // namespace

bool document_reader::take_start(const xml_token& token, std::string_view raw) {
  if (section_ == xml_section::long_tag || !token.is_last) return take_broken(token);
  if (tag_.is_repaired && options_.profile == wash_profile::strict) {
    for (auto& one : tag_.attributes) one.is_lost = one.is_lost || std::exchange(one.is_repaired, false);
    tag_.has_lost = true;
  }
  if (step_ == tag_step::root) {
    if (open_.count() > options_.limits.nesting) {
      if (token.kind == xml_token_kind::start_tag) ++overflow_;
      return true;
    }
    if (!examine_root(token, raw)) return false;
    step_ = tag_step::indent;
  }
  const auto reading = examine(token, raw);
  if (reading == tag_reading::wait) return false;
  if (reading == tag_reading::end_top) {
    take_end_without_slash(token);
    return true;
  }
  lost_rule_ = errc::bad_attribute;
  const bool is_outside = parser_.role() == rdf_role::document || parser_.role() == rdf_role::host;
  const bool is_root = is_outside && is_named_rdf(token.name);
  if (is_root && tag_.fault != errc::ok && token.kind != xml_token_kind::empty_tag) repair_root(token, raw);
  if (token.kind == xml_token_kind::broken_tag && tag_.fault != errc::ok) return take_broken(token);
  if (reading == tag_reading::skip) {
    if (tag_.fault == errc::ok) tag_.fault = errc::mismatched_tag;
    parser_.doubt_members(errc::mismatched_tag);
  }
  const bool is_read = (is_outside || !parser_.is_skipping()) && tag_.fault == errc::ok;
  if (is_read) {
    read_tag(token, raw);
  } else {
    open_skipped(token.name, here(), tag_.fault, here() + tag_.fault_at);
    open_.at(0).has_scope = tag_.fault != errc::ok || may_have_scope(tag_, raw);
  }
  if (token.kind == xml_token_kind::empty_tag) {
    parser_.close(here() + raw.size(), here() + raw.size());
    pop_tag();
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
    return open_skipped({}, here(), errc::undeclared_namespace, here(),
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
    if (!repeats_root_ || is_deep) close_unended(here(), is_deep ? 1 : roots, errc::unterminated);
  }
  if (!repeats_root_) root_tag_.assign(raw.size() > short_root_bytes ? std::string_view() : raw);
}

/// How a start tag is read, by its indent and the end tags ahead. Elements before it that have lost their ends are closed on the way.
tag_reading document_reader::examine(const xml_token& token, std::string_view raw) {
  if (step_ == tag_step::indent) {
    reading_ = examine_indent(token);
    if (reading_ == tag_reading::wait) return reading_;
    step_ = reading_ == tag_reading::keep ? tag_step::cut : tag_step::done;
  }
  if (step_ == tag_step::cut) {
    if (looks_like_node(token, tag_, raw) && examine_cut() == tag_reading::wait) return tag_reading::wait;
    step_ = tag_step::ends;
  }
  if (step_ == tag_step::ends) {
    reading_ = examine_ends(token, raw);
    if (reading_ != tag_reading::wait) step_ = tag_step::done;
  }
  return reading_;
}

/// A start tag that is the first on its line, but not as deep as those before it in the same element, or not as deep as elements in this
/// document are in others. When the end tags ahead do not fit either, tags are lost: those that both show, or it cannot be known
/// which, and the element is skipped.
tag_reading document_reader::examine_indent(const xml_token& token) {
  const auto indent = open_.indent();
  if (!indent || open_.is_empty() || parser_.is_skipping()) return tag_reading::keep;
  const bool is_namesake =
      token.kind == xml_token_kind::start_tag && tag_.attributes.empty() && token.name == open_.name();
  if (is_namesake) return tag_reading::keep;  // an end tag without its slash, perhaps
  const auto step = open_.indent_step();
  auto& around = open_.at(0);
  const bool is_first = around.child_indent == open_tag::unknown_indent;
  const bool is_in_line =
      is_first ? step == 0 || around.indent == open_tag::unknown_indent || *indent == around.indent + step
               : *indent == around.child_indent;
  if (is_in_line || !indent_budget_.is_left(here())) return tag_reading::keep;
  // A node at the indent of the node around it, which has no room for one: only an end tag can be lost, whatever the tags ahead are.
  const bool is_sibling = !is_first && open_.count() > 1 && parser_.role() == rdf_role::node &&
                          token.name.ends_with(":Description") && open_.at(1).child_indent == *indent;
  if (is_sibling) {
    close_top_unended(here());
    return tag_reading::keep;
  }
  const auto ahead = look(front_, enough_ends);
  if (!ahead.is_whole) return tag_reading::wait;
  indent_budget_.spend(ahead.read_bytes);
  if (match_.fits_when_closed(ahead, 0)) {
    around.child_indent = *indent;
    return tag_reading::keep;
  }
  for (std::size_t k = 1; k <= most_lost && k < open_.count(); ++k) {
    if (open_.at(k).child_indent != *indent || !match_.fits_when_closed(ahead, k)) continue;
    for (; k > 0; --k) close_top_unended(here());
    return tag_reading::keep;
  }
  const auto expected = is_first ? around.indent + step : around.child_indent;
  // At a smaller indent, the lost tags may be those of elements around the innermost one.
  for (std::size_t m = 1; *indent > expected && m <= most_lost && m < ahead.count; ++m) {
    if (!match_.fits_when_lost(ahead, m)) continue;
    while (m > 0) open_lost(ahead.ends[--m]);
    return tag_reading::lost_start;
  }
  return is_first ? tag_reading::keep : tag_reading::skip;
}

/// A tag that can only be a node's where there is no room for one: in a property that has its value, in an XML literal, in a skipped element.
/// When the end tag of the innermost rdf:RDF comes before those of the elements in it, they were cut off, and the node is behind them.
/// Where no end tag is near, another element behind the node shows as much; none may be far where what was cut off declares something for
/// all in it.
tag_reading document_reader::examine_cut() {
  const auto depth = parser_.depth_without_room();
  if (depth == 0 || depth > open_.count() || open_.at_depth(depth).has_end) return tag_reading::keep;
  std::size_t cut = 0;
  bool has_scope = parser_.role() == rdf_role::xml;
  for (; cut < open_.count() && parser_.role_at(cut) != rdf_role::rdf; ++cut)
    has_scope = has_scope || open_.at(cut).has_scope;
  if (cut == open_.count() || depth + cut <= open_.count()) return tag_reading::keep;
  const auto ahead = look(front_, 1, has_scope ? tags_ahead::far_bytes : tags_ahead::near_bytes);
  if (!ahead.is_whole) return tag_reading::wait;
  const bool is_cut =
      ahead.count > 0 ? open_.find(ahead.ends[0]) == cut : ahead.next.is != tags_ahead::kind::none;
  open_.at_depth(depth).has_end = ahead.count > 0 && !is_cut;
  if (is_cut) close_unended(here(), cut, errc::mismatched_tag);
  return tag_reading::keep;
}

/// How a start tag is read, by the end tags ahead.
tag_reading document_reader::examine_ends(const xml_token& token, std::string_view raw) {
  while (!parser_.is_skipping()) {
    const auto role = parser_.role();
    const bool is_filled = parser_.is_filled();
    const bool is_node = looks_like_node(token, tag_, raw);
    const bool is_bare = token.kind == xml_token_kind::start_tag && tag_.attributes.empty();
    const bool is_namesake =
        is_bare && role != rdf_role::xml && role != rdf_role::rdf && token.name == open_.name();
    if (!is_namesake && !is_filled && !(is_node && (role == rdf_role::node || role == rdf_role::resource)))
      break;
    const bool needs_end = is_filled && !is_node && token.kind == xml_token_kind::start_tag;
    const auto spent_bytes = ahead_budget_.spent_bytes();
    const auto behind = is_namesake || needs_end ? look(front_ + token.length) : tags_ahead{};
    const auto ahead = look(front_, enough_ends);
    if (!behind.is_whole || !ahead.is_whole) {
      ahead_budget_.restore(spent_bytes);
      return tag_reading::wait;
    }
    auto reading = is_namesake ? match_.read_namesake(behind) : tag_reading::keep;
    if (reading == tag_reading::keep && is_filled)
      reading = match_.read_child(ahead);
    else if (reading == tag_reading::keep && is_node)
      reading = match_.read_node(ahead, token.name);
    if (reading == tag_reading::lost_start) open_lost(ahead.ends[0]);
    if (reading != tag_reading::close_top) return reading;
    close_top_unended(here());
    // Where two elements have lost their ends, the content of the second is not sure.
    if (needs_end && !behind.has(0, token.name)) return tag_reading::skip;
  }
  const auto role = parser_.role();
  const bool is_property = role == rdf_role::node || role == rdf_role::resource;
  return is_property ? examine_property(token, raw) : tag_reading::keep;
}

/// How a start tag is read where a property must be.
tag_reading document_reader::examine_property(const xml_token& token, std::string_view raw) {
  if (token.kind == xml_token_kind::empty_tag && tag_.attributes.empty()) {
    const bool is_among_nodes = parser_.role_at(1) == rdf_role::rdf && parser_.is_bare_node();
    const auto behind = look(front_ + token.length, enough_ends);
    if (!behind.is_whole) return tag_reading::wait;
    if (is_among_nodes && match_.shows_lost_node(behind))
      parser_.damage(errc::rdf_xml_grammar, here(), here(), here(), lost_start_tag);
    return match_.read_empty(behind);
  }
  if (token.kind != xml_token_kind::start_tag || !holds_elements(tag_, raw)) return tag_reading::keep;
  const bool has_namesake = open_.find(token.name) != open_tags::npos;
  const auto behind = look(front_ + token.length, has_namesake ? 2 : 1);
  return behind.is_whole ? match_.read_list(behind, token.name) : tag_reading::wait;
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
  const auto ahead = look(front_ + token.length);
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
    open_skipped(lost_name_, section_begin_, section_fault_, here());
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
  if (open_.is_empty() || token.name != open_.name()) return repair_end(token);
  const auto end = here() + token.length;
  if (open_.count() == 1 && parser_.role() == rdf_role::rdf) {
    const auto is_early = lookahead_.ends_again(behind(token.length), is_end_, token.name);
    if (!is_early) return false;
    if (*is_early) {
      ignore_end(token);
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
  return true;
}

/// An end tag that is not that of the innermost element: end tags before it are missing, or it is superfluous, or misspelt.
bool document_reader::repair_end(const xml_token& token) {
  const auto depth = open_.find(token.name);
  const auto ahead = look(front_, enough_ends);
  if (!ahead.is_whole) return false;
  const bool is_next = !open_.is_empty() && ahead.has(1, open_.name());
  // Where another node follows, or the end of the list, it was the end of this node.
  using kind = tags_ahead::kind;
  const bool ends_node =
      depth == open_tags::npos && parser_.role_at(1) == rdf_role::rdf && parser_.role() == rdf_role::node &&
      (ahead.next.is == kind::node || (ahead.next.is == kind::end && ahead.next.name == open_.name(1)));
  const bool is_unknown_stray = !ends_node && (open_.count() < 2 || is_next);
  const bool is_stray = depth == open_tags::npos
                            ? is_unknown_stray
                            : (is_next && ahead.ends[1] != open_.name(depth + 1)) ||
                                  (match_.fits_when_lost(ahead, 1) && !match_.fits_when_closed(ahead, depth));
  if (is_stray) {
    parser_.doubt_members(errc::mismatched_tag);
    if (!parser_.is_skipping()) ignore_end(token);
    return true;
  }
  if (depth == open_tags::npos) {
    replace_end(token);
    return true;
  }
  for (auto i = depth; i > 0; --i) {
    // Without both end tags, its start may be the misspelt end of its node.
    if (i > 1 && parser_.role() == rdf_role::property)
      parser_.damage(errc::mismatched_tag, here(), here(), here(), "two end tags are missing");
    close_top_unended(here());
  }
  return take_end(token);
}

/// A misspelt end tag of the innermost element.
void document_reader::replace_end(const xml_token& token) {
  const auto end = here() + token.length;
  const auto done = treatment_of(errc::mismatched_tag, options_.profile);
  const bool was_skipping = parser_.is_skipping();
  const auto name = std::string(open_.name());
  const bool has_skipped = parser_.close_unended(end, false, {}, errc::mismatched_tag);
  pop_tag();
  // The misspelt one of the two tags may be that of an rdf:li.
  if (!std::string_view(name).ends_with(":li"))
    parser_.lose_element(token.name == member_name, errc::mismatched_tag);
  if (!was_skipping && !has_skipped)
    log_.report(
        {errc::mismatched_tag, done, here(), end, here(), done == treatment::skip ? "" : "</" + name + ">"});
}

/// A superfluous end tag.
void document_reader::ignore_end(const xml_token& token) {
  const auto end = here() + token.length;
  const auto done = treatment_of(errc::mismatched_tag, options_.profile);
  const auto role = parser_.role();
  if (done == treatment::skip || role == rdf_role::property || role == rdf_role::xml ||
      role == rdf_role::collection)
    parser_.damage(errc::mismatched_tag, here(), end, here(), {});
  else
    log_.report({errc::mismatched_tag, done, here(), end, here()});
}

void document_reader::take_end_without_slash(const xml_token& token) {
  const auto end = here() + token.length;
  const auto done = treatment_of(errc::mismatched_tag, options_.profile);
  if (done == treatment::skip || parser_.ends_in_markup())
    parser_.damage(errc::mismatched_tag, here(), end, here(), "an end tag without its slash");
  else
    log_.report({errc::mismatched_tag, done, here(), end, here(), "</" + std::string(token.name) + ">"});
  parser_.close(here(), end);
  pop_tag();
}

/// Looks ahead from `from` in the buffer, as long as the budget allows.
tags_ahead document_reader::look(std::size_t from, std::size_t enough, std::size_t window_bytes) {
  if (!ahead_budget_.is_left(here())) return {};
  auto ahead = lookahead_.look(
      std::string_view(buffer_).substr(from), is_end_, enough,
      [this](std::string_view name) { return open_.find(name) != open_tags::npos; }, window_bytes);
  if (ahead.is_whole) ahead_budget_.spend(ahead.read_bytes);
  return ahead;
}

/// Opens an element whose start tag is lost before the tag at the front.
void document_reader::open_lost(std::string_view name) {
  parser_.damage(errc::rdf_xml_grammar, here(), here(), here(), lost_start_tag);
  open_skipped(name, here(), errc::rdf_xml_grammar, here(), lost_start_tag);
}

void document_reader::open_skipped(std::string_view name, std::uint64_t begin, errc rule,
                                   std::uint64_t noticed, std::string_view message) {
  parser_.lose_element(name == member_name, rule);
  parser_.open_skipped(begin, rule, noticed, message);
  open_.open(name, false, true);
}

/// Closes the innermost element at its end tag. What a document type declares is in force no longer than its root element.
void document_reader::close_top(std::uint64_t end) {
  const auto role = parser_.role();
  if (open_.count() == 1 && (role == rdf_role::rdf || role == rdf_role::node)) decoder_.entities().clear();
  parser_.close(here(), end);
  pop_tag();
}

void document_reader::pop_tag() {
  if (open_.at(0).is_read) sax_.close();
  open_.close();
}

/// Closes the innermost element, whose end tag is missing before the byte at `at`.
void document_reader::close_top_unended(std::uint64_t at) {
  parser_.close_unended(at, true, "</" + std::string(open_.name()) + ">", errc::mismatched_tag);
  pop_tag();
}

/// Closes the innermost `count` elements, whose end tags are missing: one defect for all of them.
void document_reader::close_unended(std::uint64_t at, std::size_t count, errc rule) {
  std::string missing;
  bool has_skipped = false;
  for (; count > 0; --count, pop_tag()) {
    if (missing.size() < options_.limits.excerpt_bytes)
      missing.append("</").append(open_.name()).push_back('>');
    // Where the document continues without its node's end tag, what is in a property may be another record.
    if (rule == errc::mismatched_tag && count > 1 && parser_.role() == rdf_role::property)
      parser_.damage(rule, at, at, at, "an element that was cut off");
    has_skipped = parser_.close_unended(at, false, {}, rule) || has_skipped;
  }
  if (has_skipped) return;
  const auto done = treatment_of(errc::mismatched_tag, options_.profile);
  log_.report({errc::mismatched_tag, done, at, at, at, done == treatment::skip ? std::string() : missing});
}

/// The document ends, or another begins, while elements are open.
void document_reader::close_all(std::uint64_t at) {
  overflow_ = 0;
  close_unended(at, open_.count(), errc::unterminated);
}

}  // namespace laundromat::rdfxml
