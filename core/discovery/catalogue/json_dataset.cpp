// Reads the members that the three kinds of catalogues have, in all shapes that they have them.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/catalogue/json_dataset.hpp"

#include <algorithm>

#include "core/base/count_words.hpp"
#include "core/discovery/catalogue/announced_values.hpp"
#include "core/discovery/dates/announced_date.hpp"
#include "core/discovery/links/json_units.hpp"
#include "core/discovery/media_hint.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

using nlohmann::json;

const json& member(const json& object, std::string_view key) {
  static const json none;
  if (!object.is_object()) return none;
  const auto found = object.find(key);
  return found == object.end() ? none : *found;
}

/// Text, a number as text, or the name of an agent: `{"name": …}`, also the first of an array.
std::string text_in(const json& value) {
  if (value.is_string()) return std::string(trim(value.get_ref<const std::string&>()));
  if (value.is_number()) return value.dump();
  if (value.is_array()) return value.empty() ? std::string{} : text_in(value.front());
  for (const auto* key : {"name", "title", "@id", "en"})
    if (auto text = text_of(value, key); !text.empty()) return text;
  return {};
}

std::string text_in(const json& object, std::string_view key) {
  return text_in(member(object, key));
}

/// The first of these members with a text.
std::string first_text(const json& object, std::initializer_list<const char*> keys) {
  for (const auto* key : keys)
    if (auto text = text_in(object, key); !text.empty()) return text;
  return {};
}

/// A member of a CKAN package, or one of its `extras`: an array of keys and values, or an object.
std::string field_of(const json& package, std::initializer_list<const char*> keys) {
  if (auto text = first_text(package, keys); !text.empty()) return text;
  const auto& extras = member(package, "extras");
  if (extras.is_object()) return first_text(extras, keys);
  if (!extras.is_array()) return {};
  for (const auto* key : keys)
    for (const auto& one : extras)
      if (text_of(one, "key") == key)
        if (auto text = text_in(one, "value"); !text.empty()) return text;
  return {};
}

timestamp date_of(std::string_view text) {
  return read_announced_date(text, date_style::w3c).value.value_or(timestamp{});
}

/// The type that is RDF, if one of both texts names one; else that of the first.
std::string type_of(std::string_view media_type, std::string_view format) {
  auto first = media_type_of(media_type), second = media_type_of(format);
  if (first.empty() || (hint_of(first) != rdf_hint::yes && hint_of(second) == rdf_hint::yes)) return second;
  return first;
}

/// As what a resource of that format is announced. Source: the conventions of datahub.io for the LOD Cloud.
announced_as kind_of_format(std::string_view format) {
  const auto name = lower_case(trim(format));
  if (name.find("sparql") != name.npos && !name.starts_with("application/sparql-results"))
    return announced_as::endpoint;
  if (name == "meta/sitemap") return announced_as::sitemap;
  if (name.starts_with("example")) return announced_as::sample;
  if (name.starts_with("meta/") || name.starts_with("mapping") || name == "void")
    return announced_as::description;
  return name.starts_with("api/") || name == "api" ? announced_as::access_page : announced_as::dump;
}

template <class Use>
void for_each_of(const json& value, Use use) {
  if (value.is_array())
    for (const auto& one : value) use(one);
  else if (value.is_object())
    use(value);
}

bool is_web_text(std::string_view text) {
  return text.find("://") != text.npos && is_absolute(text);
}

}  // namespace

bool is_ckan_package(const json& value) {
  return value.is_object() && member(value, "resources").is_array() &&
         (value.contains("name") || value.contains("id") || value.contains("title"));
}

bool is_dcat_dataset(const json& value) {
  return value.is_object() && !value.contains("resources") && value.contains("title") &&
         (value.contains("distribution") || value.contains("landingPage") || value.contains("accessLevel"));
}

bool is_cloud_entry(const json& value) {
  if (!value.is_object()) return false;
  for (const auto* key : {"full_download", "other_download", "sparql", "example"})
    if (member(value, key).is_array()) return true;
  // Of 2014: the dataset, and where its package is.
  return value.contains("name") && text_of(value, "url").find("package_show") != std::string::npos;
}

void json_dataset_sink::add_ckan_package(const json& package, std::uint64_t line) {
  announced_dataset one;
  one.line = line;
  one.label = first_text(package, {"title", "title_translated", "name", "id"});
  if (auto iri = field_of(package, {"uri", "dcat_uri"}); is_web_text(iri)) one.iri = std::move(iri);
  one.modified = date_of(field_of(package, {"metadata_modified", "modified", "dcat_modified"}));
  one.change_interval =
      parse_stated_interval(field_of(package, {"frequency", "accrual_periodicity", "frequency-of-update"}));
  one.licence = field_of(package, {"license_url", "license", "license_id"});
  one.version = field_of(package, {"version", "dcat_version"});
  one.publisher = field_of(package, {"publisher", "publisher_name", "dcat_publisher_name", "organization"});
  one.triples = parse_stated_count(field_of(package, {"triples"}));
  if (auto space = field_of(package, {"namespace"}); is_web_text(space))
    one.prefixes.push_back({std::move(space)});
  std::vector<way> ways;
  for_each_of(member(package, "resources"), [&](const json& resource) {
    const auto format = text_in(resource, "format");
    way file{first_text(resource, {"download_url", "url", "access_url"}),
             type_of(first_text(resource, {"mimetype", "mimetype_inner"}), format),
             "resources",
             kind_of_format(format),
             {},
             0};
    file.modified = date_of(first_text(resource, {"last_modified", "modified", "metadata_modified"}));
    file.bytes = parse_stated_size(text_in(resource, "size"));
    ways.push_back(std::move(file));
  });
  if (auto page = text_of(package, "url"); is_web_text(page))
    ways.push_back({std::move(page), {}, "url", announced_as::access_page, {}, 0});
  finish(std::move(one), std::move(ways));
}

