// Implements the order of places of metadata.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/find_metadata.hpp"

#include <algorithm>

#include "core/csvw/context.hpp"
#include "core/csvw/uri_template.hpp"
#include "core/web/uri.hpp"

namespace laundromat::csvw {

namespace {

constexpr std::string_view default_places = "{+url}-metadata.json\ncsv-metadata.json\n";

class url_variable final : public template_variables {
 public:
  explicit url_variable(std::string_view url) : url_(url) {}
  bool append(std::string_view name, std::vector<std::string>& values) const override {
    if (name == "url") values.emplace_back(url_);
    return false;
  }

 private:
  std::string_view url_;
};

/// Also a link without a type may lead to metadata.
bool is_metadata_type(std::string_view media_type) {
  return media_type.empty() || media_type == "application/csvm+json" || media_type == "application/ld+json" ||
         media_type == "application/json";
}

}  // namespace

metadata_places places_of_metadata(std::string_view table_url, std::span<const web_link> links,
                                   metadata_loader& loader) {
  metadata_places places;
  for (auto link = links.rbegin(); link != links.rend(); ++link)
    if (link->has_relation("describedby") && is_metadata_type(link->media_type))
      places.links.push_back(resolve(table_url, link->target));
  const auto stated = loader.load(resolve(table_url, "/.well-known/csvm"));
  std::string_view lines = stated ? std::string_view(*stated) : default_places;
  const auto plain = table_url.substr(0, table_url.find('#'));
  while (!lines.empty()) {
    const auto end = std::min(lines.find('\n'), lines.size());
    auto line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    while (line.ends_with('\r') || line.ends_with(' ')) line.remove_suffix(1);
    const auto compiled = line.empty() ? std::nullopt : uri_template::compile(line);
    if (!compiled) continue;
    std::string place;
    compiled->expand(url_variable(plain), place);
    places.site_places.push_back(resolve(table_url, place));
  }
  return places;
}

std::optional<std::size_t> find_table(const table_group& group, std::string_view url) {
  const auto wanted = comparable_url(url);
  for (std::size_t i = 0; i < group.tables.size(); ++i)
    if (comparable_url(group.tables[i].url) == wanted) return i;
  return std::nullopt;
}

std::optional<table_group> find_metadata(std::string_view table_url, std::span<const web_link> links,
                                         metadata_loader& loader, problem_sink& problems,
                                         const metadata_limits& limits) {
  const auto places = places_of_metadata(table_url, links, loader);
  auto all = places.links;
  all.insert(all.end(), places.site_places.begin(), places.site_places.end());
  for (const auto& place : all) {
    const auto bytes = loader.load(place);
    if (!bytes) continue;
    auto group = read_metadata(*bytes, place, loader, problems, limits);
    if (!group) continue;
    if (find_table(*group, table_url)) return group;
    problems.on_problem({.level = severity::warning,
                         .document = place,
                         .message = "this metadata is ignored, because none of its tables has the url " +
                                    std::string(table_url)});
  }
  return std::nullopt;
}

table_group undescribed_table(std::string_view url) {
  table_group group;
  group.tables.emplace_back().url = url;
  return group;
}

}  // namespace laundromat::csvw
