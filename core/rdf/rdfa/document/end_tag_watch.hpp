// Looks ahead in XML for end tags: an element that lost its own would give what follows it a wrong subject.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/errc.hpp"
#include "core/base/keyed_table.hpp"
#include "core/rdf/rdfa/markup/markup_scanner.hpp"

namespace laundromat::rdfa {

/// XML has no rules that repair what HTML's tree rules repair: of a mismatch it is only known that what the elements around it give to their
/// content is not sure. The watch reads along in front of the document and lets it read an element below the root that has attributes of
/// RDFa only when it has seen its end tag, so that no statement is emitted that a later byte would refute:
///
///     <r about="#1"> … </r>      is balanced: the document reads it
///     <r about="#1"> … </root>   lost its end tag: what inherits from it is skipped, what names its own subject is read
///     <r about="#1"> … </x> …    holds the end of another, whose start was lost or misspelt: the same
///
/// HTML and XHTML are not watched. A start tag that was lost directly in the root, and a file that ends too early, show nothing.
/// Memory: the caller holds back at most `statement_bytes`; an element that is longer is `statement_too_long`, and given up like one
/// that lost its end tag.
class end_tag_watch final : public markup_handler {
 public:
  explicit end_tag_watch(const reader_options& options);

  void push(std::string_view bytes) { scanner_.push(bytes); }
  void finish();
  /// False when the document is none that is watched.
  [[nodiscard]] bool is_needed() const { return is_needed_; }
  /// How much of the document may be read.
  [[nodiscard]] std::uint64_t known_bytes() const {
    return held_ == nothing ? scanner_.offset_bytes() : stack_[held_].begin_bytes;
  }
  /// What is wrong with the end of the element that begins there; forgotten then.
  [[nodiscard]] errc take_fault(std::uint64_t begin_bytes);

  void on_start_tag(const raw_tag& tag) override;
  void on_end_tag(const raw_tag& tag) override;
  void on_long_tag(const text_position& begin, std::uint64_t length_bytes, std::string_view name, bool is_end,
                   bool closes_itself) override;
  void on_text(std::uint64_t offset_bytes, std::string_view raw, raw_text kind) override;
  void on_other(std::uint64_t offset_bytes, std::string_view raw, bool is_complete) override;
  void on_doctype(std::uint64_t offset_bytes, std::string_view raw) override;
  void on_xml_declaration(std::uint64_t) override {
    has_xml_declaration_ = has_xml_declaration_ || !is_decided_;
  }
  [[nodiscard]] bool wants_more() const override { return is_needed_; }

 private:
  struct element {
    std::uint64_t hash = 0, begin_bytes = 0;
    bool matters = false;  ///< has attributes of RDFa and is below the root
  };
  static constexpr std::size_t nothing = static_cast<std::size_t>(-1);

  void decide(const raw_tag* root);
  void open(std::uint64_t begin_bytes, std::uint64_t hash, bool matters);
  void shrink(std::size_t depth);
  void come_to(std::uint64_t end_bytes);

  std::string media_type_, doctype_;
  std::uint64_t most_bytes_;
  markup_scanner scanner_;
  std::vector<element> stack_;
  keyed_map<std::uint64_t, std::vector<std::size_t>> open_by_name_;  // by hash: where they are on the stack
  std::vector<std::size_t> mattering_;                               // likewise, of those that matter
  std::uint64_t deeper_ = 0;    // open elements beyond those of the stack
  std::uint64_t cut_end_ = 0;   // of a tag that encloses others
  std::uint32_t cuts_ = 0;      // of tags before that
  std::size_t held_ = nothing;  // of the stack: the outermost whose end must be seen first
  keyed_map<std::uint64_t, errc> faults_;
  bool is_needed_ = true, is_decided_ = false, has_xml_declaration_ = false;
};

}  // namespace laundromat::rdfa
