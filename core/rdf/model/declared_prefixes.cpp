// Chooses the declared prefixes to keep, and their form on disk.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/declared_prefixes.hpp"

#include <algorithm>

#include "core/rdf/model/utf8.hpp"
#include "core/rdf/model/well_known_prefixes.hpp"
#include "core/rdf/values/xml_name.hpp"

namespace laundromat {

namespace {

constexpr std::string_view between = ": ";

/// PN_PREFIX is an NCName that begins with a letter and does not end with a dot.
bool is_writable_name(std::string_view name) {
  return name.empty() ||
         (is_xml_name(name) && name.find(':') == name.npos && name.front() != '_' && !name.ends_with('.'));
}

bool is_writable_iri(std::string_view iri) {
  constexpr std::string_view escaped = "<>\"{}|^`\\\x7F";
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto colon = iri.find(':');
  return !iri.empty() && is_letter(iri.front()) && colon != iri.npos && iri.find_first_of("#/?") > colon &&
         std::ranges::none_of(iri, [&](char c) {
           return static_cast<unsigned char>(c) <= 0x20 || escaped.find(c) != escaped.npos;
         });
}

bool is_common(std::string_view name, std::string_view iri) {
  return std::ranges::any_of(well_known_prefixes(), [&](const well_known_prefix& row) {
    return row.is_written && row.name == name && row.iri == iri;
  });
}

}  // namespace

bool declared_prefixes::add(std::string_view name, std::string_view iri) {
  if (by_name_.size() == most || by_name_.contains(name) || iris_.contains(iri)) return false;
  if (name.size() + iri.size() > most_bytes - held_bytes_) return false;
  if (!is_writable_name(name) || !is_writable_iri(iri)) return false;
  if (find_bad_utf8(name) != name.npos || find_bad_utf8(iri) != iri.npos) return false;
  held_bytes_ += name.size() + iri.size();
  iris_.insert(by_name_.emplace(name, iri).first->second);
  return true;
}

std::string declared_prefixes::lines() const {
  std::string out;
  for (const auto& [name, iri] : by_name_)
    if (!is_common(name, iri)) out.append(name).append(between).append(iri).push_back('\n');
  return out;
}

std::vector<prefix> read_declared_prefixes(std::string_view lines) {
  std::vector<prefix> out;
  declared_prefixes seen;
  while (!lines.empty()) {
    const auto end = std::min(lines.find('\n'), lines.size());
    const auto line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    const auto colon = line.find(between);
    if (colon == line.npos) continue;
    const auto name = line.substr(0, colon), iri = line.substr(colon + between.size());
    if (seen.add(name, iri)) out.push_back({std::string(name), std::string(iri)});
  }
  return out;
}

}  // namespace laundromat
