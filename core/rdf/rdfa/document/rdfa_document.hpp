// A markup document as it comes in: decides the host language, keeps the open elements, and has each evaluated.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/keyed_table.hpp"
#include "core/rdf/rdfa/document/embedded_block.hpp"
#include "core/rdf/rdfa/document/end_tag_watch.hpp"
#include "core/rdf/rdfa/document/html_tree.hpp"
#include "core/rdf/rdfa/evaluation/evaluator.hpp"
#include "core/rdf/rdfa/evaluation/host.hpp"
#include "core/rdf/rdfa/markup/markup_scanner.hpp"

namespace laundromat {

class markup_document final : public markup_handler {
 public:
  markup_document(const reader_options& options, embedded_reader_factory factory, statement_sink& sink);

  void push(std::string_view bytes) { scanner_.push(bytes); }
  /// Closes what is still open.
  void finish();
  /// The base that `base` declares; later declarations then do not count.
  void set_base(std::string_view iri);
  /// Who has read ahead and knows the elements that lost their end tags; null for nobody. Outlives the reading.
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
  static constexpr std::uint64_t nowhere = static_cast<std::uint64_t>(-1);

  void begin_document(raw_place place);
  void forget_document(raw_place place);
  void settle_base(html_tag before);
  void decide_host(const raw_tag* root);
  void begin_chunk(std::uint64_t offset_bytes, std::string_view raw);
  void check_utf8(std::uint64_t offset_bytes, std::string_view raw);
  void report_reference(const raw_fault& fault);
  void end_run();
  void read_run(std::uint64_t offset_bytes, std::string_view raw, raw_text kind);
  void read_text(std::uint64_t offset_bytes, std::string_view raw, raw_text kind);
  void begin_other(std::uint64_t offset_bytes, std::string_view raw);
  void end_other(std::uint64_t end_bytes);
  [[nodiscard]] bool is_in_template() const;
  void read_html_text(std::uint64_t offset_bytes, std::string_view raw);
  void drop_first_line_break(std::uint64_t offset_bytes);
  void read_stray_text(std::uint64_t offset_bytes, std::string_view raw);

  void read_start_tag(const raw_tag& tag, bool is_lost);
  bool place_start_tag(const raw_tag& tag, html_tag kind, html_placement& made);
  bool check_xml_tag(const raw_tag& tag);
  bool fits(const raw_tag& tag, std::uint64_t hash, bool is_void);
  void open_element_of(const raw_tag& tag, html_tag kind, std::uint64_t hash, const html_placement& made);
  void poison_element(const located_place& tag, std::uint64_t hash, html_tag kind,
                      const html_placement& made);
  [[nodiscard]] bool may_read_within(const raw_tag& tag, html_tag kind, const html_placement& made) const;
  void doubt_element(const raw_tag& tag, std::uint64_t hash, html_tag kind, const html_placement& made);
  void lose_items(std::string_view tag);
  bool leave_out_unbalanced(const raw_tag& tag, errc fault);
  std::string_view cut_doubtful(const raw_tag& tag, std::string_view why);
  bool cut_end_tag(raw_tag& tag);
  [[nodiscard]] bool reads_bare_tags() const;
  void end_bare_tag();
  void lose_nesting(raw_place place, context_difference least = context_difference::none);
  void end_open_doctype(raw_place place, std::string_view raw);
  void imply_root();
  [[nodiscard]] bool may_fill_root() const;
  void fill_root(const raw_tag& tag);
  void reopen_formatting(html_tag before, bool is_text, std::uint64_t offset_bytes);
  void ignore_start_tag(const raw_tag& tag, html_tag kind, std::uint64_t hash);
  void pop_element();
  void detach_element(std::size_t index);
  void begin_loss(const located_place& place, const finding& why);
  void lose_up_to(std::uint64_t end_bytes);
  void end_loss(std::uint64_t offset_bytes);
  void stop_reading(const located_place& place, const finding& why);
  void account_tag(const raw_tag& tag, bool collects);
  void begin_content(const raw_tag& tag, html_tag kind, const html_placement& made);
  [[nodiscard]] bool begins_template(const open_element& one) const;
  void begin_raw_content(content_model model, html_tag kind, std::uint64_t begin_bytes);
  void end_raw_content(std::uint64_t end_bytes);
  void lose_rest(const text_position& begin, std::uint64_t end_bytes, std::string_view what);
  void begin_block();
  void skip_block(raw_place place);
  void read_base();
  void read_literal_tag(const raw_tag& tag);

