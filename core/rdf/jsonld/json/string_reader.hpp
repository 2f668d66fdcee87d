// Reads strings of JSON: escapes, surrogates, bytes that are not UTF-8, line breaks that should not be there.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/rdf/jsonld/json/fault_list.hpp"

namespace laundromat::jsonld {

/// Adds a node for each string to the tape; a string without escapes points into the text. A string that is damaged, or lacks its quote,
/// becomes a damaged node, which ends with its line; then `ends_damaged` holds until the next string. Source: RFC 8259 section 7.
class string_reader {
 public:
  string_reader(wash_profile profile, fault_list& faults) : profile_(profile), faults_(&faults) {}

  /// Begins with another text.
  void begin(const parsed_text& text) {
    text_ = &text;
    may_be_text_ = ends_damaged_ = false;
  }
  /// Reads the string whose quote is at `at`, and moves `at` behind it. `is_in_object` where it is a part of a member. False, with a
  /// fault, when the text cannot be read.
  [[nodiscard]] bool read(const char*& at, char quote, bool is_in_object);
  /// Reads a string in single quotes, which JavaScript has: kept under `max_recall`, else damaged.
  [[nodiscard]] bool read_single_quoted(const char*& at, bool is_in_object);
  /// Whether the last string that was read is a damaged node without its quote, so that the separator behind it is damaged, too.
  [[nodiscard]] bool ends_damaged() const { return ends_damaged_; }
  /// After a refusal: whether what follows may be the text of the string, so that nothing can be recovered.
  [[nodiscard]] bool may_be_text() const { return may_be_text_; }

 private:
  struct decoding;
  [[nodiscard]] bool decode(const char*& at, char quote, bool is_in_object);
  [[nodiscard]] bool decode_escape(decoding& string);
  [[nodiscard]] bool decode_unicode(decoding& string);
  [[nodiscard]] bool decode_bytes(decoding& string);
  [[nodiscard]] bool finish(decoding& string, const char*& at);
  [[nodiscard]] bool goes_on_as_text(const decoding& string) const;

  wash_profile profile_;
  fault_list* faults_;
  const parsed_text* text_ = nullptr;
  bool ends_damaged_ = false, may_be_text_ = false;
};

}  // namespace laundromat::jsonld
