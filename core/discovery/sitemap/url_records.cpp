// Implements the records of sitemaps and their indexes: `loc`, `lastmod`, `changefreq`, `priority`, and links to RDF.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/discovery/dates/announced_date.hpp"
#include "core/discovery/sitemap/announcing_records.hpp"
#include "core/discovery/sitemap/change_frequency.hpp"
#include "core/rdf/model/format.hpp"
#include "core/web/http_values.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::sitemaps {

namespace {

/// Notes what is wrong with a value.
void note_fault(const record_field& field, std::string_view fault, reading_state& state) {
  if (!fault.empty())
    state.out.defect(
        errc::announcement_value, field.line,
        "`" + field.name + "` `" + plain_text(field.text).substr(0, 60) + "` " + std::string(fault));
}

/// Whether a document of this media type is RDF. Pages that may contain RDFa are pages first.
bool is_rdf_media_type(std::string_view media_type) {
  const auto format = format_from_media_type(media_type);
  return format && *format != rdf_format::rdfa;
}

/// The fields that name the URI: those of the protocol, else those in an unknown namespace.
std::vector<const record_field*> locations(const record& one) {
  std::vector<const record_field*> found;
  for (const auto wanted : {vocabulary::protocol, vocabulary::unknown}) {
    for (const auto& field : one.fields)
      if (field.name == "loc" && field.whose == wanted) found.push_back(&field);
    if (!found.empty()) break;
  }
  return found;
}

void take_rdf_links(const record& one, reading_state& state) {
  for (const auto& field : one.fields) {
    if (field.name != "link" || field.whose != vocabulary::xhtml ||
        lower_case(field.attribute("rel")).find("alternate") == std::string::npos)
      continue;
    const auto media_type = parse_content_type(field.attribute("type")).media_type;
    if (!is_rdf_media_type(media_type)) continue;
    if (const auto uri = state.out.read_uri({field.attribute("href"), "link", state.base, field.line}))
      state.out.add({.uri = *uri,
                     .kind = announced_as::alternate,
                     .media_type = media_type,
                     .by = "link",
                     .line = field.line});
  }
}

}  // namespace

std::string plain_text(std::string_view text) {
  std::string out;
  for (const char c : trim(text)) {
    if (!is_space(c))
      out.push_back(c);
    else if (out.back() != ' ')
      out.push_back(' ');
  }
  return out;
}

timestamp date_of(const record_field* field, bool is_rfc_822, reading_state& state) {
  if (field == nullptr || !field->is_sure) return {};
  const auto found =
      read_announced_date(field->text, is_rfc_822 ? date_style::rfc_822 : date_style::w3c, state.now);
  note_fault(*field, found.fault, state);
  return found.value.value_or(timestamp{});
}

std::optional<seconds> interval_of(const record_field* field, reading_state& state) {
  if (field == nullptr || !field->is_sure) return std::nullopt;
  const auto found = read_change_frequency(field->text);
  note_fault(*field, found.fault, state);
  return found.value;
}

std::optional<double> priority_of(const record_field* field, reading_state& state) {
  if (field == nullptr || !field->is_sure) return std::nullopt;
  const auto found = read_priority(field->text);
  note_fault(*field, found.fault, state);
  return found.value;
}

void take_url(const record& one, reading_state& state) {
  const bool is_index_entry = one.name == "sitemap";
  if (is_index_entry != (state.root == document_root::sitemap_index))
    state.out.defect(errc::announcement_syntax, one.own.line,
                     "`" + one.name + "` does not belong into this kind of sitemap; it is read all the same");
  auto found = locations(one);
  if (found.empty() && !trim(one.own.text).empty()) {
    state.out.defect(errc::announcement_syntax, one.own.line,
                     "`" + one.name + "` has a text and no `loc`: the text is taken for it");
    found.push_back(&one.own);
  }
  if (found.empty())
    state.out.defect(errc::announcement_syntax, one.own.line, "`" + one.name + "` has no `loc`");
  if (found.size() > 1)
    state.out.defect(errc::announcement_syntax, one.own.line, "`" + one.name + "` has several `loc`");
  announcement entry{.uri = {},
                     .kind = is_index_entry ? announced_as::sitemap : announced_as::page,
                     .by = is_index_entry ? "sitemap" : "loc"};
  entry.modified = date_of(one.find("lastmod"), false, state);
  entry.change_interval = interval_of(one.find("changefreq"), state);
  entry.priority = priority_of(one.find("priority"), state);
  for (const auto* field : found) {
    const auto uri = state.out.read_uri({field->text, field->name, state.base, field->line, field->is_sure});
    if (!uri) continue;
    entry.uri = *uri;
    entry.line = field->line;
    state.out.add(entry);
  }
  take_rdf_links(one, state);
  for (const auto& field : one.fields)
    if (field.whose == vocabulary::semantic) take_semantic_field(field, state);
}

}  // namespace laundromat::sitemaps
