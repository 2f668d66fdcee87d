// Builds the tree of properties.
// SPDX-License-Identifier: Apache-2.0
#include "core/metadata/description.hpp"

#include <algorithm>

#include "core/rdf/model/iri_check.hpp"

namespace laundromat {

namespace {

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

bool is_usable_iri(std::string_view text) {
  term_faults faults;
  std::string room;
  return check_iri(text, wash_profile::strict, faults, room);
}

description& description::add_iri(const vocabulary::property& name, std::string_view text, fact_shape shape) {
  auto valid = to_valid_utf8(std::string(text));
  if (!is_usable_iri(valid)) return add(name, plain_value(std::move(valid)), shape);
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

namespace {

/// Passes on a value without its text.
struct value_viewer {
  value_view operator()(const std::string& value) const { return std::string_view{value}; }
  value_view operator()(const iri_value& value) const { return iri_view{value.iri, value.type}; }
  value_view operator()(const hex_binary& value) const { return hex_view{value.hex}; }
  value_view operator()(const auto& value) const { return value; }
};

/// And back.
struct value_keeper {
  plain_value operator()(std::string_view value) const { return std::string(value); }
  plain_value operator()(const iri_view& value) const {
    return iri_value{std::string(value.iri), value.type};
  }
  plain_value operator()(const hex_view& value) const { return hex_binary{std::string(value.hex)}; }
  plain_value operator()(const auto& value) const { return value; }
};

}  // namespace

void description::write(property_sink& to) const {
  for (const auto& one : facts_) {
    const bool is_array = one.shape == fact_shape::one && one.values.size() + one.parts.size() != 1;
    const auto shape = is_array ? fact_shape::many : one.shape;
    for (const auto& value : one.values) to.add(one.name, std::visit(value_viewer{}, value), shape);
    for (const auto& part : one.parts) {
      to.begin_thing(one.name, part.iri(), part.types(), shape);
      part.write(to);
      to.end_part();
    }
  }
}

void description_builder::end_part() {
  auto ended = std::move(open_.back());
  open_.pop_back();
  auto& above = open_.empty() ? whole_ : open_.back().thing;
  above.add(ended.name, std::move(ended.thing), ended.shape);
}

void description_builder::put(const vocabulary::property& name, const value_view& value, fact_shape shape) {
  (open_.empty() ? whole_ : open_.back().thing).add(name, std::visit(value_keeper{}, value), shape);
}

void description_builder::put_part(const vocabulary::property& name, std::string_view iri, bool is_path,
                                   std::span<const vocabulary::class_name> types, fact_shape shape) {
  const auto& above = open_.empty() ? whole_ : open_.back().thing;
  description thing(is_path ? above.below(iri) : std::string(iri));
  for (const auto& type : types) thing.add_type(type);
  open_.push_back({name, std::move(thing), shape});
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
  return facts_.emplace_back(fact{name, shape, {}, {}});
}

}  // namespace laundromat
