// Implements the rewriting of start tags: copies what is well-formed, and replaces or leaves out the rest.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/xml/tag_rewriter.hpp"

#include <algorithm>
#include <cstring>
#include <ranges>

#include "core/rdf/model/utf8.hpp"
#include "core/rdf/rdfxml/xml/rdf_xml_namespaces.hpp"
#include "core/rdf/values/xml_name.hpp"

namespace laundromat::rdfxml {

namespace {

/// What bytes a tag has.
struct tag_bytes {
  bool has_breaks = false;  ///< tabs or line ends
  bool has_high = false;
  bool is_special = false;  ///< it has references, or bytes that libxml2 must not see as they are
};

/// Reads eight bytes at a time, as long as they are plain.
tag_bytes bytes_of(std::string_view raw) {
  constexpr std::uint64_t ones = 0x0101010101010101u, highs = 0x8080808080808080u;
  constexpr tag_bytes special{true, true, true};
  tag_bytes out;
  for (std::size_t i = 0; i < raw.size();) {
    std::uint64_t word = 0;
    const auto length = std::min<std::size_t>(8, raw.size() - i);
    std::memcpy(&word, raw.data() + i, length);
    const auto end = i + length;
    const auto ampersands = word ^ (ones * '&');
    // A byte below 0x20, above 0x7F, or an ampersand sets the high bit of its place, or of one behind it.
    if (length == 8 && (((word - ones * 0x20) | word | (ampersands - ones)) & highs) == 0) {
      i = end;
      continue;
    }
    for (; i < end; ++i) {
      const auto byte = static_cast<unsigned char>(raw[i]);
      if (raw[i] == '&' || (byte < 0x20 && !is_white_space(raw[i]))) return special;
      out.has_breaks = out.has_breaks || byte < 0x20;
      out.has_high = out.has_high || byte >= 0x80;
    }
  }
  if (!out.has_high) return out;
  for (const std::string_view odd : {"\xEF\xBF", "\xEF\xB7", "\xBF\xBE", "\xBF\xBF"})
    if (raw.find(odd) != raw.npos) return special;
  return find_bad_utf8(raw) != raw.npos ? special : out;
}

/// Whether white space in a value is not what the value means (XML 1.0 section 3.3.3).
bool has_break(std::string_view value) {
  return find_near(value, 0, [](char c) { return c == '\t' || is_line_end(c); }) != value.npos;
}

/// Whether the values are those that the tag shows, as far as white space goes.
bool has_plain_values(const raw_tag& raw, const xml_tag& lexed) {
  return std::ranges::none_of(lexed.attributes, [&](const auto& one) {
    return has_break(raw.text.substr(one.value, one.value_length));
  });
}

/// Whether the name declares a prefix, or the namespace without one, and not one that is XML's own.
bool may_declare(std::string_view name) {
  return name != "xmlns:" && name != "xmlns:xml" && name != "xmlns:xmlns";
}

/// Whether a namespace may have that name (Namespaces in XML 1.0 sections 2.2 and 3).
bool declares_well(std::string_view name, std::string_view iri) {
  constexpr std::string_view declarations = "http://www.w3.org/2000/xmlns/";
  if (name == "xmlns:xml") return iri == xml_namespace;
  return may_declare(name) && iri != xml_namespace && iri != declarations &&
         (name == "xmlns" || !iri.empty());
}

/// Whether libxml2 will take the name.
bool is_good_name(std::string_view name) {
  return std::ranges::all_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x80; }) ||
         (find_bad_utf8(name) == name.npos && is_xml_name(name));
}

}  // namespace

sax_tag tag_rewriter::rewrite(const raw_tag& raw, const xml_tag& lexed, errc lost_rule) {
  const auto bytes = bytes_of(raw.text);
  has_high_ = bytes.has_high;
  const bool has_defaults = decoder_.entities().defaults_of(raw.name) != nullptr;
  faults_.clear();
  lost_.clear();
  const bool usual = !has_defaults && !has_high_ && is_usual(raw, lexed);
  const bool is_whole = usual || list_attributes(raw, lexed, lost_rule);
  name_fault_ = fault_of_name(raw.name);
  if (usual) attributes_ = lexed.attributes;
  if (name_fault_ != errc::ok) {
    if (!usual) attributes_ = listed_;
    return {};
  }
  const bool is_clean =
      !has_defaults && is_whole && !bytes.is_special && !lexed.has_markup_in_value && !lexed.is_repaired;
  sax_tag tag{is_clean ? raw.text : write_tag(raw, lexed), raw.name, lexed.attributes};
  tag.is_plain = is_clean && usual && (!bytes.has_breaks || has_plain_values(raw, lexed));
  tag.declares = !usual && (listed_.size() < lexed.attributes.size() || has_defaults);
  if (!usual) attributes_ = listed_;
  return tag;
}

errc tag_rewriter::fault_of_name(std::string_view name) const {
  if (name.size() > name_bytes_) return errc::term_too_long;
  return !has_high_ || is_good_name(name) ? errc::ok : errc::xml_syntax;
}

/// Whether libxml2 is shown all attributes as they are, as in nearly all tags.
bool tag_rewriter::is_usual(const raw_tag& raw, const xml_tag& lexed) const {
  return !lexed.has_lost && raw.text.size() <= name_bytes_ &&
         std::ranges::none_of(lexed.attributes, [&](const auto& one) {
           return declares_namespace(raw.text.substr(one.begin, one.name_length));
         });
}

