// Implements attribute_set: finds and decodes attributes.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/markup/attribute_set.hpp"

#include <algorithm>

#include "core/rdf/model/typographic_quotes.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat::rdfa {

namespace {

using attr = rdfa_attribute;

struct attribute_name {
  std::string_view name;
  rdfa_attribute which;
};

constexpr attribute_name names[] = {{"id", attr::id},
                                    {"rel", attr::rel},
                                    {"rev", attr::rev},
                                    {"src", attr::src},
                                    {"href", attr::href},
                                    {"data", attr::data},
                                    {"lang", attr::lang},
                                    {"role", attr::role},
                                    {"type", attr::type},
                                    {"about", attr::about},
                                    {"value", attr::value},
                                    {"vocab", attr::vocab},
                                    {"inlist", attr::inlist},
                                    {"itemid", attr::itemid},
                                    {"prefix", attr::prefix},
                                    {"typeof", attr::typeof_},
                                    {"content", attr::content},
                                    {"itemref", attr::itemref},
                                    {"datatype", attr::datatype},
                                    {"datetime", attr::datetime},
                                    {"itemprop", attr::itemprop},
                                    {"itemtype", attr::itemtype},
                                    {"property", attr::property},
                                    {"resource", attr::resource_},
                                    {"xml:base", attr::xml_base},
                                    {"xml:lang", attr::xml_lang},
                                    {"itemscope", attr::itemscope},
                                    {"itemprop-reverse", attr::itemprop_reverse}};

/// Where the names of each length begin; lengths are 0 to 16.
constexpr std::array<std::uint8_t, 18> first_of_length = [] {
  std::array<std::uint8_t, 18> all{};
  for (std::size_t length = 0; length < all.size(); ++length)
    for (const auto& row : names) all[length] += row.name.size() < length ? 1 : 0;
  return all;
}();

rdfa_attribute find_attribute(std::string_view name, bool is_xml) {
  if (name.size() < 2 || name.size() > 16) return attr::none;
  for (auto i = first_of_length[name.size()]; i < first_of_length[name.size() + 1]; ++i) {
    const auto& row = names[i];
    if (to_lower(name[0]) != row.name[0]) continue;
    if (is_xml ? name == row.name : equals_ignoring_case(name, row.name)) return row.which;
  }
  return attr::none;
}

bool is_namespace(std::string_view name, bool is_xml) {
  if (name.size() < 5 || to_lower(name[0]) != 'x') return false;
  const auto head = name.substr(0, 5);
  if (!(is_xml ? head == "xmlns" : equals_ignoring_case(head, "xmlns"))) return false;
  return name.size() == 5 || (name[5] == ':' && name.size() > 6);
}

}  // namespace

bool concerns_rdfa(std::string_view name) {
  return find_attribute(name, true) != attr::none || is_namespace(name, true);
}

bool mentions_rdfa(std::string_view markup, bool is_void) {
  for (auto at = markup.find('='); at != markup.npos; at = markup.find('=', at + 1)) {
    const auto head = trim_html(markup.substr(0, at));
    const auto name = head.substr(head.find_last_of(" \t\r\n\f\"'/<=>") + 1);
    const auto which = find_attribute(name, false);
    const bool is_relation = which == attr::rel || which == attr::rev;
    const bool matters = which != attr::none && which != attr::id && which != attr::type &&
                         which != attr::value && which != attr::data && !(is_void && is_relation);
    if (matters || is_namespace(name, false)) return true;
  }
  return false;
}

bool sets_names(const raw_tag& tag) {
  return std::ranges::any_of(tag.attributes, [](const raw_attribute& one) {
    const auto which = find_attribute(one.name, false);
    return which == attr::prefix || which == attr::vocab || which == attr::lang || which == attr::xml_lang ||
           which == attr::xml_base || is_namespace(one.name, false);
  });
}

bool has_typographic_quote(const raw_tag& tag) {
  if ((tag.oddities & bare_value) == 0) return false;
  const auto is_hit = [](const raw_attribute& one) {
    const bool is_guillemet = one.value.starts_with("\u00AB") || one.value.starts_with("\u00BB");
    if (typographic_quote(one.value) == 0 && !is_guillemet) return false;
    const char before = *(one.value.data() - 1);
    if (before == '"' || before == '\'') return false;
    const auto which = find_attribute(one.name, false);
    const bool is_read = which != attr::none && which != attr::id && which != attr::type &&
                         which != attr::lang && which != attr::xml_lang;
    return is_read || is_namespace(one.name, false);
  };
  return std::ranges::any_of(tag.attributes, is_hit);
}

attribute_value attribute_set::decode(const raw_tag& tag, std::string_view raw, std::string& storage,
                                      reference_decoder& decoder, const reference_fault_sink& faults) {
  attribute_value found;
  const auto offset = tag.offset_bytes + static_cast<std::uint64_t>(raw.data() - tag.text.data());
  found.place = {offset, raw.size()};
  found.text = raw;
  if (raw.empty() || reference_decoder::is_plain(raw, raw_text::attribute)) return found;
  storage.clear();
  decoder.decode(raw, raw_text::attribute, storage, [&](reference_fault fault) {
    if (fault.after == "\xEF\xBF\xBD" || fault.done == treatment::skip) found.is_spoiled = true;
    if (fault.done == treatment::skip && found.fault == errc::ok) found.fault = fault.rule;
    fault.offset += offset;
    faults(fault);
  });
  found.is_direct = storage == raw;
  if (!found.is_direct) found.text = storage;
  return found;
}

void attribute_set::read(const raw_tag& tag, bool is_xml, reference_decoder& decoder,
                         const reference_fault_sink& faults) {
  present_ = 0;
  namespaces_.clear();
  const auto value_of = [&](const raw_attribute& one, std::string& storage) {
    auto found = decode(tag, one.value, storage, decoder, faults);
    const auto name_begin = static_cast<std::uint64_t>(one.name.data() - tag.text.data());
    if (one.value.empty()) found.place.offset_bytes = tag.offset_bytes + name_begin;
    return found;
  };
  for (const auto& attribute : tag.attributes) {
    const auto which = find_attribute(attribute.name, is_xml);
    if (which != attr::none) {
      if (has(which)) continue;
      present_ |= bit(which);
      const auto at = static_cast<std::size_t>(which);
      values_[at] = value_of(attribute, storage_[at]);
    } else if (is_namespace(attribute.name, is_xml)) {
      const auto at = namespaces_.size();
      if (namespace_storage_.size() <= at) namespace_storage_.emplace_back();
      const auto name = attribute.name.size() > 6 ? attribute.name.substr(6) : std::string_view{};
      namespaces_.push_back({name, value_of(attribute, namespace_storage_[at])});
    }
  }
}

bool attribute_set::matter() const {
  return has_any(attr::about, attr::href, attr::src, attr::lang, attr::xml_lang, attr::prefix, attr::property,
                 attr::rel, attr::rev, attr::resource_, attr::typeof_, attr::vocab, attr::role,
                 attr::xml_base) ||
         !namespaces_.empty();
}

}  // namespace laundromat::rdfa
