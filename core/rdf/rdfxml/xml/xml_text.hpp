// Character data and attribute values: references resolved, line ends made one, bytes that XML does not allow found.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/errc.hpp"
#include "core/rdf/model/taxonomy.hpp"
#include "core/rdf/rdfxml/xml/xml_entities.hpp"

namespace laundromat::rdfxml {

enum class xml_text_kind : std::uint8_t { content, attribute, cdata };

/// Something wrong in a text, at `offset` of it.
struct xml_text_fault {
  errc rule{};
  treatment done{};
  std::size_t offset = 0, length = 0;
  std::string after;              ///< its replacement
  std::string_view message = {};  ///< what the meaning of the rule does not say; often empty
};

/// One for a document; clean texts cost no allocation.
class xml_text_decoder {
 public:
  /// `text_bytes` is how long `out` may become through references.
  xml_text_decoder(std::uint64_t entity_bytes, std::uint64_t text_bytes, wash_profile profile)
      : entities_(entity_bytes), text_bytes_(text_bytes), profile_(profile) {}

  [[nodiscard]] xml_entities& entities() { return entities_; }
  /// Appends the characters that `raw` means to `out`: valid UTF-8, whatever `raw` is. In attributes, literal white space
  /// becomes spaces (XML 1.0 section 3.3.3). `read_bytes` is how far the document was read. Returns whether a fault asks for `skip`.
  [[nodiscard]] bool decode(std::string_view raw, xml_text_kind kind, std::uint64_t read_bytes,
                            std::string& out);
  /// What the last call found, in the order of offsets.
  [[nodiscard]] std::span<const xml_text_fault> faults() const { return faults_; }

 private:
  [[nodiscard]] std::size_t decode_reference(std::string_view raw, std::size_t at, std::uint64_t read_bytes,
                                             std::string& out);
  void decode_unknown(std::string_view reference, std::size_t at, std::string& out);
  [[nodiscard]] std::size_t decode_special(std::string_view raw, std::size_t at, xml_text_kind kind,
                                           std::string& out);
  bool repair(errc rule, std::size_t offset, std::size_t length, std::string_view after);
  void note_odd(std::size_t offset, std::size_t length);
  void refuse(errc rule, std::size_t offset, std::size_t length, std::string_view message = {});

  xml_entities entities_;
  std::uint64_t text_bytes_;
  wash_profile profile_;
  std::vector<xml_text_fault> faults_;
};

/// Appends `text` as the value of an attribute between double quotes, spelled as Canonical XML 1.0
/// section 2.3 has it.
void append_attribute_value(std::string& out, std::string_view text);

}  // namespace laundromat::rdfxml
