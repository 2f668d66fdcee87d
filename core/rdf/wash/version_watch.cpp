// Implements the comparison of versions.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/wash/version_watch.hpp"

#include <utility>

#include "core/rdf/values/language_tag.hpp"

namespace laundromat {

namespace {

/// A label is any text of a document: a long one is cut.
std::string quoted(std::string_view label) {
  constexpr std::size_t most_bytes = 16;
  return "\"" + std::string(label.substr(0, most_bytes)) + (label.size() > most_bytes ? "…\"" : "\"");
}

}  // namespace

version_watch::version_watch(std::string_view media_type, statement_sink& sink)
    : sink_(&sink), of_media_type_(version_of(media_type)) {
  if (of_media_type_.empty()) return;
  allow(of_media_type_);
  if (is_known_version(of_media_type_)) return;
  has_unknown_ = true;
  note("the media type announces version " + quoted(of_media_type_) + ", which RDF does not have");
}

void version_watch::on_version(std::string_view label, const defect& place) {
  place_ = place;
  allow(label);
  if (!is_known_version(label) && !std::exchange(has_unknown_, true))
    note("the document announces version " + quoted(label) + ", which RDF does not have");
  if (!of_media_type_.empty() && label != of_media_type_ && !std::exchange(has_conflict_, true))
    note("the document announces version " + quoted(label) + ", its media type " + quoted(of_media_type_));
  sink_->on_version(label, place);
}

/// The features of all announced versions together.
void version_watch::allow(std::string_view label) {
  const auto more = features_of(label);
  if (!std::exchange(is_announced_, true)) allowed_ = {};
  allowed_ = {allowed_.directions || more.directions, allowed_.triple_terms || more.triple_terms};
  lacks_something_ = !allowed_.directions || !allowed_.triple_terms;
}

void version_watch::check_object(const term_view& object) {
  const bool has_direction = object.kind == term_kind::literal && !allowed_.directions &&
                             !split_direction(object.language).direction.empty();
  const bool is_triple = object.kind == term_kind::triple && !allowed_.triple_terms;
  if (!has_direction && !is_triple) return;
  (is_triple ? allowed_.triple_terms : allowed_.directions) = true;
  lacks_something_ = !allowed_.directions || !allowed_.triple_terms;
  note(is_triple ? "the document has triple terms, which the announced version has not"
                 : "the document has base directions, which the announced version has not");
}

void version_watch::note(std::string message) {
  auto found = place_;
  found.rule = errc::version_conflict;
  found.message = std::move(message);
  found.done = treatment::note;
  sink_->on_defect(found);
}

}  // namespace laundromat
