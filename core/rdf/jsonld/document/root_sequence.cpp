// Implements root_sequence: keeps what the roots so far, and what is between them, put in doubt.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/document/root_sequence.hpp"

#include <utility>

#include "core/rdf/jsonld/json/json_syntax.hpp"
#include "core/rdf/jsonld/json/stray_brackets.hpp"

namespace laundromat::jsonld {

namespace {

constexpr std::size_t longest_gap = 4096;  ///< between roots, that is looked at

/// Whether the next object begins its line, as a root does.
bool begins_line(std::string_view rest) {
  const auto brace = rest.substr(0, longest_gap).find('{');
  return brace != rest.npos && brace > 0 && (rest[brace - 1] == '\n' || rest[brace - 1] == '\r');
}

}  // namespace

root_sequence::root_sequence(std::string_view media_type)
    : is_separated_(media_type.find("ndjson") != media_type.npos ||
                    media_type.find("json-seq") != media_type.npos) {}

bool root_sequence::note_between(const scan_event& event, std::string_view text) {
  const bool is_stray = event.what == scan_event::kind::stray;
  may_continue_ = may_continue_ || event.behind == scan_event::sequel::member;
  if (is_stray && event.is_line && is_separated_) may_continue_ = false;
  is_behind_comma_ = text == ",";
  // A comma behind a root that ended too early is one of its own: to leave it out repairs nothing.
  return is_stray || (is_behind_comma_ && may_continue_);
}

void root_sequence::begin_root(bool is_list, bool is_behind_damage) {
  ++count_;
  const bool follows_damage = is_behind_damage && !is_separated_;
  const bool may_be_chunk = follows_damage || (std::exchange(is_behind_comma_, false) && !is_separated_);
  needs_context_ = may_continue_ || (may_be_chunk && had_context_) || (follows_damage && is_list);
}

void root_sequence::note_damaged(std::string_view root, scan_event::sequel behind, std::string_view rest) {
  using sequel = scan_event::sequel;
  if (is_separated_) return;
  const bool lacks_value =
      behind == sequel::root &&
      (ends_in_empty_place(root) || (!begins_line(rest) && measure_brackets(root).may_hold_next));
  if (!lacks_value && behind != sequel::value && behind != sequel::item) return;
  may_continue_ = true;
  may_be_in_graph_ = may_be_in_graph_ || root.find("\"@graph\"") != root.npos;
}

}  // namespace laundromat::jsonld
