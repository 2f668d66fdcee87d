// A markup document as it comes in: decides the host language, keeps the open elements, and has each evaluated.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "core/rdf/rdfa/document/deep_elements.hpp"
#include "core/rdf/rdfa/document/element_ends.hpp"
#include "core/rdf/rdfa/document/embedded_block.hpp"
#include "core/rdf/rdfa/document/end_tag_watch.hpp"
#include "core/rdf/rdfa/document/html_tree.hpp"
#include "core/rdf/rdfa/document/literal_input.hpp"
#include "core/rdf/rdfa/document/markup_damage.hpp"
#include "core/rdf/rdfa/document/markup_dialect.hpp"
#include "core/rdf/rdfa/document/open_elements.hpp"
#include "core/rdf/rdfa/document/open_markup.hpp"
#include "core/rdf/rdfa/document/skipped_range.hpp"
#include "core/rdf/rdfa/document/tag_repair.hpp"
#include "core/rdf/rdfa/evaluation/evaluator.hpp"
#include "core/rdf/rdfa/markup/markup_scanner.hpp"

namespace laundromat::rdfa {

class markup_document final : public markup_handler {
 public:
  markup_document(const reader_options& options, embedded_reader_factory factory, statement_sink& sink);

  void push(std::string_view bytes) { scanner_.push(bytes); }
  /// Closes what is still open.
  void finish();
  /// The base that `base` declares; later declarations then do not count.
  void set_base(std::string_view iri);
  /// The look ahead that finds the elements that lost their end tags; null for none. Outlives the reading.
  void use_watch(end_tag_watch* watch) { watch_ = watch; }
  [[nodiscard]] const result<void>& outcome() const { return output_.outcome(); }

  void on_start_tag(const raw_tag& tag) override;
  void on_end_tag(const raw_tag& whole) override;
  void on_long_tag(const text_position& begin, std::uint64_t length_bytes, std::string_view name, bool is_end,
                   bool closes_itself) override;
  void on_text(std::uint64_t offset_bytes, std::string_view raw, raw_text kind) override;
  void on_bare_tag(std::uint64_t offset_bytes, std::string_view raw) override;
  void on_other(std::uint64_t offset_bytes, std::string_view raw, bool is_complete) override;
  void on_doctype(std::uint64_t offset_bytes, std::string_view raw) override;
  void on_bogus(std::uint64_t offset_bytes, std::string_view raw) override;
  void on_open_bogus(const text_position& begin, std::uint64_t end_bytes, bool holds_markup) override;
  void on_nested_comment(const text_position& begin, std::uint64_t end_bytes, std::string_view raw) override;
  void on_spaced_comment(const text_position& begin, std::uint64_t end_bytes) override;
  void on_xml_declaration(std::uint64_t offset_bytes) override;
  void on_unterminated(std::uint64_t offset_bytes, std::string_view raw, const text_position& begin) override;
  [[nodiscard]] bool wants_more() const override { return output_.outcome().has_value(); }
  void on_bytes_going() override;

 private:
  // markup_document.cpp: text, other markup, beginnings and ends
  void decide_host(const raw_tag* root);
  void begin_document(raw_place place);
  void forget_document(raw_place place);
  void end_base_search(html_tag before);
  void begin_chunk(std::uint64_t offset_bytes, std::string_view raw);
  void check_utf8(std::uint64_t offset_bytes, std::string_view raw);
  void report_reference(const reference_fault& fault);
  void end_span();
  void read_run(std::uint64_t offset_bytes, std::string_view raw, raw_text kind);
  void read_text(std::uint64_t offset_bytes, std::string_view raw, raw_text kind);
  void read_html_text(std::uint64_t offset_bytes, std::string_view raw);
  void read_stray_text(std::uint64_t offset_bytes, std::string_view raw);
  void end_bare_text();
  [[nodiscard]] bool reads_bare_tags() const;
  void begin_block();
  void skip_block(raw_place place);
  void read_base();
  void lose_rest(const text_position& begin, std::uint64_t end_bytes, std::string_view what,
                 bool is_explained);
  void end_loss(std::uint64_t offset_bytes);
  void close_all();

  // markup_document_tags.cpp: elements
  void read_start_tag(const raw_tag& tag, bool is_lost);
  bool place_start_tag(const raw_tag& tag, html_tag kind, html_placement& made);
  bool check_xml_tag(const raw_tag& tag);
  bool fits(const raw_tag& tag, std::uint64_t hash, bool is_void);
  void open_element_of(const raw_tag& tag, html_tag kind, std::uint64_t hash, const html_placement& made);
  void open_unreadable_element(const located_place& tag, std::uint64_t hash, html_tag kind,
                               const html_placement& made);
  [[nodiscard]] bool may_read_within(const raw_tag& tag, html_tag kind, const html_placement& made) const;
  void open_unread(const raw_tag& tag, std::uint64_t hash, html_tag kind, const html_placement& made);
  bool leave_out_unbalanced(const raw_tag& tag, errc fault);
  void imply_root();
  [[nodiscard]] bool may_fill_root() const;
  void fill_root(const raw_tag& tag);
  void reopen_formatting(html_tag before, bool is_text, std::uint64_t offset_bytes);
  void ignore_start_tag(const raw_tag& tag, html_tag kind, std::uint64_t hash);
  [[nodiscard]] opened_item item_around(const html_placement& made) const;
  void begin_content(const raw_tag& tag, html_tag kind, const html_placement& made);
  void begin_raw_content(content_model model, html_tag kind, std::uint64_t begin_bytes);
  void end_raw_content(std::uint64_t end_bytes);

  reader_options options_;
  embedded_reader_factory factory_;
  markup_scanner scanner_;
  fault_log faults_;
  byte_account account_;
  statement_output output_;
  evaluator evaluator_;
  microdata items_;
  reference_decoder decoder_;
  embedded_block block_;
  skipped_range skips_;
  open_elements stack_;
  markup_dialect dialect_;
  markup_damage damage_;
  open_markup other_;
  tag_repair repair_;
  reference_fault_sink on_fault_;
  literal_input input_;
  html_tree tree_;
  element_ends ends_;
  deep_elements deep_;
  bare_text bare_;
  attribute_set attributes_;
  end_tag_watch* watch_ = nullptr;

  bool has_base_ = false;
  bool is_base_read_ = false;  // the tag of the base of this document was met
  bool seeks_base_ = false;    // of a further document, whose base may come yet
  bool had_root_ = false, root_is_implied_ = false, has_lost_rest_ = false;
  bool skips_block_ = false, has_stray_text_ = false;
  std::uint64_t root_hash_ = 0;             // the name of the first root, in XML
  std::optional<text_position> raw_begin_;  // of the content of a `title`, `script` or the like
};

}  // namespace laundromat::rdfa