void json_dataset_sink::add_dcat_dataset(const json& dataset, std::uint64_t line) {
  announced_dataset one;
  one.line = line;
  one.label = text_in(dataset, "title");
  if (auto iri = first_text(dataset, {"@id", "identifier"}); is_web_text(iri)) one.iri = std::move(iri);
  one.modified = date_of(text_in(dataset, "modified"));
  one.change_interval = parse_stated_interval(text_in(dataset, "accrualPeriodicity"));
  one.licence = text_in(dataset, "license");
  one.publisher = text_in(dataset, "publisher");
  std::vector<way> ways;
  for_each_of(member(dataset, "distribution"), [&](const json& file) {
    const auto format = text_in(file, "format");
    const auto type = type_of(text_in(file, "mediaType"), format);
    const auto kind = kind_of_format(format);
    const auto modified = date_of(text_in(file, "modified"));
    const auto download = text_in(file, "downloadURL"), access = text_in(file, "accessURL");
    if (!download.empty())
      ways.push_back(
          {download, type, "downloadURL", kind, modified, parse_stated_size(text_in(file, "byteSize"))});
    if (!access.empty() && access != download)
      ways.push_back({access, type, "accessURL",
                      kind == announced_as::dump ? announced_as::access_page : kind, modified, 0});
    add_licence(one, text_in(file, "license"));
  });
  if (auto page = text_in(dataset, "landingPage"); !page.empty())
    ways.push_back({std::move(page), {}, "landingPage", announced_as::access_page, {}, 0});
  finish(std::move(one), std::move(ways));
}

void json_dataset_sink::add_cloud_files(const json& entry, const char* key, announced_as kind,
                                        std::vector<way>& ways) {
  for_each_of(member(entry, key), [&](const json& file) {
    auto uri = first_text(file, {"access_url", "download_url"});
    const auto format = text_in(file, "media_type");
    const auto stated = kind_of_format(format);
    const bool is_plain =
        kind != announced_as::dump || stated == announced_as::dump || stated == announced_as::access_page;
    if (!uri.empty())
      ways.push_back({std::move(uri),
                      kind == announced_as::endpoint ? std::string{} : media_type_of(format),
                      key,
                      is_plain ? kind : stated,
                      {},
                      0});
  });
}

void json_dataset_sink::add_cloud_entry(const json& entry, std::uint64_t line) {
  announced_dataset one;
  one.line = line;
  one.label = first_text(entry, {"title", "name", "identifier", "_id"});
  one.triples = parse_stated_count(text_in(entry, "triples"));
  one.licence = text_in(entry, "license");
  one.publisher = first_text(entry, {"owner", "contact_point"});
  if (auto space = text_of(entry, "namespace"); is_web_text(space))
    one.prefixes.push_back({std::move(space)});
  std::vector<way> ways;
  add_cloud_files(entry, "full_download", announced_as::dump, ways);
  add_cloud_files(entry, "other_download", announced_as::dump, ways);
  add_cloud_files(entry, "example", announced_as::sample, ways);
  add_cloud_files(entry, "sparql", announced_as::endpoint, ways);
  if (auto package = text_of(entry, "url"); package.find("package_show") != package.npos)
    ways.push_back({std::move(package), {}, "url", announced_as::catalogue, {}, 0});
  finish(std::move(one), std::move(ways));
}

void json_dataset_sink::finish(announced_dataset one, std::vector<way> ways) {
  ++count_;
  if (found_.datasets.size() >= limits_.datasets) {
    if (found_.left_out++ == 0)
      note(found_, limits_,
           {errc::announcement_limit, one.line,
            "only the first " + number_of(limits_.datasets, "dataset") + " are used"});
    return;
  }
  one.key = !one.iri.empty() ? one.iri : !one.label.empty() ? one.label : "#" + std::to_string(count_);
  std::vector<std::string> known;
  for (auto& file : ways) {
    if (file.uri.empty()) continue;
    if (file.kind == announced_as::dump && file.uri.ends_with("sitemap.xml"))
      file.kind = announced_as::sitemap;
    auto uri = resolve(address_, encode_illegal(file.uri));
    if (std::ranges::find(known, uri) != known.end()) continue;
    known.push_back(uri);
    const auto defects = found_.defects_found;
    announce(found_, limits_,
             {uri,
              file.kind,
              one.key,
              file.media_type,
              std::string(file.by),
              file.modified,
              {},
              {},
              file.bytes,
              one.line});
    if (found_.defects_found != defects) continue;
    if (file.kind == announced_as::dump && add_file(one, uri, file.media_type)) one.dump_bytes += file.bytes;
    if (file.kind == announced_as::sample) one.samples.push_back(uri);
    if (file.kind == announced_as::description) one.descriptions.push_back(uri);
    if (file.kind == announced_as::endpoint) one.endpoints.push_back({uri});
  }
  found_.datasets.push_back(std::move(one));
}

}  // namespace laundromat
