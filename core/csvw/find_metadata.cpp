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

}  // namespace

std::vector<std::string> site_places(std::string_view table_url, metadata_loader& loader) {
  std::vector<std::string> places;
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
    if (compiled->expand(url_variable(plain), place)) places.push_back(resolve(table_url, place));
  }
  return places;
}

std::optional<std::size_t> find_table(const table_group& group, std::string_view url) {
  const auto wanted = comparable_url(url);
  for (std::size_t i = 0; i < group.tables.size(); ++i)
    if (comparable_url(group.tables[i].url) == wanted) return i;
  return std::nullopt;
}

std::optional<table_group> find_metadata(std::string_view table_url, std::span<const std::string> links,
                                         metadata_loader& loader, problem_sink& problems,
                                         const metadata_limits& limits) {
  const auto metadata_at = [&](const std::string& place) -> std::optional<table_group> {
    const auto bytes = loader.load(place);
    if (!bytes) return std::nullopt;
    auto group = read_metadata(*bytes, place, loader, problems, limits);
    if (!group || find_table(*group, table_url)) return group;
    problems.on_problem({.level = severity::warning,
                         .document = place,
                         .message = "this metadata is ignored, because none of its tables has the url " +
                                    std::string(table_url)});
    return std::nullopt;
  };
  for (const auto& place : links)
    if (auto group = metadata_at(place)) return group;
  for (const auto& place : site_places(table_url, loader))
    if (auto group = metadata_at(place)) return group;
  return std::nullopt;
}

table_group undescribed_table(std::string_view url) {
  table_group group;
  group.tables.emplace_back().url = url;
  return group;
}

}  // namespace laundromat::csvw
