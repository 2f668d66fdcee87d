// Builds the tree of properties.
// SPDX-License-Identifier: Apache-2.0
#include "core/metadata/description.hpp"

#include <algorithm>

#include "core/rdf/model/iri_check.hpp"
#include "core/rdf/model/utf8.hpp"

namespace laundromat {

namespace {

std::string to_valid_utf8(std::string text) {
  for (auto bad = find_bad_utf8(text); bad != std::string::npos; bad = find_bad_utf8(text))
    text.replace(bad, 1, "\xEF\xBF\xBD");
  return text;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (auto at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

}  // namespace

description& description::add(const vocabulary::property& name, plain_value value, fact_shape shape) {
  if (auto* text = std::get_if<std::string>(&value)) {
    if (text->empty()) return *this;
    *text = to_valid_utf8(std::move(*text));
  }
  if (const auto* time = std::get_if<timestamp>(&value); time != nullptr && to_ms(*time) == 0) return *this;
  fact_of(name, shape).values.push_back(std::move(value));
  return *this;
}

description& description::add(const vocabulary::property& name, description part, fact_shape shape) {
  fact_of(name, shape).parts.push_back(std::move(part));
  return *this;
}

description& description::add_iri(const vocabulary::property& name, std::string_view text, fact_shape shape) {
  auto valid = to_valid_utf8(std::string(text));
  std::string_view iri = valid;
  term_faults faults;
  std::string room;
  if (!check_iri(iri, wash_profile::strict, faults, room))
    return add(name, plain_value(std::move(valid)), shape);
  return add(name, plain_value(iri_value{std::move(valid)}), shape);
}

std::string description::below(std::string_view path) const {
  std::string iri;
  iri.reserve(iri_.size() + path.size() + 8);
  return iri.append(iri_).append("/").append(path);
}

std::string description::below(std::string_view path, std::uint64_t number) const {
  auto iri = below(path);
  return iri.append("/").append(std::to_string(number));
}

metadata_names metadata_names::below(std::string_view public_base) {
  const std::string base{public_base};
  return {base + "id/", base + "graph/meta", base + "catalogue/"};
}

std::string renamed_metadata(std::string text, std::string_view hash, const metadata_names& names) {
  const metadata_names usual;
  replace_all(text, usual.id(hash), names.id(hash));
  replace_all(text, " <" + usual.graph + "> .\n", " <" + names.graph + "> .\n");
  return text;
}

std::string renamed_delta(std::string_view delta, const metadata_names& names) {
  const metadata_names usual;
  std::string out;
  while (!delta.empty()) {
    const auto end = std::min(delta.find('\n'), delta.size() - 1) + 1;
    std::string line{delta.substr(0, end)};
    if (line.starts_with("H ")) replace_all(line, "<" + usual.id_base, "<" + names.id_base);
    out += line;
    delta.remove_prefix(end);
  }
  return out;
}

/// Most facts are added once; the values of one that has several follow each other.
description::fact& description::fact_of(const vocabulary::property& name, fact_shape shape) {
  if (!facts_.empty() && facts_.back().name.key == name.key) return facts_.back();
  const auto same = std::ranges::find(facts_, name.key, [](const fact& one) { return one.name.key; });
  if (same != facts_.end()) return *same;
  const auto room = facts_.get_allocator();
  return facts_.emplace_back(
      fact{name, shape, std::pmr::vector<plain_value>(room), std::pmr::vector<description>(room)});
}

}  // namespace laundromat
