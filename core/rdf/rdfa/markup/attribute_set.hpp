// The attributes of one element that RDFa and microdata look at.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/rdfa/markup/char_refs.hpp"
#include "core/rdf/rdfa/markup/tag_scan.hpp"

namespace laundromat::rdfa {

// clang-format off
enum class rdfa_attribute : std::uint8_t {
  about, content, data, datatype, datetime, href, id, inlist, itemid, itemprop, itemprop_reverse, itemref, itemscope, itemtype, lang,
  prefix, property, rel, resource_, rev, role, src, type, typeof_, value, vocab, xml_base, xml_lang, none
};
// clang-format on

/// A range of bytes in the document.
struct raw_place {
  std::uint64_t offset_bytes = 0, length_bytes = 0;
};

/// The whole of a tag.
[[nodiscard]] inline raw_place place_of(const raw_tag& tag) {
  return {tag.offset_bytes, tag.text.size()};
}

struct attribute_value {
  std::string_view text;    ///< decoded
  raw_place place;          ///< of the raw value, without quotes
  bool is_direct = true;    ///< the text is the raw value, byte for byte
  bool is_spoiled = false;  ///< holds U+FFFD for what is no character, or lacks an entity
  errc fault = errc::ok;    ///< why the value is not known, where the profile does not repair that

  /// The place of a part of `text`.
  [[nodiscard]] raw_place place_of(std::string_view part) const {
    if (!is_direct) return place;
    return {place.offset_bytes + static_cast<std::uint64_t>(part.data() - text.data()), part.size()};
  }
  /// The place of all of `text` from `part` on.
  [[nodiscard]] raw_place place_from(std::string_view part) const {
    return place_of(text.substr(static_cast<std::size_t>(part.data() - text.data())));
  }
};

struct namespace_attribute {
  std::string_view prefix;  ///< empty for `xmlns`
  attribute_value iri;
};

/// Whether RDFa reads attributes of that name in XML.
[[nodiscard]] bool concerns_rdfa(std::string_view name);
/// Whether something in a tag looks like an attribute that means something in RDFa. Relations of a void element alone mean nothing.
[[nodiscard]] bool mentions_rdfa(std::string_view markup, bool is_void);
/// Whether the tag changes how names, references and texts within its element are read.
[[nodiscard]] bool sets_names(const raw_tag& tag);
/// Whether an attribute that RDFa reads has a typographic quote where the one around its value belongs. Those of `lang` are reported with
/// the texts.
[[nodiscard]] bool has_typographic_quote(const raw_tag& tag);

/// Reads the attributes of a tag; the views live as long as the tag and until the next call.
class attribute_set {
 public:
  /// The first of several attributes of one name counts. `faults` gets what is wrong with their values, with offsets in the document.
  void read(const raw_tag& tag, bool is_xml, reference_decoder& decoder, const reference_fault_sink& faults);

  [[nodiscard]] bool has(rdfa_attribute which) const { return (present_ & bit(which)) != 0; }
  [[nodiscard]] const attribute_value& operator[](rdfa_attribute which) const {
    return values_[static_cast<std::size_t>(which)];
  }
  /// Whether any of these is there.
  template <class... Which>
  [[nodiscard]] bool has_any(Which... which) const {
    return (present_ & (bit(which) | ...)) != 0;
  }
  [[nodiscard]] const std::vector<namespace_attribute>& namespaces() const { return namespaces_; }
  /// Whether the element can change what its children inherit, or make a statement.
  [[nodiscard]] bool matter() const;
  /// Whether the element changes how names, references and texts within it are read, whatever they are about.
  [[nodiscard]] bool set_names() const {
    return has_any(rdfa_attribute::prefix, rdfa_attribute::vocab, rdfa_attribute::lang,
                   rdfa_attribute::xml_lang, rdfa_attribute::xml_base) ||
           !namespaces_.empty();
  }

 private:
  static constexpr std::size_t count = static_cast<std::size_t>(rdfa_attribute::none);
  static constexpr std::uint32_t bit(rdfa_attribute which) { return 1u << static_cast<unsigned>(which); }
  attribute_value decode(const raw_tag& tag, std::string_view raw, std::string& storage,
                         reference_decoder& decoder, const reference_fault_sink& faults);

  std::uint32_t present_ = 0;
  std::array<attribute_value, count> values_;
  std::array<std::string, count> storage_;
  std::vector<namespace_attribute> namespaces_;
  std::deque<std::string> namespace_storage_;  // its elements never move
};

}  // namespace laundromat::rdfa
