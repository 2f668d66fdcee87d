// The way of texts and tags into the literals that are being collected.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/rdf/rdfa/evaluation/byte_account.hpp"
#include "core/rdf/rdfa/evaluation/evaluator.hpp"
#include "core/rdf/rdfa/markup/char_refs.hpp"
#include "core/rdf/rdfa/microdata/microdata.hpp"

namespace laundromat::rdfa {

/// Decodes texts, and tags within literals of markup, and gives up literals that become too long. A span is the text between two pieces
/// of markup; it may come in parts.
class literal_input {
 public:
  /// `report` gets what is wrong with character references, with offsets in the document.
  literal_input(evaluator& evaluation, microdata& items, reference_decoder& decoder, byte_account& account,
                reference_fault_sink report)
      : evaluator_(&evaluation),
        items_(&items),
        decoder_(&decoder),
        account_(&account),
        report_(std::move(report)) {}

  /// Reads a part of a span. True when it is collected; then its bytes are accounted for. `is_visible` is false where texts are no part of
  /// the page. Of a text that is not collected, XML's references are checked.
  [[nodiscard]] bool add_text(std::uint64_t offset_bytes, std::string_view raw, raw_text kind,
                              bool is_visible, bool is_xml);
  /// Adds a start tag to the literals of markup, and returns its name as they have it, until the next call.
  [[nodiscard]] std::string_view add_start_tag(const raw_tag& tag, bool is_xml);
  /// A line break at `offset_bytes` is no text (HTML Living Standard, 13.2.6.4.7).
  void ignore_line_break(std::uint64_t offset_bytes) { ignored_break_ = offset_bytes; }

  void end_span() { has_overflowed_ = ends_in_reference_ = false; }
  /// Whether a literal was given up in this span, wherever in it.
  [[nodiscard]] bool has_overflowed() const { return has_overflowed_; }
  /// Whether the span ends within what may become a character reference.
  [[nodiscard]] bool ends_in_reference() const { return ends_in_reference_; }

 private:
  evaluator* evaluator_;
  microdata* items_;
  reference_decoder* decoder_;
  byte_account* account_;
  reference_fault_sink report_;
  std::string text_, name_;
  std::vector<std::pair<std::string, std::string>> attributes_;
  std::uint64_t ignored_break_ = 0;
  bool has_overflowed_ = false, ends_in_reference_ = false;
};

}  // namespace laundromat::rdfa
