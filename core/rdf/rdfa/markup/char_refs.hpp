// Character references in markup: decoding of `&amp;`, `&#x41;` and declared entities.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/base/errc.hpp"
#include "core/base/keyed_table.hpp"
#include "core/rdf/model/taxonomy.hpp"

namespace laundromat::rdfa {

/// A fault in a span of raw text, mostly a character reference; the caller adds the offset of the text.
struct reference_fault {
  errc rule{};
  treatment done{};
  std::size_t offset = 0, length = 0;  ///< in the raw text
  std::string_view after;              ///< what took its place
};
using reference_fault_sink = std::function<void(const reference_fault&)>;

/// From `&` to `;`, in bytes: a text is not cut within references up to this length, and longer ones are none.
inline constexpr std::size_t longest_reference = 1024;

enum class raw_text : std::uint8_t {
  content,    ///< text between tags
  attribute,  ///< between quotes, or bare
  verbatim,   ///< CDATA, script, style: no references
};

/// Turns raw text into characters: references resolved, line ends normalised, U+FFFD for bytes that are not UTF-8. Holds the entities
/// that a document declares (internal general ones only; nothing external is ever opened).
class reference_decoder {
 public:
  reference_decoder(wash_profile profile, std::uint64_t entity_bytes)
      : profile_(profile), entity_budget_(entity_bytes) {}

  /// XML knows five names and what the document declares, needs semicolons, and folds line breaks in attributes to spaces.
  void use_xml(bool is_xml) { is_xml_ = is_xml; }
  /// Takes the `<!ENTITY name "value">` declarations of a DOCTYPE with internal subset.
  void declare_entities(std::string_view doctype);
  /// Whether `raw` decodes to itself, so that it need not be decoded.
  [[nodiscard]] static bool is_plain(std::string_view raw, raw_text kind);
  /// Appends the decoded `raw`. `raw` is cut at no reference, character or CR LF.
  void decode(std::string_view raw, raw_text kind, std::string& out, const reference_fault_sink& on_fault);

 private:
  std::size_t decode_reference(std::string_view raw, std::size_t at, raw_text kind, std::string& out,
                               const reference_fault_sink& on_fault);
  std::size_t decode_number(std::string_view raw, std::size_t at, std::string& out,
                            const reference_fault_sink& on_fault);
  std::size_t decode_xml_name(std::string_view raw, std::size_t at, raw_text kind, std::string& out,
                              const reference_fault_sink& on_fault);
  std::size_t decode_html_name(std::string_view raw, std::size_t at, raw_text kind, std::string& out,
                               const reference_fault_sink& on_fault);
  errc expand(std::string_view name, raw_text kind, std::string& out);
  treatment may(errc rule) const { return treatment_of(rule, profile_); }

  wash_profile profile_;
  bool is_xml_ = false;
  std::uint64_t entity_budget_;
  keyed_map<std::string, std::string> entities_;
};

}  // namespace laundromat::rdfa
