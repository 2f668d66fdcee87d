// Implements the records of feeds: RSS 0.90 to 2.0 and Atom.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>

#include "core/discovery/sitemap/announcing_records.hpp"
#include "core/rdf/model/format.hpp"
#include "core/web/http_values.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::sitemaps {

namespace {

/// A URI of an item, and where it is.
struct item_link {
  const record_field* field;
  std::string_view target;
  std::string media_type;
  bool has_relation = false;
};

std::string media_type_of(const record_field& field) {
  return parse_content_type(field.attribute("type")).media_type;
}

bool is_of_feed(const record_field& field) {
  return field.whose == vocabulary::protocol || field.whose == vocabulary::unknown ||
         field.whose == vocabulary::atom;
}

/// `rel` of a link, in lower case, without the namespace that Atom gives to registered relations; `alternate` for none.
std::string relation_of(const record_field& field) {
  auto relation = lower_case(field.attribute("rel"));
  constexpr std::string_view registry = "http://www.iana.org/assignments/relation/";
  if (relation.starts_with(registry)) relation.erase(0, registry.size());
  return relation.empty() ? "alternate" : relation;
}

std::string base_of_item(const record& one, const record_field& field, const reading_state& state) {
  auto base = state.base;
  for (const auto& inner : {one.own.base, field.base})
    if (!inner.empty()) base = resolve_iri(base, inner);
  return base;
}

/// The pages of an item: `link` of either kind.
std::vector<item_link> pages_of(const record& one) {
  std::vector<item_link> found;
  for (const auto& field : one.fields) {
    if (field.name != "link" || !is_of_feed(field) || relation_of(field) != "alternate") continue;
    const auto href = field.attribute("href");
    const auto target = href.empty() ? trim(field.text) : href;
    if (!target.empty() || !field.is_sure)
      found.push_back({&field, target, media_type_of(field), !field.attribute("rel").empty()});
  }
  // First the one without relation, then pages before RDF.
  std::ranges::stable_sort(found, {}, [](const item_link& link) {
    return (link.has_relation ? 1 : 0) +
           (format_from_media_type(link.media_type).value_or(rdf_format::rdfa) != rdf_format::rdfa ? 2 : 0);
  });
  return found;
}

std::uint64_t size_of(std::string_view length) {
  std::uint64_t bytes = 0;
  const auto read = std::from_chars(length.data(), length.data() + length.size(), bytes);
  return read.ec == std::errc{} && read.ptr == length.data() + length.size() ? bytes : 0;
}

void take_enclosures(const record& one, const announcement& item, reading_state& state) {
  for (const auto& field : one.fields) {
    const bool is_link = field.name == "link" && relation_of(field) == "enclosure";
    const bool is_content = field.name == "content" && !field.attribute("src").empty();
    if (!is_of_feed(field) || (!is_link && !is_content && field.name != "enclosure")) continue;
    auto target = field.attribute(is_content ? "src" : is_link ? "href" : "url");
    const bool is_text = is_link && target.empty();
    if (is_text) target = field.text;
    const auto uri = state.out.read_uri({target, field.name, base_of_item(one, field, state), field.line,
                                         !is_text || field.is_sure, state.root == document_root::atom});
    if (!uri) continue;
    auto found = item;
    found.uri = *uri;
    found.media_type = media_type_of(field);
    found.by = is_content ? "content" : "enclosure";
    found.size_bytes = size_of(field.attribute("length"));
    found.line = field.line;
    state.out.add(std::move(found));
  }
}

/// A `guid` names the page when no `link` does. One that is said to be no address is used only as an absolute one.
void take_guid(const record& one, announcement item, reading_state& state) {
  const auto* guid = one.find("guid");
  const bool is_permanent = guid != nullptr && lower_case(guid->attribute("ispermalink")) != "false";
  const auto text = guid == nullptr ? std::string_view{} : trim(guid->text);
  std::optional<std::string> uri;
  if (equals_ignoring_case(text.substr(0, 7), "http://") ||
      equals_ignoring_case(text.substr(0, 8), "https://")) {
    if (!is_permanent)
      state.out.defect(errc::announcement_value, guid->line,
                       "`guid` is said to be no address, but the item has no other");
    uri = state.out.read_uri({text, "guid", {}, guid->line, guid->is_sure});
    item.by = "guid";
    item.line = guid->line;
  } else if (const auto about = one.own.attribute("about"); !about.empty()) {
    uri = state.out.read_uri({about, "rdf:about", state.base, one.own.line});
    item.by = "rdf:about";
    item.line = one.own.line;
  }
  if (!uri) return;
  item.uri = *uri;
  state.out.add(std::move(item));
}

timestamp date_of_item(const record& one, reading_state& state) {
  for (const auto* name : {"updated", "modified", "published", "issued"})
    for (const auto whose : {vocabulary::protocol, vocabulary::atom})
      if (const auto* field = one.find(name, whose);
          field != nullptr && (state.root == document_root::atom || field->whose == vocabulary::atom))
        return date_of(field, false, state);
  if (const auto* field = one.find("pubdate")) return date_of(field, true, state);
  for (const auto* name : {"modified", "date"})
    for (const auto& field : one.fields)
      if (field.whose == vocabulary::dublin_core && field.name == name) return date_of(&field, false, state);
  return {};
}

}  // namespace

void take_item(const record& one, reading_state& state) {
  announcement item{.uri = {}, .kind = announced_as::page};
  item.modified = date_of_item(one, state);
  item.change_interval = interval_of(one.find("changefreq"), state);
  item.priority = priority_of(one.find("priority"), state);
  bool has_page = false;
  for (const auto& link : pages_of(one)) {
    const auto uri = state.out.read_uri(
        {link.target, "link", base_of_item(one, *link.field, state), link.field->line, link.field->is_sure,
         state.root == document_root::atom || link.field->whose == vocabulary::atom});
    if (!uri) continue;
    auto page = item;
    page.uri = *uri;
    page.kind = has_page ? announced_as::alternate : announced_as::page;
    page.media_type = link.media_type;
    page.by = "link";
    page.line = link.field->line;
    state.out.add(std::move(page));
    has_page = true;
  }
  if (!has_page) take_guid(one, item, state);
  take_enclosures(one, item, state);
}

void take_feed_field(const record_field& one, reading_state& state) {
  const auto relation = relation_of(one);
  if (one.name != "link" || !is_of_feed(one) || (relation != "next" && relation != "prev-archive")) return;
  const auto base = one.base.empty() ? state.base : resolve_iri(state.base, one.base);
  if (auto uri = state.out.read_uri({one.attribute("href"), "link", base, one.line, true, true}))
    state.out.add(
        {.uri = std::move(*uri), .kind = announced_as::next_page, .by = relation, .line = one.line});
}

}  // namespace laundromat::sitemaps
