// What a start tag is: of another document, of an element whose end is lost or that stands elsewhere, or of none.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/rdf/rdfxml/grammar/rdf_xml_source.hpp"

namespace laundromat::rdfxml {

namespace {

constexpr auto npos = std::string_view::npos;
constexpr std::size_t most_roots = 16;  ///< within each other

}  // namespace

/// Behind the root element nothing of what it declared is in force. What needs that is lost, as one span, up to a tag that declares
/// the prefix of its own name: an element without a name stands for the span.
void rdf_xml_source::judge_behind_root(const xml_token& token, std::string_view raw) {
  const bool is_lost = !open_.empty() && open_.front().name_end == 0;
  const bool is_behind = open_.empty() && machine_.has_root();
  if (!is_lost && !is_behind) return;
  const bool has_prefix = token.name.find(':') != npos;
  const bool is_declared = declares_own_prefix(token.name, raw);
  const bool repairs = treatment_of(errc::undeclared_namespace, options_.profile) == treatment::repair;
  if (is_behind && has_prefix && !is_declared && !repairs)
    return open_skipped({}, here(), errc::undeclared_namespace, here(),
                        "a prefix that was declared as far as the root element goes");
  if (is_lost && is_declared && (open_.size() == 1 || is_named_rdf(token.name))) close_all(here());
}

bool rdf_xml_source::declares_own_prefix(std::string_view name, std::string_view raw) const {
  const auto prefix = name.substr(0, name.find(':'));
  return std::ranges::any_of(tag_.attributes, [&](const auto& one) {
    const auto declared = raw.substr(one.begin, one.name_length);
    return declares_namespace(declared) &&
           declared.substr(std::min<std::size_t>(declared.size(), 6)) == prefix;
  });
}

/// A start tag of rdf:RDF in rdf:RDF is that of another document when it declares its prefix, unless it is the same as the first.
void rdf_xml_source::judge_repeated_root(const xml_token& token, std::string_view raw) {
  repeats_root_ = false;
  if (!is_named_rdf(token.name) || token.kind != xml_token_kind::start_tag) return;
  if (machine_.role() == rdf_role::rdf && tag_.fault == errc::ok) {
    repeats_root_ = raw == root_tag_ || !declares_own_prefix(token.name, raw);
    std::size_t roots = 0;
    while (machine_.role_at(roots) == rdf_role::rdf) ++roots;
    const bool is_deep = repeats_root_ && roots > most_roots;
    if (!repeats_root_ || is_deep) close_unended(here(), is_deep ? 1 : roots, errc::unterminated);
  }
  constexpr std::size_t short_bytes = std::size_t{8} << 10;
  if (!repeats_root_) root_tag_.assign(raw.size() > short_bytes ? std::string_view() : raw);
}

/// What a start tag is, judged by where it stands, and by the end tags ahead. What was judged before more of the document was asked for is
/// not judged again, among elements that were closed or opened since.
rdf_xml_source::reading rdf_xml_source::judge_tag(const xml_token& token, std::string_view raw) {
  if (step_ == judging::place) {
    verdict_ = judge_place(token);
    if (verdict_ == reading::wait) return verdict_;
    step_ = verdict_ == reading::keep ? judging::cut : judging::done;
  }
  if (step_ == judging::cut) {
    if (looks_like_node(token, tag_, raw) && judge_cut() == reading::wait) return reading::wait;
    step_ = judging::ends;
  }
  if (step_ == judging::ends) {
    verdict_ = judge_start(token, raw);
    if (verdict_ != reading::wait) step_ = judging::done;
  }
  return verdict_;
}

/// What a start tag is, judged by the end tags ahead. Elements before it that have lost their ends are closed on the way.
rdf_xml_source::reading rdf_xml_source::judge_start(const xml_token& token, std::string_view raw) {
  while (!machine_.is_skipping()) {
    const auto role = machine_.role();
    const bool is_filled = role == rdf_role::property && machine_.is_filled();
    const bool is_node = looks_like_node(token, tag_, raw);
    const bool is_bare = token.kind == xml_token_kind::start_tag && tag_.attributes.empty();
    const bool is_namesake =
        is_bare && role != rdf_role::xml && role != rdf_role::rdf && token.name == name_at(0);
    if (!is_namesake && !is_filled && !(is_node && (role == rdf_role::node || role == rdf_role::resource)))
      break;
    const bool needs_end = is_filled && !is_node && token.kind == xml_token_kind::start_tag;
    const auto scanned_bytes = scanned_bytes_;
    const auto behind = is_namesake || needs_end ? look(front_ + token.length) : xml_lookahead{};
    const auto ahead = look(front_, enough_ends);
    if (!behind.is_whole || !ahead.is_whole) {
      scanned_bytes_ = scanned_bytes;  // both are looked over again
      return reading::wait;
    }
    auto verdict = is_namesake ? judge_namesake(behind) : reading::keep;
    if (verdict == reading::keep && is_filled)
      verdict = judge_child(ahead);
    else if (verdict == reading::keep && is_node)
      verdict = judge_node(ahead, token.name);
    if (verdict == reading::lost_start) open_lost(ahead.ends[0]);
    if (verdict != reading::close_top) return verdict;
    close_top_unended(here(), true);
    // Where two elements have lost their ends, what stands in the second is not sure.
    if (needs_end && !behind.has(0, token.name)) return reading::skip;
  }
  const auto role = machine_.role();
  const bool is_property = role == rdf_role::node || role == rdf_role::resource;
  if (is_property && token.kind == xml_token_kind::empty_tag && tag_.attributes.empty())
    return judge_empty(token);
  return is_property && token.kind == xml_token_kind::start_tag && holds_elements(raw) ? judge_list(token)
                                                                                       : reading::keep;
}

/// An empty tag that says nothing but its name where a property must stand: it is a node when the start tag before it is lost.
rdf_xml_source::reading rdf_xml_source::judge_empty(const xml_token& token) {
  const bool is_among_nodes = machine_.role_at(1) == rdf_role::rdf && machine_.is_bare_node();
  const auto behind = look(front_ + token.length, enough_ends);
  if (!behind.is_whole) return reading::wait;
  if (behind.count < 2) return reading::keep;
  if (fits_when_lost(behind, 1) && !fits_when_closed(behind, 0) && !fits_when_closed(behind, 1))
    return reading::skip;
  const auto is_lost = [&](std::string_view end) { return find_open(end) == npos; };
  if (is_lost(behind.ends[0]) && behind.ends[1] == name_at(0)) return reading::skip;
  // Then the node around it may be the property, and its node be lost.
  if (is_among_nodes && behind.ends[0] == name_at(0) && is_lost(behind.ends[1]))
    machine_.damage(errc::rdf_xml_grammar, here(), here(), here(), "an element whose start tag is lost");
  return reading::keep;
}

/// Whether the tag has the parseType Resource or Collection.
bool rdf_xml_source::holds_elements(std::string_view raw) const {
  return std::ranges::any_of(tag_.attributes, [&](const auto& one) {
    const auto value = raw.substr(one.value, one.value_length);
    return (value == "Resource" || value == "Collection") &&
           raw.substr(one.begin, one.name_length).ends_with("parseType");
  });
}

}  // namespace laundromat::rdfxml
