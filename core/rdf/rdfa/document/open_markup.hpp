// Comments and the like: markup that is no element, and may have lost its end, or hide what was meant to be read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/rdf/rdfa/document/markup_damage.hpp"

namespace laundromat::rdfa {

/// Sees comments, instructions, sections and document types as they pass, and decides what is lost with one whose end is missing or
/// ambiguous. The caller has made sure that nothing is being skipped where a function says so.
class open_markup {
 public:
  static constexpr std::uint64_t nowhere = static_cast<std::uint64_t>(-1);

  open_markup(const reader_limits& limits, fault_log& faults, byte_account& account, skipped_range& skips,
              markup_dialect& dialect, open_elements& elements, evaluator& evaluation, markup_damage& damage)
      : limits_(limits),
        faults_(&faults),
        account_(&account),
        skips_(&skips),
        dialect_(&dialect),
        elements_(&elements),
        evaluator_(&evaluation),
        damage_(&damage) {}

  /// A piece of markup that is no element. The first one begins it; a literal around it is skipped where some of its text was meant to
  /// come from there. At the end of a bogus comment within a literal, that is reported.
  void pass(std::uint64_t offset_bytes, std::string_view raw, bool is_complete);
  /// The piece at hand has come to an end that need not be its own.
  void end_piece() { is_within_ = false; }

  /// A bogus comment that may have lost its own `>`; `holds_markup` where a tag begins within. Nothing is being skipped.
  void read_open_bogus(const text_position& begin, std::uint64_t end_bytes, bool holds_markup);
  /// A comment that may have lost its end before the last comment within it begins: `raw` is the text before that; empty when it is too
  /// long to be examined. Nothing is being skipped.
  void read_nested_comment(const text_position& begin, std::uint64_t end_bytes, std::string_view raw);
  /// A comment with white space within its end, which HTML does not take for the end. Nothing is being skipped.
  void read_spaced_comment(const text_position& begin, std::uint64_t end_bytes);
  /// A document type that lacks its `>`: no tag is within it, so it has lost that and nothing else. Nothing is being skipped.
  void read_open_doctype(raw_place place, std::string_view raw);

  /// Where markup begins that was taken in by other markup without its `>`.
  [[nodiscard]] std::uint64_t taken_at() const { return taken_at_; }

 private:
  void begin(std::uint64_t offset_bytes, std::string_view raw);

  reader_limits limits_;
  fault_log* faults_;
  byte_account* account_;
  skipped_range* skips_;
  markup_dialect* dialect_;
  open_elements* elements_;
  evaluator* evaluator_;
  markup_damage* damage_;
  bool is_within_ = false;               ///< some of the markup was passed, not all
  bool is_hidden_section_ = false;       ///< it is a section of XML that HTML does not read
  std::optional<located_place> hidden_;  ///< what HTML takes for a comment, within a literal
  std::uint64_t taken_at_ = nowhere;
};

}  // namespace laundromat::rdfa
