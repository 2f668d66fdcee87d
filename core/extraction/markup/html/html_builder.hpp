// Makes a tree of an HTML document that is in memory.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/extraction/markup/account/document_account.hpp"
#include "core/extraction/markup/tree/markup_tree.hpp"
#include "core/extraction/model/extraction_limits.hpp"
#include "core/rdf/rdfa/markup/markup_scanner.hpp"

namespace laundromat::markup {

/// Reads the source of a tree with the scanner and the tree rules that read RDFa, too. Node 0 is the document. Elements that HTML implies (`tbody`,
/// `head`) are no nodes, but nodes know that they are in them (`markup_node::implied`); what HTML would move before a table stays where it is written.
/// Elements that nest deeper than the limit are left out with all that is in them, and so is everything behind as many nodes as `document_bytes`
/// has room for (one for 16 bytes). Time: the length of the document times the limit of nesting at most.
class html_builder final : public rdfa::markup_handler {
 public:
  html_builder(const extraction_limits& limits, wash_profile profile, markup_tree& tree,
               document_account& account);
  ~html_builder() override;

  void build();
  /// A place where the profile allows no repair, a tag that has taken in others (`unterminated`), or a zero byte (`doubtful_rows`): the record that it is in cannot be used.
  struct spoiled_place {
    std::uint64_t offset_bytes;
    errc rule;
  };
  /// In the order of the document.
  [[nodiscard]] const std::vector<spoiled_place>& spoiled() const { return spoiled_; }

  void on_start_tag(const rdfa::raw_tag& tag) override;
  void on_end_tag(const rdfa::raw_tag& tag) override;
  void on_long_tag(const text_position& begin, std::uint64_t length_bytes, std::string_view name, bool is_end,
                   bool closes_itself) override;
  void on_text(std::uint64_t offset_bytes, std::string_view raw, rdfa::raw_text kind) override;
  void on_nested_comment(const text_position& begin, std::uint64_t end_bytes, std::string_view raw) override;
  void on_doctype(std::uint64_t offset_bytes, std::string_view raw) override;
  void on_unterminated(std::uint64_t offset_bytes, std::string_view raw, const text_position& begin) override;
  [[nodiscard]] bool wants_more() const override { return true; }

 private:
  struct rules;

  [[nodiscard]] bool is_full(std::uint64_t offset_bytes);
  [[nodiscard]] node_index parent() const;
  [[nodiscard]] std::uint8_t implied_around(rdfa::html_tag kind);
  void push(const rdfa::raw_tag& tag, std::uint64_t hash, rdfa::html_tag kind, bool is_foreign,
            node_index node);
  void imply_root(std::uint64_t offset_bytes);
  void close_top();
  void detach(std::size_t index);
  void end_deep(std::uint64_t offset_bytes);
  void report(errc rule, treatment done, std::uint64_t offset_bytes, std::uint64_t length_bytes,
              std::string message);

  extraction_limits limits_;
  markup_tree& tree_;
  document_account& account_;
  rdfa::markup_scanner scanner_;
  rdfa::reference_decoder decoder_;
  rdfa::reference_fault_sink on_fault_;
  std::unique_ptr<rules> rules_;
  std::vector<node_index>
      open_;  ///< the nodes of the elements that the rules have open; `no_node` where one has ended already
  std::uint64_t piece_begin_ = 0, piece_end_ = 0;  ///< of the tag or text at hand
  std::uint64_t piece_hash_ = 0;                   ///< of the name of the end tag at hand, else 0
  std::uint64_t deep_begin_ = 0, full_at_ = 0;
  std::optional<std::uint64_t>
      raw_text_begin_;  ///< of the element that is open and has no elements, as `script`
  std::size_t most_nodes_;
  std::vector<spoiled_place> spoiled_;
  bool is_full_ = false, has_empty_element_tags_ = false;
  bool has_body_ = false;  ///< what follows, outside of `head`, is in the body
};

}  // namespace laundromat::markup