/// Separates the attributes that libxml2 is shown from what is lost. Returns whether nothing is.
bool tag_rewriter::list_attributes(const raw_tag& raw, const xml_tag& lexed, errc lost_rule) {
  listed_.clear();
  for (const auto& one : lexed.attributes) {
    const auto name = raw.text.substr(one.begin, one.name_length);
    const bool is_namespace = declares_namespace(name);
    const auto fault = one.name_length == 0 ? lost_rule : fault_of_name(name);
    const bool is_known = fault == errc::ok;
    if (is_known && !is_namespace && !one.is_repeated) {
      listed_.push_back(one);
      continue;
    }
    if (is_known && !one.is_lost && !one.is_repeated &&
        declares_well(name, raw.text.substr(one.value, one.value_length)))
      continue;
    const auto text = raw.text.substr(one.begin, one.end - one.begin);
    const auto holds = [&](std::string_view word) { return !is_known && text.find(word) != text.npos; };
    lost_.push_back({raw.begin + one.begin, raw.begin + one.end, is_known ? errc::bad_attribute : fault,
                     is_known, holds("base"), holds("lang"), holds("xmlns")});
  }
  return lost_.empty() && !lexed.has_lost;
}

std::string_view tag_rewriter::write_tag(const raw_tag& raw, const xml_tag& lexed) {
  written_.assign("<").append(raw.name);
  std::size_t index = 0;
  for (const auto& one : lexed.attributes) {
    const auto name = raw.text.substr(one.begin, one.name_length);
    if (one.is_repeated || name.empty() || fault_of_name(name) != errc::ok) continue;
    const bool is_namespace = declares_namespace(name);
    const bool is_lost =
        one.is_lost || (is_namespace && !declares_well(name, raw.text.substr(one.value, one.value_length)));
    if (!is_lost)
      write_attribute(raw, one, is_namespace ? std::string_view::npos : index);
    else if (!is_namespace || may_declare(name))
      write_value(name, is_namespace ? unknown_namespace : "", true);
    if (!is_namespace) ++index;
  }
  if (const auto* defaults = decoder_.entities().defaults_of(raw.name); defaults != nullptr)
    write_defaults(raw, lexed, *defaults);
  return written_.append(raw.is_empty ? "/>" : ">");
}

void tag_rewriter::write_value(std::string_view name, std::string_view value, bool is_escaped) {
  written_.append(" ").append(name).append("=\"");
  if (is_escaped)
    written_.append(value);
  else
    append_attribute_value(written_, value);
  written_.push_back('"');
}

/// Adds the attributes that the document type gives the element. They are nowhere in the tag; one that cannot be read is lost, and all of
/// them are where they go beyond the budget of the document.
void tag_rewriter::write_defaults(const raw_tag& raw, const xml_tag& lexed,
                                  const xml_entities::attribute_defaults& defaults) {
  const auto at = 1 + raw.name.size();
  if (!decoder_.entities().spend(defaults, raw.begin)) {
    lost_.push_back({raw.begin + at, raw.begin + at, errc::entity_limit, false, defaults.has_base,
                     defaults.has_language, defaults.has_namespace});
    return;
  }
  for (const auto& [name, value] : defaults.all) {
    const bool is_given = std::ranges::any_of(lexed.attributes, [&, &wanted = name](const auto& one) {
      return raw.text.substr(one.begin, one.name_length) == wanted;
    });
    if (is_given) continue;
    decoded_.clear();
    xml_attribute one{at, 0, at, 0, at};
    one.is_lost = !decoder_.decode(value, xml_text_kind::attribute, raw.begin, decoded_);
    const bool is_namespace = declares_namespace(name);
    if (is_namespace && (one.is_lost || !declares_well(name, decoded_))) continue;
    write_value(name, one.is_lost ? std::string_view() : decoded_, false);
    if (!is_namespace) listed_.push_back(one);
  }
}

/// `index` is that in `listed_`, or `npos` for the declaration of a namespace.
void tag_rewriter::write_attribute(const raw_tag& raw, const xml_attribute& one, std::size_t index) {
  const auto name = raw.text.substr(one.begin, one.name_length),
             value = raw.text.substr(one.value, one.value_length);
  const bool is_namespace = index == std::string_view::npos;
  decoded_.clear();
  const bool is_good = decoder_.decode(value, xml_text_kind::attribute, raw.begin, decoded_);
  if (one.is_repaired) {
    std::string spelled(value);
    const auto faults = decoder_.faults();
    for (auto fault = faults.rbegin(); fault != faults.rend(); ++fault)
      if (fault->done == treatment::repair) spelled.replace(fault->offset, fault->length, fault->after);
    faults_.push_back({index, errc::bad_attribute, treatment::repair, raw.begin + one.begin,
                       raw.begin + one.end, std::string(name).append("=\"").append(spelled) + '"'});
  }
  for (const auto& fault : decoder_.faults()) {
    const auto begin = raw.begin + one.value + fault.offset;
    if (is_namespace && fault.done == treatment::skip)
      lost_.push_back({begin, begin + fault.length, fault.rule, true});
    else
      faults_.push_back({index, fault.rule, fault.done, begin, begin + fault.length, fault.after});
  }
  // A namespace that cannot be read leaves its prefix undeclared; elements around may declare another.
  if (!is_good && is_namespace && raw.is_root) return;
  if (is_good)
    write_value(name, decoded_, false);
  else
    write_value(name, is_namespace ? unknown_namespace : "", true);
}

}  // namespace laundromat::rdfxml