  void end_html(const raw_tag& tag, std::uint64_t hash);
  void end_xml(const raw_tag& tag, std::uint64_t hash);
  void open_too_deep(std::uint64_t hash);
  bool end_too_deep(std::uint64_t hash);
  void settle_void(raw_place place);
  /// Whether CDATA sections are read from here on, as in SVG and in what began as XHTML.
  void allow_cdata();
  /// Damage in XML: strict reading ends, XHTML is read as HTML from here, other XML goes on. True when it is HTML now.
  bool break_xml(raw_place place, errc rule, std::string_view message);
  void close_all();
  void note_soup(raw_place place, std::string_view message);

  reader_options options_;
  embedded_reader_factory factory_;
  markup_scanner scanner_;
  finding_log findings_;
  byte_account account_;
  statement_output output_;
  evaluator evaluator_;
  reference_decoder decoder_;
  attribute_set attributes_;
  embedded_block block_;
  std::vector<open_element> stack_;
  html_tree tree_;
  end_tag_watch* watch_ = nullptr;
  raw_fault_sink on_fault_;

  rdfa_host host_ = rdfa_host::unknown;
  bool is_xml_ = true, is_decided_ = false, has_xml_declaration_ = false, has_base_ = false;
  bool was_xml_ = false;      // damaged XHTML: what stands in its CDATA sections is no markup
  bool was_xhtml_ = false;    // damaged XHTML that is read as HTML: empty-element tags still close themselves
  bool is_over_ = false;      // strict reading has met damage: the rest is in quarantine
  bool is_past_end_ = false;  // nothing but white space and comments since the end tag of the root, in HTML
  bool is_past_body_ = false;  // the same since the end tag of the body, or of the root
  bool seeks_base_ = false;    // of a further document, whose base may come yet
  bool had_root_ = false, root_is_implied_ = false, has_lost_rest_ = false;
  bool ends_are_known_ = true;    // while elements are popped: whether their text is complete
  bool void_is_pending_ = false;  // XHTML: a void element was opened like others; it must end at once
  bool skips_block_ = false, has_stray_text_ = false;
  bool is_in_other_ = false;              // some of a comment or the like was handed out, not all
  bool is_hidden_section_ = false;        // it is a section of XML that HTML does not read
  bool ends_in_reference_ = false;        // the text read last ends within what may be a character reference
  std::uint64_t preformatted_begin_ = 0;  // of the content of a `pre` or the like, opened last
  bool run_overflowed_ = false;           // a literal was given up in this run of text, wherever in it
  open_skip loss_;                        // of what is being left out
  std::uint64_t doubt_end_ = 0;           // up to where a tag with a lost quote reached
  std::uint64_t root_hash_ = 0;           // the name of the first root, in XML
  std::uint64_t taken_at_ = nowhere;     // where markup begins that other markup without its `>` has taken in
  std::uint32_t cuts_ = 0;               // of tags before that
  std::size_t inner_roots_ = 0;          // start tags of `html` within the page that lack their end tags
  std::size_t guesses_ = 0;              // open elements whose start tags lack their `<`
  std::optional<located_place> hidden_;  // what HTML takes for a comment, within a literal
  std::optional<text_position> raw_begin_;  // of the content of a `title`, `script` or the like
  std::string bare_tag_;                    // what follows a `<` that begins nothing, up to a `>`
  bool has_bare_tag_ = false;
  std::string doctype_, text_, name_;
  std::vector<std::uint64_t> too_deep_;  // names of the open elements beyond the limit of nesting
  keyed_map<std::uint64_t, std::uint32_t> too_deep_names_;  // how often each is among them
  std::uint64_t even_deeper_ = 0;                           // of those that are too many even for that
  std::vector<std::pair<std::string, std::string>> literal_attributes_;
};

}  // namespace laundromat
