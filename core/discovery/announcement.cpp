// Names of announcements, and the one way to add one.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/announcement.hpp"

#include <algorithm>
#include <array>

#include "core/discovery/media_hint.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

constexpr std::array<std::string_view, 16> kind_names{
    "page",      "sitemap",   "dump",    "sample", "endpoint", "description", "catalogue", "access_page",
    "alternate", "next_page", "linkset", "linked", "pinged",   "archived",    "generated", "other_form"};
static_assert(kind_names.size() == static_cast<std::size_t>(announced_as::last));

constexpr std::array<std::string_view, 6> slicing_names{"",    "subject", "subject-object",
                                                        "CBD", "SCBD",    "MSG"};

/// The URIs that an engine can request.
bool has_scheme_to_request(std::string_view uri) {
  const auto parts = split_uri(uri);
  if (!parts.scheme || !parts.authority || parts.authority->empty()) return false;
  if (!default_port(*parts.scheme)) return false;
  // Paths may contain what a request encodes; a host may not.
  const auto front =
      uri.substr(0, static_cast<std::size_t>(parts.authority->data() - uri.data()) + parts.authority->size());
  return parse_uri(front).has_value() && authority_key(front).has_value();
}

}  // namespace

std::string_view to_string(announced_as kind) {
  const auto index = static_cast<std::size_t>(kind) - 1;
  return index < kind_names.size() ? kind_names[index] : "unknown";
}

std::optional<announced_as> announced_as_from_name(std::string_view name) {
  const auto found = std::ranges::find(kind_names, name);
  if (found == kind_names.end()) return std::nullopt;
  return static_cast<announced_as>(found - kind_names.begin() + 1);
}

std::string_view to_string(slicing_method method) {
  const auto index = static_cast<std::size_t>(method);
  return index < slicing_names.size() ? slicing_names[index] : "";
}

std::optional<slicing_method> slicing_from_name(std::string_view name) {
  for (std::size_t i = 1; i < slicing_names.size(); ++i)
    if (equals_ignoring_case(slicing_names[i], name)) return static_cast<slicing_method>(i);
  return std::nullopt;
}

namespace {

constexpr std::size_t most_related = 100;

}  // namespace

void add_licence(announced_dataset& to, std::string_view licence) {
  if (licence.empty() || licence == to.licence) return;
  if (to.licence.empty())
    to.licence = licence;
  else if (to.more_licences.size() < most_related &&
           std::ranges::find(to.more_licences, licence) == to.more_licences.end())
    to.more_licences.emplace_back(licence);
}

void add_related(std::vector<related_dataset>& to, std::string_view uri, std::string_view by) {
  if (to.size() < most_related && std::ranges::find(to, uri, &related_dataset::uri) == to.end())
    to.push_back({std::string(uri), std::string(by)});
}

bool add_file(announced_dataset& to, std::string_view uri, std::string_view media_type) {
  const auto has = [&](const std::vector<std::string>& uris) {
    return std::ranges::find(uris, uri) != uris.end();
  };
  if (has(to.dumps) || has(to.other_files)) return false;
  const bool may_be_rdf = hint_of(media_type) != rdf_hint::no;
  (may_be_rdf ? to.dumps : to.other_files).emplace_back(uri);
  return may_be_rdf;
}

void note(announcements& found, const announcement_limits& limits, announcement_defect what) {
  ++found.defects_found;
  const auto counted = std::ranges::find(found.defect_counts, what.rule, &defect_count::rule);
  if (counted != found.defect_counts.end())
    ++counted->count;
  else
    found.defect_counts.push_back({what.rule, 1});
  if (found.defects.size() < limits.defects) found.defects.push_back(std::move(what));
}

void announce(announcements& found, const announcement_limits& limits, announcement one) {
  if (!has_scheme_to_request(one.uri))
    return note(found, limits,
                {errc::announcement_value, one.line,
                 "`" + one.uri.substr(0, 200) +
                     "` is no absolute http, https or ftp URI with a valid host; it is not used"});
  if (found.uris.size() < limits.announcements)
    found.uris.push_back(std::move(one));
  else if (found.left_out++ == 0)
    note(found, limits,
         {errc::announcement_limit, one.line,
          "only the first " + std::to_string(limits.announcements) + " URIs are used"});
}

}  // namespace laundromat
