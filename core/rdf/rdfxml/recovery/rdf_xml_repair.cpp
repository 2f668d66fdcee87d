// End tags, and what is done where tags do not match: judged by what lies ahead.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/rdf/rdfxml/grammar/rdf_xml_source.hpp"

namespace laundromat::rdfxml {

namespace {

constexpr auto npos = std::string_view::npos;
constexpr std::uint64_t lookaheads_per_byte =
    32;  ///< how much may be looked over ahead for each byte that was read
constexpr std::uint64_t free_lookaheads = std::uint64_t{4} << 20;

}  // namespace

bool rdf_xml_source::take_end(const xml_token& token) {
  if (overflow_ > 0) {
    --overflow_;
    return true;
  }
  if (open_.empty() || token.name != name_at(0)) return repair_end(token);
  const auto end = here() + token.length;
  if (open_.size() == 1 && machine_.role() == rdf_role::rdf) {
    const auto is_early =
        lookahead_.ends_again(std::string_view(buffer_).substr(front_ + token.length), is_end_, token.name);
    if (!is_early) return false;
    if (*is_early) {
      ignore_end(token);
      machine_.doubt_scope();
      return true;
    }
  }
  if (!token.is_whole && !machine_.is_skipping()) {
    const auto done = treatment_of(errc::mismatched_tag, options_.profile);
    if (done == treatment::skip)
      machine_.damage(errc::mismatched_tag, here(), end, here(), {});
    else
      log_.report({errc::mismatched_tag, done, here(), end, here(), "</" + std::string(token.name) + ">"});
  }
  close_top(end);
  return true;
}

/// An end tag that ends nothing.
void rdf_xml_source::ignore_end(const xml_token& token) {
  const auto end = here() + token.length;
  const auto done = treatment_of(errc::mismatched_tag, options_.profile);
  const auto role = machine_.role();
  if (done == treatment::skip || role == rdf_role::property || role == rdf_role::xml ||
      role == rdf_role::collection)
    machine_.damage(errc::mismatched_tag, here(), end, here(), {});
  else
    log_.report({errc::mismatched_tag, done, here(), end, here()});
}

/// An end tag that is not that of the innermost element: end tags before it are missing, or it is too much, or misspelt.
bool rdf_xml_source::repair_end(const xml_token& token) {
  const auto end = here() + token.length;
  const auto done = treatment_of(errc::mismatched_tag, options_.profile);
  const auto depth = find_open(token.name);
  const auto ahead = look(front_, enough_ends);
  if (!ahead.is_whole) return false;
  const bool is_next = !open_.empty() && ahead.has(1, name_at(0));
  const auto role = machine_.role();
  // Where another node follows, or the end of the list, it was the end of this node.
  using tag = xml_lookahead::tag;
  const bool ends_node =
      depth == npos && machine_.role_at(1) == rdf_role::rdf && role == rdf_role::node &&
      (ahead.next.is == tag::node || (ahead.next.is == tag::end && ahead.next.name == name_at(1)));
  const bool is_unknown_stray = !ends_node && (open_.size() < 2 || is_next);
  const bool is_stray = depth == npos ? is_unknown_stray
                                      : (is_next && ahead.ends[1] != name_at(depth + 1)) ||
                                            (fits_when_lost(ahead, 1) && !fits_when_closed(ahead, depth));
  if (is_stray) {
    machine_.doubt_members(errc::mismatched_tag);
    if (!machine_.is_skipping()) ignore_end(token);
    return true;
  }
  if (depth == npos) {
    const bool was_skipping = machine_.is_skipping();
    const auto name = std::string(name_at(0));
    const bool has_skipped = machine_.close_unended(end, false, {}, errc::mismatched_tag);
    pop_name();
    // The misspelt one of the two tags may be that of an rdf:li.
    if (!std::string_view(name).ends_with(":li"))
      machine_.lose_element(token.name == member_name, errc::mismatched_tag);
    if (!was_skipping && !has_skipped)
      log_.report({errc::mismatched_tag, done, here(), end, here(),
                   done == treatment::skip ? "" : "</" + name + ">"});
    return true;
  }
  for (auto i = depth; i > 0; --i) {
    // Without both end tags, its start may be the misspelt end of its node.
    if (i > 1 && machine_.role() == rdf_role::property)
      machine_.damage(errc::mismatched_tag, here(), here(), here(), "two end tags are missing");
    close_top_unended(here(), true);
  }
  return take_end(token);
}

/// A tag that can only be a node's where there is no room for one: in a property that has its value, in an XML literal, in what is skipped.
/// When the end tag of the innermost rdf:RDF comes before those of the elements in it, they were cut off, and the node stands behind them.
/// Where no end tag is near, another element behind the node shows as much; it must be far where what was cut off says what holds for
/// all in it.
rdf_xml_source::reading rdf_xml_source::judge_cut() {
  const auto depth = machine_.depth_without_room();
  if (depth == 0 || depth > open_.size() || open_[depth - 1].has_end) return reading::keep;
  std::size_t cut = 0;
  bool has_scope = machine_.role() == rdf_role::xml;
  for (; cut < open_.size() && machine_.role_at(cut) != rdf_role::rdf; ++cut)
    has_scope = has_scope || open_[open_.size() - 1 - cut].has_scope;
  if (cut == open_.size() || depth + cut <= open_.size()) return reading::keep;
  const auto ahead = look(front_, 1, has_scope ? xml_lookahead::far_bytes : xml_lookahead::near_bytes);
  if (!ahead.is_whole) return reading::wait;
  const bool is_cut =
      ahead.count > 0 ? find_open(ahead.ends[0]) == cut : ahead.next.is != xml_lookahead::tag::none;
  open_[depth - 1].has_end = ahead.count > 0 && !is_cut;
  if (!is_cut) return reading::keep;
  close_unended(here(), cut, errc::mismatched_tag);
  return reading::keep;
}

/// A start tag in a property that has its value. The property's end tag is missing when the next end tag is its node's.
rdf_xml_source::reading rdf_xml_source::judge_child(const xml_lookahead& ahead) const {
  if (ahead.count == 0 || ahead.has(0, name_at(0)) || !ahead.has(0, name_at(1))) return reading::keep;
  const bool is_lost =
      ahead.has(1, name_at(0)) &&
      (name_at(2) != name_at(0) || (fits_when_lost(ahead, 1) && !fits_when_closed(ahead, 1)));
  return is_lost ? reading::lost_start : reading::close_top;
}

/// A start tag that can only be a node's where a property must stand.
rdf_xml_source::reading rdf_xml_source::judge_node(const xml_lookahead& ahead, std::string_view name) const {
  using tag = xml_lookahead::tag;
  if (open_.size() < 2) return reading::keep;
  if (fits_when_lost(ahead, 1) && !fits_when_closed(ahead, 1)) return reading::lost_start;
  // It stands in the node, whose end tag is there: then it is a property with the name of a node.
  if (ahead.count > 0 && fits_when_closed(ahead, 0)) return reading::keep;
  const auto local = name.substr(name.find(':') + 1);
  if (ahead.count == 0 && !local.empty() && local.front() >= 'a' && local.front() <= 'z')
    return reading::keep;
  // Among nodes it is one of them; before another property, or the end of the node, it is none.
  if (ahead.next.is == tag::node) return reading::close_top;
  if (ahead.next.is == tag::other || (ahead.next.is == tag::end && ahead.next.name == name_at(0)))
    return reading::keep;
  return ahead.count == 0 || (ahead.has(0, name_at(1)) && !ahead.has(0, name_at(0))) ? reading::close_top
                                                                                     : reading::keep;
}

/// A start tag without attributes, named like the innermost element. It is that element's end tag without the slash when no end tag
/// comes for it, those of the elements around do, and what stands behind it can stand behind the element. Nothing is said of an
/// element within its namesake whose end tags do not fit.
rdf_xml_source::reading rdf_xml_source::judge_namesake(const xml_lookahead& behind) const {
  using tag = xml_lookahead::tag;
  const auto role = machine_.role();
  const bool is_node = role == rdf_role::node;
  const bool is_filled = machine_.is_filled();
  if (behind.has(0, name_at(0)))
    return is_filled || behind.count == 1 || behind.has(1, name_at(0)) ? reading::keep : reading::skip;
  if (role == rdf_role::property && !is_filled) return reading::skip;
  const bool ends_outer = behind.has(0, name_at(1));
  const bool has_sibling = behind.count == 0 && (behind.next.is == tag::node || behind.next.is == tag::other);
  if (behind.begins_with_text || !(ends_outer || (has_sibling && role != rdf_role::collection)))
    return reading::skip;
  const bool fits = behind.first.is == tag::end ? behind.first.name == name_at(1)
                    : is_node ? behind.first.is == tag::node || behind.first.name == name_at(0)
                              : behind.first.is == tag::other;
  return fits ? reading::end_top : reading::skip;
}

/// A property whose content is a list of properties or nodes. Without its end tag, what follows it would belong to it.
rdf_xml_source::reading rdf_xml_source::judge_list(const xml_token& token) {
  const bool has_namesake = find_open(token.name) != npos;
  const auto behind = look(front_ + token.length, has_namesake ? 2 : 1);
  if (!behind.is_whole) return reading::wait;
  const bool is_own = behind.has(0, token.name) && (behind.count < 2 || behind.has(1, name_at(0)));
  const bool is_lost = behind.count > 0 && !is_own && find_open(behind.ends[0]) != npos;
  // Its end tag may be there without its slash.
  return is_lost && behind.unended != token.name ? reading::skip : reading::keep;
}

void rdf_xml_source::take_end_without_slash(const xml_token& token) {
  const auto end = here() + token.length;
  const auto done = treatment_of(errc::mismatched_tag, options_.profile);
  if (done == treatment::skip || machine_.ends_in_markup())
    machine_.damage(errc::mismatched_tag, here(), end, here(), "an end tag without its slash");
  else
    log_.report({errc::mismatched_tag, done, here(), end, here(), "</" + std::string(token.name) + ">"});
  machine_.close(here(), end);
  pop_name();
}

bool rdf_xml_source::is_lost_start(const xml_lookahead& ahead) const {
  if (ahead.count == 0 || open_.size() > options_.limits.nesting) return false;
  // Among nodes, a node behind the text is no part of what was lost.
  if (machine_.role() == rdf_role::rdf && ahead.first.is == xml_lookahead::tag::node) return false;
  // The root may have two end tags, but no element of its name in it.
  const bool has_two_ends = ahead.has(0, name_at(0)) && ahead.has(1, name_at(0)) && open_.size() > 1;
  return has_two_ends || find_open(ahead.ends[0]) == npos;
}

void rdf_xml_source::open_lost(std::string_view name) {
  machine_.damage(errc::rdf_xml_grammar, here(), here(), here(), "an element whose start tag is lost");
  machine_.lose_element(name == member_name, errc::rdf_xml_grammar);
  machine_.open_skipped(here(), errc::rdf_xml_grammar, here(), "an element whose start tag is lost");
  push_name(name, false, true);
}

/// Looks ahead from `from` in the buffer. What may be looked over in all is bounded, so that much damage costs no more than linear time.
xml_lookahead rdf_xml_source::look(std::size_t from, std::size_t enough, std::size_t window_bytes) {
  if (scanned_bytes_ > free_lookaheads + lookaheads_per_byte * here()) return {};
  auto ahead = lookahead_.look(
      std::string_view(buffer_).substr(from), is_end_, enough,
      [this](std::string_view name) { return find_open(name) != npos; }, window_bytes);
  if (ahead.is_whole) scanned_bytes_ += ahead.read_bytes;
  return ahead;
}

void rdf_xml_source::open_skipped(std::string_view name, std::uint64_t begin, errc rule,
                                  std::uint64_t noticed, std::string_view message) {
  machine_.lose_element(name == member_name, rule);
  machine_.open_skipped(begin, rule, noticed, message);
  push_name(name, false, true);
}

void rdf_xml_source::push_name(std::string_view name, bool is_read, bool has_scope) {
  if (leads_line_ && !open_.empty() && open_.back().child_indent == unknown_indent) {
    auto& around = open_.back();
    around.child_indent = line_indent_;
    if (indent_step_ == 0 && around.indent < line_indent_) indent_step_ = line_indent_ - around.indent;
  }
  names_.append(name);
  open_.push_back({names_.size(), is_read, line_indent_, unknown_indent, has_scope});
}

/// Closes the innermost element at its end tag. What a document type declares is in force no longer than its root element.
void rdf_xml_source::close_top(std::uint64_t end) {
  const auto role = machine_.role();
  if (open_.size() == 1 && (role == rdf_role::rdf || role == rdf_role::node)) decoder_.entities().clear();
  machine_.close(here(), end);
  pop_name();
}

void rdf_xml_source::pop_name() {
  if (open_.back().is_read) sax_.close();
  open_.pop_back();
  names_.resize(open_.empty() ? 0 : open_.back().name_end);
}

std::string_view rdf_xml_source::name_at(std::size_t from_top) const {
  if (from_top >= open_.size()) return {};
  const auto i = open_.size() - 1 - from_top;
  const auto begin = i == 0 ? 0 : open_[i - 1].name_end;
  return std::string_view(names_).substr(begin, open_[i].name_end - begin);
}

std::size_t rdf_xml_source::find_open(std::string_view name) const {
  for (std::size_t i = 0; i < open_.size(); ++i)
    if (name_at(i) == name) return i;
  return npos;
}

void rdf_xml_source::close_top_unended(std::uint64_t at, bool is_reported) {
  machine_.close_unended(at, is_reported, "</" + std::string(name_at(0)) + ">", errc::mismatched_tag);
  pop_name();
}

/// Closes the innermost `count` elements, whose end tags are missing: one defect for all of them.
void rdf_xml_source::close_unended(std::uint64_t at, std::size_t count, errc rule) {
  std::string missing;
  bool has_skipped = false;
  for (; count > 0; --count, pop_name()) {
    if (missing.size() < options_.limits.excerpt_bytes)
      missing.append("</").append(name_at(0)).push_back('>');
    // Where the document goes on without its node's end tag, what stands in a property may be another record.
    if (rule == errc::mismatched_tag && count > 1 && machine_.role() == rdf_role::property)
      machine_.damage(rule, at, at, at, "an element that was cut off");
    has_skipped = machine_.close_unended(at, false, {}, rule) || has_skipped;
  }
  if (has_skipped) return;
  const auto done = treatment_of(errc::mismatched_tag, options_.profile);
  log_.report({errc::mismatched_tag, done, at, at, at, done == treatment::skip ? std::string() : missing});
}

/// The document ends, or another begins, while elements are open.
void rdf_xml_source::close_all(std::uint64_t at) {
  overflow_ = 0;
  close_unended(at, open_.size(), errc::unterminated);
}

}  // namespace laundromat::rdfxml
